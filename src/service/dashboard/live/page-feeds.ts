/**
 * Open queue pages. All who watch the same page share one render and one serialised change per state of the queue; a
 * page that shows another known state gets the change from there, and any other page the whole contents.
 */
import type { StoredQueue } from "../../ports/queue-store.js";
import { SingleFlight } from "../../work/shared-work.js";
import type { StreamSource } from "./event-streams.js";
import type { KnownState, ShownQueue } from "./page-change.js";
import { keep, type LivePage, PageFeed, type PageFeedsOptions } from "./page-feed.js";

/** Pages that were read: their streams begin soon, and those of more pages that show the same. */
const LOADED_STATES = 16;
/** Of feeds that ended, for streams that begin again. */
const LEFT_STATES = 16;
const LEFT_OF_FEED = 4;

export class PageFeeds {
  readonly #options: PageFeedsOptions;
  /** By id, the oldest first. */
  readonly #loaded = new Map<string, ShownQueue>();
  readonly #left = new Map<string, KnownState>();
  readonly #feeds = new Map<string, PageFeed>();
  readonly #opening = new SingleFlight<PageFeed>();

  constructor(options: PageFeedsOptions) {
    this.#options = options;
  }

  /**
   * What a page shows that is opened now; it can receive what changes since. Pages that are opened before the queue
   * changes show the same state, so the next change is computed once for all of them.
   */
  async shownNow(page: LivePage, stored: StoredQueue): Promise<ShownQueue> {
    const before = this.#feeds.get(page.key)?.current ?? this.#newestLoaded(page.key);
    const isCurrent = before !== null && page.isCurrent(before, stored);
    const shown = isCurrent ? before : await page.render(stored, before);
    keep(this.#loaded, shown, LOADED_STATES);
    return shown;
  }

  /** `known` is the id of the state that the client shows. */
  async open(page: LivePage, stored: StoredQueue, known: string | undefined): Promise<StreamSource> {
    const feed = this.#feeds.get(page.key);
    return feed ?? this.#opening.run(page.key, async () => this.#begin(page, stored, known));
  }

  get size(): number {
    return this.#feeds.size;
  }

  async #begin(page: LivePage, stored: StoredQueue, known: string | undefined): Promise<PageFeed> {
    const shown = this.#findLoaded(known ?? "", page.key);
    // A page that comes back after hours lacks what time alone has changed.
    const isCurrent = shown !== null && page.isCurrent(shown, stored);
    const current = isCurrent ? shown : await page.render(stored, shown);
    return new PageFeed({
      ...{ ...this.#options, page, current },
      find: (id, newer) => this.#find(id, newer),
      onWatched: (feed, isWatched) => this.#listed(feed, isWatched),
    });
  }

  #find(id: string, newer: ShownQueue): KnownState | null {
    const left = this.#left.get(id);
    if (left?.page === newer.page) return left;
    return this.#findLoaded(id, newer.page)?.known(newer) ?? null;
  }

  /** A state of another page has other entries, or forms that this reader may not use. */
  #findLoaded(id: string, key: string): ShownQueue | null {
    const shown = this.#loaded.get(id);
    return shown?.page === key ? shown : null;
  }

  #newestLoaded(key: string): ShownQueue | null {
    return [...this.#loaded.values()].findLast(({ page }) => page === key) ?? null;
  }

  #listed(feed: PageFeed, isWatched: boolean): void {
    if (isWatched) this.#feeds.set(feed.key, feed);
    else if (this.#feeds.get(feed.key) === feed) {
      this.#feeds.delete(feed.key);
      for (const state of feed.states().slice(-LEFT_OF_FEED)) keep(this.#left, state, LEFT_STATES);
    }
  }
}
