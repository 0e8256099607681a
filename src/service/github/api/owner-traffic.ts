/**
 * Shared by all calls for one owner's repositories: the pause between writes, the limit on parallel requests, rate
 * limits.
 */
import { setTimeout } from "node:timers/promises";
import { Turns } from "../../work/in-order.js";

const MOST_AT_ONCE = 10;
/** GitHub's longest rate limit lasts an hour. */
const LONGEST_QUIET_MS = 3_660_000;

export class OwnerTraffic {
  readonly #writePauseMs: number;
  #lastWrite: Promise<void> = Promise.resolve();
  #nextWriteAt = 0;
  readonly #turns = new Turns(MOST_AT_ONCE);
  #quietUntil = 0;

  constructor(writePauseMs: number) {
    this.#writePauseMs = writePauseMs;
  }

  /** Resolves when the caller may write. An aborted caller gives up its turn, so the next one need not wait for it. */
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

  /**
   * Sends when fewer than MOST_AT_ONCE requests are in flight. A request that is aborted while it waits is not sent.
   */
  async inPlace<Result>(signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(async () => {
      signal.throwIfAborted();
      return send();
    });
  }

  /** Blocks all calls until a rate limit ends. */
  beQuiet(waitMs: number): void {
    const until = performance.now() + Math.min(waitMs, LONGEST_QUIET_MS);
    this.#quietUntil = Math.max(this.#quietUntil, until);
  }

  /** Remaining time of the block; 0: calls may be sent. */
  quietMs(): number {
    return Math.ceil(Math.max(this.#quietUntil - performance.now(), 0));
  }
}
