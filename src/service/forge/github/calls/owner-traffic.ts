/** What all calls for the repositories of one owner share: the pace of writing, places for requests, and limits reached. */
import { setTimeout } from "node:timers/promises";

const MOST_AT_ONCE = 10;
/** The longest limit of GitHub's is the hour's. */
const LONGEST_QUIET_MS = 3_660_000;

export class OwnerTraffic {
  readonly #writePauseMs: number;
  #lastWrite: Promise<void> = Promise.resolve();
  #nextWriteAt = 0;
  #free = MOST_AT_ONCE;
  readonly #waiting: (() => void)[] = [];
  #quietUntil = 0;

  constructor(writePauseMs: number) {
    this.#writePauseMs = writePauseMs;
  }

  /** Ends when it is the caller's turn to write; a caller that was aborted by then takes none, and the next one need not wait. */
  async writeTurn(signal: AbortSignal): Promise<void> {
    const isOver = () => signal.aborted;
    this.#lastWrite = this.#lastWrite.then(async () => {
      if (isOver()) return;
      const waitMs = this.#nextWriteAt - performance.now();
      if (waitMs > 0) await setTimeout(waitMs);
      if (!isOver()) this.#nextWriteAt = performance.now() + this.#writePauseMs;
    });
    await this.#lastWrite;
    signal.throwIfAborted();
  }

  /** A request that was aborted while it waited for a place is not sent. */
  async inPlace<Result>(signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await send();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      // Not in this tick: the deadline of calls that waited as long is about to end too.
      else setImmediate(next);
    }
  }

  /** GitHub does not want to be asked for so long. */
  beQuiet(waitMs: number): void {
    const until = performance.now() + Math.min(waitMs, LONGEST_QUIET_MS);
    this.#quietUntil = Math.max(this.#quietUntil, until);
  }

  /** For how long nothing may be asked; 0 when it may. */
  quietMs(): number {
    return Math.ceil(Math.max(this.#quietUntil - performance.now(), 0));
  }
}
