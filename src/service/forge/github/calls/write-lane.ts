/** Writes one after the other with a pause between them, as GitHub asks of everybody who writes much. */

export class WriteLane {
  readonly #pauseMs: number;
  #nextAt = 0;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** The throttling plugin has a lane for each key; here all are one. */
  key(): this {
    return this;
  }

  async schedule(_options: unknown, begin: () => Promise<unknown>): Promise<unknown> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#pauseMs;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
    return await begin();
  }
}
