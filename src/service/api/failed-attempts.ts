/**
 * Who showed a wrong token too often: some in a row, then one every few seconds, for each client's address. The memory
 * for it is bounded; with more addresses than it holds, those that have waited longest are forgotten.
 */

const BURST = 20;
const ONE_EVERY_MS = 3000;
const MAX_ADDRESSES = 10_000;

export class FailedAttempts {
  readonly #monotonic: () => number;
  readonly #maxAddresses: number;
  /** By address, when all is forgiven; in the order of the last attempt. */
  readonly #forgivenAt = new Map<string, number>();

  /** As `Clock` has it. */
  constructor(monotonic: () => number, maxAddresses = MAX_ADDRESSES) {
    this.#monotonic = monotonic;
    this.#maxAddresses = maxAddresses;
  }

  /** How long the address has to wait; 0 when it may try. */
  waitMs(address: string): number {
    return Math.max(0, this.#debtMs(address) - (BURST - 1) * ONE_EVERY_MS);
  }

  note(address: string): void {
    const now = this.#monotonic();
    const debtMs = Math.min(this.#debtMs(address) + ONE_EVERY_MS, BURST * ONE_EVERY_MS);
    this.#forgivenAt.delete(address);
    this.#forgivenAt.set(address, now + debtMs);
    for (const [oldest, at] of this.#forgivenAt) {
      if (this.#forgivenAt.size <= this.#maxAddresses && at > now) break;
      this.#forgivenAt.delete(oldest);
    }
  }

  get size(): number {
    return this.#forgivenAt.size;
  }

  #debtMs(address: string): number {
    const at = this.#forgivenAt.get(address) ?? 0;
    return Math.max(0, at - this.#monotonic());
  }
}
