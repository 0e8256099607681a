/**
 * Paces requests that create content on the code host, such as comments, for all processes that share the store. An
 * implementation is ready when it passes `__tests__/contract/content-pace.test.ts`.
 */
export interface ContentPace {
  /**
   * Reserves the next free moment for an owner's repositories and returns how long to wait for it. Reserves nothing if
   * that is longer than `longestMs`.
   */
  reserve(owner: string, longestMs: number): Promise<PacedTurn>;
}

export interface PacedTurn {
  readonly waitMs: number;
  readonly isReserved: boolean;
}
