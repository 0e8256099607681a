/** Writes one after the other with a pause between them, as GitHub asks of everybody who writes much. */
import { setTimeout } from "node:timers/promises";

export class WriteLane {
  readonly #pauseMs: number;
  #last: Promise<void> = Promise.resolve();
  #nextAt = 0;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Ends when it is the caller's turn; who has given up by then takes none, and whoever is next need not wait for it. */
  async turn(signal?: AbortSignal): Promise<void> {
    this.#last = this.#last.then(async () => {
      if (hasGivenUp(signal)) return;
      const waitMs = this.#nextAt - performance.now();
      if (waitMs > 0) await setTimeout(waitMs);
      if (!hasGivenUp(signal)) this.#nextAt = performance.now() + this.#pauseMs;
    });
    await this.#last;
    signal?.throwIfAborted();
  }
}

function hasGivenUp(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
