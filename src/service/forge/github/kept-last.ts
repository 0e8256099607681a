/** A memory of the things that were kept last; older ones make room. */

export class KeptLast<Key, Value> {
  readonly #most: number;
  readonly #kept = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  recall(key: Key): Value | undefined {
    return this.#kept.get(key);
  }

  all(): readonly Value[] {
    return [...this.#kept.values()];
  }

  keep(key: Key, value: Value): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }

  forget(key: Key): void {
    this.#kept.delete(key);
  }
}
