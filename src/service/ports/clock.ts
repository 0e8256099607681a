/** Time as the service sees it, so that tests advance it instead of sleeping. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, `delayMs` from now; the answer takes the call back. A waiting timer keeps no process alive. */
  after(delayMs: number, callback: () => void): () => void;
}
