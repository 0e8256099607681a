/** How long, how much and how often: bounds of every call, so that none hangs and none floods. */

export interface CallLimits {
  /** One call with all its waiting and repeating. */
  readonly callMs: number;
  readonly attemptMs: number;
  readonly mostBytes: number;
  /** Of all pages of a list. */
  readonly listBytes: number;
  /** Of answers that GitHub may say are unchanged. */
  readonly memoryBytes: number;
  readonly writePauseMs: number;
  /** How often a call that may be repeated is tried again after a failure that passes. */
  readonly retries: number;
  /** Before the first of them; before the second one four times as long, before the third one nine times. */
  readonly retryPauseMs: number;
  /** For a limit of GitHub's to end. */
  readonly longestWaitMs: number;
}

/** Of a list, as many as GitHub gives. */
export const PER_PAGE = 100;

export const DEFAULT_LIMITS: CallLimits = {
  callMs: 60_000,
  attemptMs: 20_000,
  mostBytes: 10 * 1024 * 1024,
  listBytes: 50 * 1024 * 1024,
  memoryBytes: 32 * 1024 * 1024,
  writePauseMs: 1000,
  retries: 3,
  retryPauseMs: 1000,
  longestWaitMs: 15_000,
};
