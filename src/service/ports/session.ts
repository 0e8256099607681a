/**
 * The session of this process with the store. The claims of a process last as long as its session; then other processes take
 * them over.
 */

/** Whose claims are whose, as a claim asks for it. */
export interface Taker {
  readonly session: number;
  /** Other sessions that were alive a moment ago and keep their claims. Null: no claim may be taken over now. */
  readonly spared: readonly number[] | null;
}

/** Who works on something, by a number that grows with each claim on it. */
export interface Claim {
  readonly session: number;
  readonly number: number;
}

export interface Session {
  /** Whether other processes may work on the same store. */
  readonly isShared: boolean;
  taker(): Taker;
  /** False: others may have taken over what this process claimed. */
  isHeld(): boolean;
  /** Calls back when other processes left work or ended, and when this session is back after it was lost. */
  onChange(listener: () => void): void;
  /** Lets others look for work soon. */
  wakeOthers(): void;
  /** What this process claimed is anybody's then. */
  close(): Promise<void>;
}

/** For a store that one process has for itself. */
export const ONLY_PROCESS: Session = {
  isShared: false,
  taker: () => ({ session: 1, spared: [] }),
  isHeld: () => true,
  onChange: () => undefined,
  wakeOthers: () => undefined,
  close: async () => Promise.resolve(),
};
