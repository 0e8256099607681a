/** When tokens were last used: noted in memory, and written beside the answers, at most once a minute. */
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import type { TokenStore } from "../ports/token-store.js";

const WRITTEN_EVERY_MS = 60_000;
/** The first use after a pause is told soon, to whoever looks whether a new token works. */
const SOON_MS = 1000;

export class LastUses {
  readonly #store: TokenStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #uses = new Map<string, number>();
  /** In monotonic milliseconds. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(store: TokenStore, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  note(id: string, at: number): void {
    this.#uses.set(id, at);
    if (this.#cancelTimer !== null || this.#isClosed) return;
    const pauseMs = this.#writtenAt + WRITTEN_EVERY_MS - this.#clock.monotonic();
    const delayMs = Math.max(SOON_MS, Math.min(WRITTEN_EVERY_MS, pauseMs));
    this.#cancelTimer = this.#clock.after(delayMs, () => {
      this.#cancelTimer = null;
      void this.#write();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await this.#write();
  }

  async #write(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    this.#writtenAt = this.#clock.monotonic();
    try {
      await this.#store.noteUses(uses);
    } catch (error) {
      // Nothing but the list of tokens goes by it, and the next use tells it again.
      this.#log.warn({ error: String(error) }, "the last use of tokens could not be written down");
    }
  }
}
