/** A least-recently-used cache, limited by the number of answers or by their total weight. */

export class Memo<Answer, Key = string> {
  readonly #answers = new Map<Key, Answer>();
  readonly #limit: number;
  readonly #weightOf: (answer: Answer) => number;
  #weight = 0;

  constructor(limit: number, weightOf: (answer: Answer) => number = () => 1) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  get(key: Key): Answer | undefined {
    const answer = this.#answers.get(key);
    if (answer !== undefined) this.set(key, answer);
    return answer;
  }

  /** The number of answers. */
  get size(): number {
    return this.#answers.size;
  }

  values(): readonly Answer[] {
    return [...this.#answers.values()];
  }

  set(key: Key, answer: Answer): void {
    this.delete(key); // re-inserted as the newest
    this.#answers.set(key, answer);
    this.#weight += this.#weightOf(answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#weight <= this.#limit) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#weight -= this.#weightOf(answer);
    this.#answers.delete(key);
  }

  clear(): void {
    this.#answers.clear();
    this.#weight = 0;
  }
}
