/** Remembers answers that never change, the newest ones up to a number. */

export class Memo<Answer> {
  readonly #answers = new Map<string, Answer>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Answer | undefined {
    const answer = this.#answers.get(key);
    if (answer !== undefined) this.set(key, answer);
    return answer;
  }

  set(key: string, answer: Answer): void {
    this.#answers.delete(key); // so that it counts as the newest
    this.#answers.set(key, answer);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > this.#limit && oldest.done !== true) this.#answers.delete(oldest.value);
  }

  clear(): void {
    this.#answers.clear();
  }
}
