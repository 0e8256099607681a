/** Tasks that wait for others: one after the other by key, or so many at a time. */

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

/** A limit on concurrent tasks. The others wait, and begin in the order of their calls. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atATime: number) {
    this.#free = atATime;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      // Not in this tick: tasks that waited as long may be about to reach their deadline too.
      else setImmediate(next);
    }
  }
}
