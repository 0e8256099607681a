/**
 * Refreshes of open pages. All who watch the same page share one render, which begins after each of them asked, and a
 * rest follows each: any number of open pages takes a bounded share of the service's time.
 */
import type { Clock } from "../../ports/clock.js";

/** A render is followed by this many times what it cost: about a twentieth of the time goes to each page. */
const REST_FACTOR = 19;
const LONGEST_REST_MS = 5000;
/** What it costs to send a million characters to one reader; the text of a thousand entries has half of that. */
const SENDING_MS_PER_MILLION = 3;

interface Refreshed {
  /** Shared by all who asked before it began; null while it is not asked for. */
  next: Promise<string> | null;
  askers: number;
  /** Ends with the rest after the newest render. */
  rested: Promise<void>;
}

export class SharedRefreshes {
  readonly #clock: Pick<Clock, "after" | "monotonic">;
  readonly #pages = new Map<string, Refreshed>();

  constructor(clock: Pick<Clock, "after" | "monotonic">) {
    this.#clock = clock;
  }

  /** `page` names everything that the text depends on besides the moment. Rejects as `render` does, for all who share it. */
  async take(page: string, render: () => Promise<string>): Promise<string> {
    const refreshed = this.#pages.get(page) ?? { next: null, askers: 0, rested: Promise.resolve() };
    this.#pages.set(page, refreshed);
    refreshed.askers += 1;
    refreshed.next ??= refreshed.rested.then(async () => this.#render(page, refreshed, render));
    return refreshed.next;
  }

  get size(): number {
    return this.#pages.size;
  }

  async #render(page: string, refreshed: Refreshed, render: () => Promise<string>): Promise<string> {
    const { askers } = refreshed;
    [refreshed.next, refreshed.askers] = [null, 0];
    let endRest: () => void = () => undefined;
    refreshed.rested = new Promise((resolve) => {
      endRest = resolve;
    });
    const begunAt = this.#clock.monotonic();
    let sendingMs = 0;
    try {
      const text = await render();
      sendingMs = (askers * text.length * SENDING_MS_PER_MILLION) / 1e6;
      return text;
    } finally {
      const costMs = this.#clock.monotonic() - begunAt + sendingMs;
      this.#clock.after(Math.min(REST_FACTOR * costMs, LONGEST_REST_MS), () => {
        if (refreshed.next === null) this.#pages.delete(page);
        endRest();
      });
    }
  }
}
