/**
 * Open queue pages. All who watch the same page share one render and one serialised change per state of the queue; a
 * page that shows another known state gets the change from there, and any other page the whole contents.
 */
import type { QueueName } from "../../../domain/queue-name.js";
import type { Clock } from "../../ports/clock.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { QueuePageProps } from "../pages/queue-page.js";
import type { StreamMessage, StreamSource } from "./event-streams.js";
import { pageChange, type ShownQueue } from "./page-change.js";
import type { QueueWatch } from "./queue-watch.js";
import type { RefreshBudget } from "./refresh-budget.js";

/** For pages whose stream begins or begins again, and for slow readers. */
const KEPT_STATES = 64;
const RETRY_MS = 2000;

export interface LivePage {
  /** As `ShownQueue.page`. */
  readonly key: string;
  readonly name: QueueName;
  /** `before`: the state that the page has shown until now. */
  render(stored: StoredQueue, before: ShownQueue | null): Promise<ShownQueue>;
  /** For a state that one reader has read. */
  shownBy(stored: StoredQueue, props: QueuePageProps): ShownQueue;
}

export interface PageFeedsOptions {
  readonly watch: Pick<QueueWatch, "watch">;
  readonly budget: RefreshBudget;
  readonly clock: Pick<Clock, "after">;
}

export class PageFeeds {
  readonly #options: PageFeedsOptions;
  /** By id, the oldest first. */
  readonly #states = new Map<string, ShownQueue>();
  readonly #feeds = new Map<string, PageFeed>();
  readonly #opening = new Map<string, Promise<PageFeed>>();

  constructor(options: PageFeedsOptions) {
    this.#options = options;
  }

  /** A page that shows this state can receive what changed since. */
  remember(shown: ShownQueue): ShownQueue {
    this.#states.set(shown.id, shown);
    for (const [oldest] of this.#states) {
      if (this.#states.size <= KEPT_STATES) break;
      this.#states.delete(oldest);
    }
    return shown;
  }

  /** `known` is the id of the state that the client shows. */
  async open(page: LivePage, stored: StoredQueue, known: string | undefined): Promise<StreamSource> {
    const feed = this.#feeds.get(page.key) ?? this.#opening.get(page.key);
    if (feed !== undefined) return feed;
    const opening = this.#begin(page, stored, known);
    this.#opening.set(page.key, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(page.key);
    }
  }

  get size(): number {
    return this.#feeds.size;
  }

  async #begin(page: LivePage, stored: StoredQueue, known: string | undefined): Promise<PageFeed> {
    const find = (id: string) => this.#find(id, page.key);
    const current = find(known ?? "") ?? this.remember(await page.render(stored, null));
    return new PageFeed({
      ...{ ...this.#options, page, current, find },
      remember: (shown) => this.remember(shown),
      onWatched: (feed, isWatched) => this.#listed(feed, isWatched),
    });
  }

  /** A state of another page has other entries, or forms that this reader may not use. */
  #find(id: string, key: string): ShownQueue | undefined {
    const shown = this.#states.get(id);
    return shown?.page === key ? shown : undefined;
  }

  #listed(feed: PageFeed, isWatched: boolean): void {
    if (isWatched) this.#feeds.set(feed.key, feed);
    else if (this.#feeds.get(feed.key) === feed) this.#feeds.delete(feed.key);
  }
}

interface PageFeedOptions extends PageFeedsOptions {
  readonly page: LivePage;
  readonly current: ShownQueue;
  readonly find: (id: string) => ShownQueue | undefined;
  readonly remember: (shown: ShownQueue) => ShownQueue;
  readonly onWatched: (feed: PageFeed, isWatched: boolean) => void;
}

type Listener = (event: "changed" | "closed") => void;

class PageFeed implements StreamSource {
  readonly #options: PageFeedOptions;
  readonly #listeners = new Set<Listener>();
  readonly #encoder = new TextEncoder();
  #current: ShownQueue;
  /** To the current state, by the id of the state before; the empty id: the whole contents. */
  readonly #messages = new Map<string, StreamMessage>();
  #stopWatch: () => void = () => undefined;
  #stopRetry: () => void = () => undefined;
  /** Seen by the watch and not rendered yet. */
  #newest: StoredQueue | null = null;
  #isWaiting = false;

  constructor(options: PageFeedOptions) {
    this.#options = options;
    this.#current = options.current;
  }

  get key(): string {
    return this.#options.page.key;
  }

  subscribe(listener: Listener): () => void {
    if (this.#listeners.size === 0) this.#start();
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  messageFor(known: string | null): StreamMessage | null {
    const { id, stored } = this.#current;
    if (known === id) return null;
    const before = this.#options.find(known ?? "");
    // Read after the newest render: the next one has what differs.
    if (before !== undefined && isAsNew(before.stored, stored)) return null;
    const message = this.#messages.get(before?.id ?? "") ?? this.#written(before ?? null);
    this.#messages.set(before?.id ?? "", message);
    return message;
  }

  #written(before: ShownQueue | null): StreamMessage {
    return { id: this.#current.id, bytes: this.#encoder.encode(pageChange(before, this.#current)) };
  }

  #start(): void {
    const { page, watch, onWatched } = this.#options;
    this.#stopWatch = watch.watch(page.name, this.#current.stored, (stored) => {
      if (stored === null) this.#notify("closed");
      else this.#isDue(stored);
    });
    onWatched(this, true);
  }

  #stop(): void {
    this.#stopWatch();
    this.#stopRetry();
    this.#newest = null;
    this.#options.onWatched(this, false);
  }

  #isDue(stored: StoredQueue): void {
    this.#newest = stored;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    void this.#options.budget.spend(async () => {
      this.#isWaiting = false;
      await this.#refresh();
    });
  }

  /** A store that fails is read again later; the page shows the state before until then. */
  async #refresh(): Promise<void> {
    const { page, clock, remember } = this.#options;
    const stored = this.#newest;
    if (stored === null) return;
    this.#newest = null;
    try {
      this.#current = remember(await page.render(stored, this.#current));
    } catch {
      this.#stopRetry();
      this.#stopRetry = clock.after(RETRY_MS, () => this.#isDue(this.#newest ?? stored));
      return;
    }
    this.#messages.clear();
    this.#notify("changed");
    // The budget counts that responses are written, which they are before the next tick ends, and nothing of a next turn.
    const { promise, resolve } = Promise.withResolvers<undefined>();
    process.nextTick(resolve, undefined);
    await promise;
  }

  #notify(event: "changed" | "closed"): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

function isAsNew(one: StoredQueue, other: StoredQueue): boolean {
  return one.queue.id === other.queue.id && one.version >= other.version;
}
