/**
 * Refreshes of open pages. All who watch the same page share one render, which begins after each of them asked, and a
 * rest follows each: any number of open pages takes a bounded share of the service's time.
 */
import type { Clock } from "../../ports/clock.js";

/** A render is followed by this many times its own duration: at most a twentieth of the time goes to each page. */
const REST_FACTOR = 19;
const LONGEST_REST_MS = 5000;

interface Refreshed {
  /** Shared by all who asked before it began; null while it is not asked for. */
  next: Promise<string> | null;
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
    const refreshed = this.#pages.get(page) ?? { next: null, rested: Promise.resolve() };
    this.#pages.set(page, refreshed);
    refreshed.next ??= refreshed.rested.then(async () => this.#render(page, refreshed, render));
    return refreshed.next;
  }

  get size(): number {
    return this.#pages.size;
  }

  async #render(page: string, refreshed: Refreshed, render: () => Promise<string>): Promise<string> {
    refreshed.next = null;
    const { promise, resolve } = Promise.withResolvers<void>();
    refreshed.rested = promise;
    const begunAt = this.#clock.monotonic();
    try {
      return await render();
    } finally {
      const restMs = Math.min(REST_FACTOR * (this.#clock.monotonic() - begunAt), LONGEST_REST_MS);
      this.#clock.after(restMs, () => {
        if (refreshed.next === null) this.#pages.delete(page);
        resolve();
      });
    }
  }
}
