/** The service's time, behind a port so that tests advance it instead of sleeping. */
export interface Clock {
  /**
   * The queues' time, in whole milliseconds since 1970, for what is stored, shared or shown. Replicas agree within
   * milliseconds. It may be set forward or back, so a difference of two readings is not a duration.
   */
  now(): number;
  /** Milliseconds since an arbitrary moment, for durations in this process; never set. */
  monotonic(): number;
  /**
   * How far this process noticed `now` being set forward after it had shown `instant`: time that was skipped and did
   * not pass.
   */
  setForwardSince(instant: number): number;
  /**
   * Calls back once, `delayMs` from now, which may be a year; the returned function cancels it. A timer does not keep
   * the process alive.
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** Learns a server's time from its responses. */
export interface ServerTime {
  monotonic(): number;
  /** `at` is what the server's clock showed between `askedAt`, in monotonic milliseconds, and now. */
  learn(at: number, askedAt: number): void;
}
