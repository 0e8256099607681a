/**
 * The session of this process with the store. A process's claims last as long as its session; then other processes take
 * them over.
 */

/** The claiming session and the sessions whose claims it must respect. */
export interface Claimant {
  readonly session: number;
  /** Other sessions that were alive recently and keep their claims. null: no claim may be taken over now. */
  readonly spared: readonly number[] | null;
}

/** The session that works on something, with a number that grows with each claim on it. */
export interface Claim {
  readonly session: number;
  readonly number: number;
}

export interface Session {
  /** Whether other processes may work on the same store. */
  readonly isShared: boolean;
  claimant(): Claimant;
  /** False: other processes may have taken over this process's claims. */
  isHeld(): boolean;
  /** How often it was lost. Claims from before the last loss may have been taken over, although it is held again. */
  timesLost(): number;
  /** A number from 0 to 1 that spreads the retries of processes; 0 for the only process. */
  spread(): number;
  /**
   * Calls back when other processes leave work or end, when this session is restored, and for `wakeSelf`. `work` is the kind of work
   * that was left; null: it may be of any kind.
   */
  onChange(listener: (work: string | null) => void): void;
  /** Makes other processes look for work of this kind soon. */
  wakeOthers(work: string): void;
  /** Makes this process look for work of any kind now. */
  wakeSelf(): void;
  /** Releases all claims of this process. */
  close(): Promise<void>;
}

/** For a store used by one process only. */
export const ONLY_PROCESS: Session = {
  isShared: false,
  claimant: () => ({ session: 1, spared: [] }),
  isHeld: () => true,
  timesLost: () => 0,
  spread: () => 0,
  onChange: () => undefined,
  wakeOthers: () => undefined,
  wakeSelf: () => undefined,
  close: async () => Promise.resolve(),
};
