/**
 * What is being written of each queue. A database serves others as soon as a transaction is saved, and whoever wrote it
 * hears of that a moment later: until then what it remembers of the queue is old.
 */
export class WritesUnderWay {
  readonly #last = new Map<string, Promise<unknown>>();

  async watch<Result>(key: string, write: () => Promise<Result>): Promise<Result> {
    const mine = write();
    const settled = Promise.allSettled([this.#last.get(key), mine]);
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }

  /** Resolves when the writes that have begun are over, however they end; at once where there are none. */
  async over(key: string): Promise<void> {
    await this.#last.get(key);
  }
}
