/** Work whose result is shared by concurrent callers. A failure reaches the callers that waited for it. */

/** The result is cached for a while, a failure is not. */
export class SharedWork<Result> {
  readonly #work: () => Promise<Result>;
  readonly #keepMs: (tookMs: number) => number;
  readonly #monotonic: () => number;
  #shared: Promise<Result> | null = null;
  #keepUntil = 0;

  /** `monotonic`: see `Clock`. */
  constructor(
    work: () => Promise<Result>,
    keepMs: (tookMs: number) => number,
    monotonic: () => number = () => performance.now(),
  ) {
    this.#work = work;
    this.#keepMs = keepMs;
    this.#monotonic = monotonic;
  }

  /** Whether a result is being made, or `get` would answer with the last result. */
  isHeld(): boolean {
    return this.#shared !== null && this.#monotonic() < this.#keepUntil;
  }

  async get(): Promise<Result> {
    const startedAt = this.#monotonic();
    if (this.#shared !== null && startedAt < this.#keepUntil) return this.#shared;
    this.#keepUntil = Number.POSITIVE_INFINITY;
    try {
      this.#shared = this.#work();
      return await this.#shared;
    } catch (error) {
      this.#shared = null;
      throw error;
    } finally {
      const endedAt = this.#monotonic();
      this.#keepUntil = endedAt + this.#keepMs(endedAt - startedAt);
    }
  }
}

/** Callers with the same key share the work that one of them has begun; a call after its end begins it anew. */
export class SingleFlight<Result> {
  readonly #begun = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const begun = this.#begun.get(key);
    if (begun !== undefined) return begun;
    const mine = work().finally(() => this.#begun.delete(key));
    this.#begun.set(key, mine);
    return mine;
  }
}
