/** Runs tasks with the same key one after the other. Tasks with different keys do not wait for each other. */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    const settled = mine.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }

  /** Resolves when the present tasks of the key have settled. */
  async over(key: string): Promise<void> {
    await this.#last.get(key);
  }
}
