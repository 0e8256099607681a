/** Rounds of looking for work: one at a time, and one more where somebody asked while one was under way. */
import type { Clock } from "../ports/clock.js";

export class Rounds {
  readonly #clock: Clock;
  readonly #look: () => Promise<void>;
  #underWay: Promise<void> | undefined;
  #again = false;
  #isStopped = false;
  #cancelTimer: () => void = () => undefined;

  /** `look` never throws. */
  constructor(clock: Clock, look: () => Promise<void>) {
    this.#clock = clock;
    this.#look = look;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Looks soon. What is new may have come too late for the look that is under way: then it looks once more. */
  begin(): void {
    if (this.#isStopped) return;
    if (this.#underWay !== undefined) {
      this.#again = true;
      return;
    }
    this.#underWay = this.#look().finally(() => {
      this.#underWay = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.begin();
    });
  }

  /** Whoever says it last says when. */
  beginAfter(delayMs: number): void {
    this.#cancelTimer();
    if (!this.#isStopped) this.#cancelTimer = this.#clock.after(delayMs, () => this.begin());
  }

  /** Begins no other, and waits for the one that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#underWay;
  }
}

interface RenewalOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly isNeeded: () => boolean;
  /** Never throws. */
  readonly renew: () => Promise<void>;
}

/** Renews claims while anything is under way: a claim that nobody works on runs out. */
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
