/** What will happen in CI, by its time: the caller decides when the next occurrence comes. */

interface Occurrence {
  readonly at: number;
  readonly order: number;
  readonly act: () => Promise<void> | void;
}

export class Occurrences {
  #now = 0;
  #order = 0;
  readonly #waiting = new Set<Occurrence>();

  /** In milliseconds from now. */
  after(delayMs: number, act: Occurrence["act"]): void {
    this.#order += 1;
    this.#waiting.add({ at: this.#now + delayMs, order: this.#order, act });
  }

  /** Milliseconds until the next one; null: nothing will happen. */
  get dueInMs(): number | null {
    const next = this.#next();
    return next === undefined ? null : next.at - this.#now;
  }

  /** Time passes, in which nothing is due. */
  pass(forMs: number): void {
    this.#now += forMs;
  }

  /** False: nothing is left. */
  async step(): Promise<boolean> {
    const next = this.#next();
    if (next === undefined) return false;
    this.#waiting.delete(next);
    this.#now = Math.max(this.#now, next.at);
    await next.act();
    return true;
  }

  #next(): Occurrence | undefined {
    let next: Occurrence | undefined;
    for (const one of this.#waiting) {
      if (next === undefined || one.at < next.at || (one.at === next.at && one.order < next.order))
        next = one;
    }
    return next;
  }
}
