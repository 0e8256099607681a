/**
 * Shares work among all who want its result, and rests after work that took long, so that it never takes more than a
 * tenth of the time however many ask. What is quick is done anew for each who comes after it.
 */

/** Shorter work is not worth keeping, and its result is as new as can be. */
const QUICK_MS = 50;
const REST_PER_WORK = 9;
/** However long the work took, or the clock says it did. */
const LONGEST_REST_MS = 60_000;

export class Rested<Result> {
  readonly #work: () => Promise<Result>;
  readonly #now: () => number;
  #shared: Promise<Result> | null = null;
  #isUnderWay = false;
  #keepUntil = 0;

  /** `now` counts milliseconds, from whenever; it may jump. */
  constructor(work: () => Promise<Result>, now: () => number) {
    this.#work = work;
    this.#now = now;
  }

  /** A failure is told to those who waited for it, and not kept. */
  async get(): Promise<Result> {
    if (this.#shared !== null && (this.#isUnderWay || this.#rests())) return this.#shared;
    const startedAt = this.#now();
    this.#isUnderWay = true;
    this.#shared = this.#work();
    try {
      return await this.#shared;
    } catch (error) {
      this.#shared = null;
      throw error;
    } finally {
      const tookMs = this.#now() - startedAt;
      const restMs = tookMs < QUICK_MS ? 0 : Math.min(tookMs * REST_PER_WORK, LONGEST_REST_MS);
      this.#keepUntil = this.#now() + restMs;
      this.#isUnderWay = false;
    }
  }

  /** A rest that is longer than any was is none: the clock was put back meanwhile. */
  #rests(): boolean {
    const leftMs = this.#keepUntil - this.#now();
    return leftMs > 0 && leftMs <= LONGEST_REST_MS;
  }
}
