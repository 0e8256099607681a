/** Time as the service sees it, so that tests advance it instead of sleeping. */
export interface Clock {
  /**
   * The time of the queues, in whole milliseconds since 1970: for what is stored, shared or shown. Replicas have the same,
   * to some milliseconds. It may be set, forward or back, so that a difference of two readings is no duration.
   */
  now(): number;
  /** Milliseconds since some moment, for durations in this process: nobody sets it. */
  monotonic(): number;
  /**
   * By how much `now` was set forward in this process after it had shown `instant`, as far as this process noticed: time
   * that it jumped over, and that did not pass.
   */
  setForwardSince(instant: number): number;
  /** Calls back once, `delayMs` from now; the answer takes the call back. A waiting timer keeps no process alive. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Learns the time of a server from its answers. */
export interface ServerTime {
  monotonic(): number;
  /** `at` is what the server's clock showed between `askedAt`, in monotonic milliseconds, and now. */
  learn(at: number, askedAt: number): void;
}
