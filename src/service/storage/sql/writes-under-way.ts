/**
 * What is being written of each queue. A database serves others as soon as a transaction is saved, and whoever wrote it
 * hears of that a moment later: until then what it remembers of the queue is old.
 */
export class WritesUnderWay {
  readonly #last = new Map<string, Promise<void>>();

  async watch<Result>(key: string, write: () => Promise<Result>): Promise<Result> {
    const mine = write();
    // With those begun before it, whichever is over first.
    const over = Promise.allSettled([this.#last.get(key), mine]).then(() => {
      if (this.#last.get(key) === over) this.#last.delete(key);
    });
    this.#last.set(key, over);
    return mine;
  }

  /** Resolves when the writes that have begun are over, however they end; at once where there are none. */
  async over(key: string): Promise<void> {
    await this.#last.get(key);
  }
}
