/**
 * Paces requests that create content on the code host, such as comments, for all processes that share the store. An
 * implementation is ready when it passes `__tests__/contract/content-pace.test.ts`.
 */
export interface ContentPace {
  /**
   * Reserves the next free moment for an owner's repositories and returns how long to wait for it. Reserves nothing if
   * that is longer than `longestMs`. A turn of "strangers" is only a permission to ask for one of "all": there are fewer.
   */
  reserve(owner: string, longestMs: number, share?: ContentShare): Promise<PacedTurn>;
  /** The code host has refused new content for this time: no process gets a moment before its end. */
  pause(owner: string, waitMs: number): Promise<void>;
}

/** "strangers": answers to people who may not command the queue. */
export type ContentShare = "all" | "strangers";

export interface PacedTurn {
  readonly waitMs: number;
  readonly isReserved: boolean;
}
