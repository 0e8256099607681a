/** What was worked out before, for requests that repeat. Forgets everything when it is full, so that nobody can fill memory. */
export class Remembered<Key, Value> {
  readonly #most: number;
  readonly #values = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#values.size >= this.#most) this.#values.clear();
    this.#values.set(key, value);
  }
}
