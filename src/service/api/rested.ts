/**
 * Shares work among all who want its result, and rests after work that took long, so that it never takes more than a
 * tenth of the time however many ask. What is quick is done anew for each who comes after it.
 */

/** Shorter work is not worth keeping, and its result is as new as can be. */
const QUICK_MS = 50;
const REST_PER_WORK = 9;
/** However long the work took. */
const LONGEST_REST_MS = 60_000;

export class Rested<Result> {
  readonly #work: () => Promise<Result>;
  readonly #monotonic: () => number;
  #shared: Promise<Result> | null = null;
  #isUnderWay = false;
  #keepUntil = 0;

  /** As `Clock` has it. */
  constructor(work: () => Promise<Result>, monotonic: () => number) {
    this.#work = work;
    this.#monotonic = monotonic;
  }

  /** A failure is told to those who waited for it, and not kept. */
  async get(): Promise<Result> {
    const startedAt = this.#monotonic();
    const isKept = this.#isUnderWay || startedAt < this.#keepUntil;
    if (this.#shared !== null && isKept) return this.#shared;
    this.#isUnderWay = true;
    this.#shared = this.#work();
    try {
      return await this.#shared;
    } catch (error) {
      this.#shared = null;
      throw error;
    } finally {
      const endedAt = this.#monotonic();
      const tookMs = endedAt - startedAt;
      const restMs = tookMs < QUICK_MS ? 0 : Math.min(tookMs * REST_PER_WORK, LONGEST_REST_MS);
      this.#keepUntil = endedAt + restMs;
      this.#isUnderWay = false;
    }
  }
}
