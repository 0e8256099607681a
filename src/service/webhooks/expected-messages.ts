/** Whether a decision saved lately may have written webhook messages. Most write none, and then the store is not asked. */

/** Longer than nearly every transaction; the sweep finds the messages of a slower one. */
const LONGEST_TRANSACTION_MS = 5000;

export class ExpectedMessages {
  readonly #monotonic: () => number;
  #expectedAt = Number.NEGATIVE_INFINITY;

  constructor(monotonicMs: () => number) {
    this.#monotonic = monotonicMs;
  }

  /** Called in a transaction that writes messages, before it is committed. */
  expect(): void {
    this.#expectedAt = this.#monotonic();
  }

  mayBeDue(): boolean {
    return this.#monotonic() - this.#expectedAt < LONGEST_TRANSACTION_MS;
  }
}
