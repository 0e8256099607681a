/**
 * Shares work among all who want its result, and rests after work that took long, so that it never takes more than a
 * tenth of the time however many ask. What is quick is done anew for each who comes after it.
 */

/** Shorter work is not worth keeping, and its result is as new as can be. */
const QUICK_MS = 50;
const REST_PER_WORK = 9;

export class Rested<Result> {
  readonly #work: () => Promise<Result>;
  readonly #now: () => number;
  #shared: Promise<Result> | null = null;
  #keepUntil = 0;

  /** `now` counts milliseconds, from whenever. */
  constructor(work: () => Promise<Result>, now = () => performance.now()) {
    this.#work = work;
    this.#now = now;
  }

  /** A failure is told to those who waited for it, and not kept. */
  async get(): Promise<Result> {
    if (this.#shared !== null && this.#now() < this.#keepUntil) return this.#shared;
    const startedAt = this.#now();
    this.#keepUntil = Number.POSITIVE_INFINITY;
    this.#shared = this.#work();
    try {
      return await this.#shared;
    } catch (error) {
      this.#shared = null;
      throw error;
    } finally {
      const tookMs = this.#now() - startedAt;
      this.#keepUntil = tookMs < QUICK_MS ? 0 : this.#now() + tookMs * REST_PER_WORK;
    }
  }
}
