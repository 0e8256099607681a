/**
 * What the streams of one page share: its newest state, the change to it from each earlier one, and how late it is. A
 * state is never replaced by an earlier one.
 */
import type { QueueName } from "../../../domain/queue-name.js";
import type { Clock } from "../../ports/clock.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { StreamMessage, StreamSource } from "./event-streams.js";
import { type KnownState, pageChange, type ShownQueue } from "./page-change.js";
import type { QueueWatch } from "./queue-watch.js";
import type { RefreshBudget } from "./refresh-budget.js";

/** For slow readers. More would fill the memory with rows, and collecting it would delay decisions. */
const KEPT_STATES = 8;
/** After a failure of the store, and while a pause may lack its reason. */
export const AGAIN_MS = 2000;
/** A page whose refresh is due for longer shows its age. */
export const LATE_MS = 3000;

export interface LivePage {
  /** As `ShownQueue.page`. */
  readonly key: string;
  readonly name: QueueName;
  /** `before`: a state that the page has shown until now, or shortly before. */
  render(stored: StoredQueue, before: ShownQueue | null): Promise<ShownQueue>;
  /** Whether a page that is opened now may show this state: it differs by the last seconds at most. */
  isCurrent(shown: ShownQueue, stored: StoredQueue): boolean;
}

export interface PageFeedsOptions {
  readonly watch: Pick<QueueWatch, "watch">;
  readonly budget: Pick<RefreshBudget, "spend">;
  readonly clock: Pick<Clock, "after" | "monotonic">;
}

interface PageFeedOptions extends PageFeedsOptions {
  readonly page: LivePage;
  readonly current: ShownQueue;
  /** A state that the feed does not keep. `newer`: a state of the same page, which it may share rows with. */
  readonly find: (id: string, newer: ShownQueue) => KnownState | null;
  readonly onWatched: (feed: PageFeed, isWatched: boolean) => void;
}

type Listener = (event: "changed" | "closed") => void;

const NOTHING = () => undefined;

export class PageFeed implements StreamSource {
  readonly #options: PageFeedOptions;
  readonly #listeners = new Set<Listener>();
  readonly #encoder = new TextEncoder();
  #current: ShownQueue;
  /** By id, the oldest first. */
  readonly #states = new Map<string, KnownState>();
  /** To the current state, by the id of the state before; the empty id: the whole contents. */
  readonly #messages = new Map<string, StreamMessage>();
  #stopWatch: () => void = NOTHING;
  #stopAgain: () => void = NOTHING;
  #stopLate: () => void = NOTHING;
  /** Seen by the watch and not rendered yet. */
  #newest: StoredQueue | null = null;
  #isRefreshing = false;
  #dueSince: number | null = null;

  constructor(options: PageFeedOptions) {
    this.#options = options;
    this.#current = options.current;
  }

  get key(): string {
    return this.#options.page.key;
  }

  get current(): ShownQueue {
    return this.#current;
  }

  /** The current state is the last one. */
  states(): readonly KnownState[] {
    return [...this.#states.values(), this.#current.known()];
  }

  subscribe(listener: Listener): () => void {
    if (this.#listeners.size === 0) this.#start();
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  messageFor(known: string | null): StreamMessage | null {
    if (known === this.#current.id) return null;
    const before = known === null ? null : this.#find(known);
    // Read after the newest render: the next one has what differs.
    if (before !== null && this.#current.isOlderThan(before)) return null;
    const key = before?.id ?? "";
    const message = this.#messages.get(key) ?? this.#written(before);
    this.#messages.set(key, message);
    return message;
  }

  lateMs(): number {
    if (this.#dueSince === null) return 0;
    const dueMs = this.#options.clock.monotonic() - this.#dueSince;
    return dueMs < LATE_MS ? 0 : dueMs;
  }

  #find(id: string): KnownState | null {
    const kept = this.#states.get(id);
    if (kept !== undefined) return kept;
    const found = this.#options.find(id, this.#current);
    if (found !== null) keep(this.#states, found, KEPT_STATES);
    return found;
  }

  #written(before: KnownState | null): StreamMessage {
    return { id: this.#current.id, bytes: this.#encoder.encode(pageChange(before, this.#current)) };
  }

  #start(): void {
    const { page, watch, onWatched } = this.#options;
    this.#stopWatch = watch.watch(page.name, this.#current.stored, (stored) => {
      if (stored === null) this.#notify("closed");
      else this.#refreshFrom(stored);
    });
    onWatched(this, true);
  }

  #stop(): void {
    this.#stopWatch();
    this.#stopAgain();
    this.#isOnTime();
    this.#newest = null;
    this.#options.onWatched(this, false);
  }

  #refreshFrom(stored: StoredQueue): void {
    const { clock, budget } = this.#options;
    this.#newest = stored;
    this.#stopAgain();
    if (this.#dueSince === null) {
      this.#dueSince = clock.monotonic();
      this.#stopLate = clock.after(LATE_MS, () => this.#notify("changed"));
    }
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    void budget.spend(async () => this.#refresh());
  }

  #isOnTime(): void {
    this.#stopLate();
    this.#dueSince = null;
  }

  /** A store that fails is read again later; the page shows the state before, and its age, until then. */
  async #refresh(): Promise<void> {
    const stored = this.#takeNewest();
    const isDone = stored === null || (await this.#render(stored));
    this.#isRefreshing = false;
    if (this.#listeners.size === 0) return;
    if (isDone) this.#isOnTime();
    if (this.#newest !== null) this.#refreshFrom(this.#newest);
    else if (!isDone) this.#againLater(stored);
    if (!isDone) return;
    this.#notify("changed");
    // The budget counts that responses are written, which they are before the next tick ends, and nothing of a next turn.
    const { promise, resolve } = Promise.withResolvers<undefined>();
    process.nextTick(resolve, undefined);
    await promise;
  }

  #takeNewest(): StoredQueue | null {
    const newest = this.#newest;
    this.#newest = null;
    return newest;
  }

  /** False: the store failed. */
  async #render(stored: StoredQueue): Promise<boolean> {
    const before = this.#current;
    if (isEarlier(stored, before.stored)) return true;
    try {
      this.#current = await this.#options.page.render(stored, before);
    } catch {
      return false;
    }
    keep(this.#states, before.known(), KEPT_STATES);
    this.#messages.clear();
    if (before.props.pause === null && this.#current.mayLackReason) this.#againLater(stored);
    return true;
  }

  #againLater(stored: StoredQueue): void {
    this.#stopAgain();
    if (this.#listeners.size > 0)
      this.#stopAgain = this.#options.clock.after(AGAIN_MS, () => this.#refreshFrom(stored));
  }

  #notify(event: "changed" | "closed"): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

function isEarlier(one: StoredQueue, other: StoredQueue): boolean {
  return one.queue.id === other.queue.id && one.version < other.version;
}

/** The oldest leave when there are more than `most`. */
export function keep<State extends { readonly id: string }>(
  states: Map<string, State>,
  state: State,
  most: number,
): void {
  states.set(state.id, state);
  for (const [oldest] of states) {
    if (states.size <= most) break;
    states.delete(oldest);
  }
}
