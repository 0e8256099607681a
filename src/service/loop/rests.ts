/** Pauses between attempts that are kept in memory only, for when the store cannot be told of a failure. */
import type { Clock } from "../ports/clock.js";

interface Rest {
  readonly failures: number;
  /** Undefined once the rest is over. */
  readonly cancel: (() => void) | undefined;
}

export class Rests {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  readonly #rests = new Map<string, Rest>();

  /** `onEnd` is called whenever somebody has rested. */
  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#rests.size;
  }

  /** Failures as they were counted when the last rest began; 0 for somebody forgotten. */
  failuresOf(identity: string): number {
    return this.#rests.get(identity)?.failures ?? 0;
  }

  isResting(identity: string): boolean {
    return this.#rests.get(identity)?.cancel !== undefined;
  }

  begin(identity: string, failures: number, delayMs: number): void {
    this.forget(identity);
    const cancel = this.#clock.after(delayMs, () => {
      this.#rests.set(identity, { failures, cancel: undefined });
      this.#onEnd();
    });
    this.#rests.set(identity, { failures, cancel });
  }

  forget(identity: string): void {
    this.#rests.get(identity)?.cancel?.();
    this.#rests.delete(identity);
  }

  stop(): void {
    for (const identity of [...this.#rests.keys()]) this.forget(identity);
  }
}
