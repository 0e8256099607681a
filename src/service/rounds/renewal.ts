/** Renews claims while anything is under way: a claim that nobody works on runs out. */
import type { Clock } from "../ports/clock.js";

export interface RenewalOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly isNeeded: () => boolean;
  /** Never throws. */
  readonly renew: () => Promise<void>;
}

export class Renewal {
  readonly #options: RenewalOptions;
  #cancel: (() => void) | undefined;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  /** Something has begun; it ends by itself when nothing is under way any more. */
  begin(): void {
    if (this.#cancel !== undefined) return;
    const { clock, intervalMs, isNeeded, renew } = this.#options;
    this.#cancel = clock.after(intervalMs, () => {
      this.#cancel = undefined;
      if (!isNeeded()) return;
      void renew();
      this.begin();
    });
  }

  stop(): void {
    this.#cancel?.();
  }
}
