/**
 * Watches queues that pages show. It reads a queue's version while at least one stream is open, so a change made by any
 * replica is seen, and any number of streams costs one read per queue and interval. A first decision of this process is
 * seen immediately.
 */
import { type QueueName, queueKey } from "../../../domain/queue-name.js";
import type { Clock } from "../../ports/clock.js";
import type { StoredQueue } from "../../ports/queue-store.js";

/** A page is updated at most twice a second. */
export const WATCH_INTERVAL_MS = 500;

/** null: the queue was deleted. */
export type OnChange = (stored: StoredQueue | null) => void;

const NOT_READ = { changedAt: Number.NEGATIVE_INFINITY, isSoon: false, cancel: () => undefined };
/** The id of no state. */
const UNLIKE_ANY = "";

interface Watched {
  readonly name: QueueName;
  readonly listeners: Set<OnChange>;
  seen: string | null;
  /** When a change was seen last. */
  changedAt: number;
  /** The next read is early. */
  isSoon: boolean;
  cancel: () => void;
}

export interface QueueWatchOptions {
  readonly read: (name: QueueName) => Promise<StoredQueue | null>;
  readonly clock: Pick<Clock, "after" | "monotonic">;
}

export class QueueWatch {
  readonly #options: QueueWatchOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: QueueWatchOptions) {
    this.#options = options;
  }

  /** `seen` is the state that the listener knows. Returns a function that ends the watch. */
  watch(name: QueueName, seen: StoredQueue, onChange: OnChange): () => void {
    const key = queueKey(name);
    const known = this.#watched.get(key);
    const watched = known ?? this.#begin(key, name);
    // If this listener knows an older or a newer state than the others, the next read sends the present one to all.
    watched.seen = known === undefined || known.seen === eventId(seen) ? eventId(seen) : UNLIKE_ANY;
    watched.listeners.add(onChange);
    return () => {
      watched.listeners.delete(onChange);
      if (watched.listeners.size > 0 || this.#watched.get(key) !== watched) return;
      watched.cancel();
      this.#watched.delete(key);
    };
  }

  /** After a decision of this process: it is read without waiting, unless a change was seen less than an interval ago. */
  readSoon(name: QueueName): void {
    const watched = this.#watched.get(queueKey(name));
    if (watched === undefined || watched.isSoon) return;
    watched.isSoon = true;
    watched.cancel();
    const sinceMs = this.#options.clock.monotonic() - watched.changedAt;
    this.#readLater(watched, Math.max(0, WATCH_INTERVAL_MS - sinceMs));
  }

  /** After a change that the version does not cover, such as the reason for a pause. */
  sendAgain(name: QueueName): void {
    const watched = this.#watched.get(queueKey(name));
    if (watched === undefined) return;
    watched.seen = UNLIKE_ANY;
    this.readSoon(name);
  }

  get size(): number {
    return this.#watched.size;
  }

  #begin(key: string, name: QueueName): Watched {
    const watched: Watched = { name, listeners: new Set(), seen: null, ...NOT_READ };
    this.#watched.set(key, watched);
    this.#readLater(watched);
    return watched;
  }

  #readLater(watched: Watched, delayMs = WATCH_INTERVAL_MS): void {
    watched.cancel = this.#options.clock.after(delayMs, () => void this.#readNow(watched));
  }

  /** A store that fails is read again later; the API reports the failure. */
  async #readNow(watched: Watched): Promise<void> {
    watched.isSoon = true;
    try {
      const stored = await this.#options.read(watched.name);
      const id = stored === null ? null : eventId(stored);
      if (id !== watched.seen) {
        watched.seen = id;
        watched.changedAt = this.#options.clock.monotonic();
        for (const listener of [...watched.listeners]) listener(stored);
      }
    } catch {
      // Streams remain open: the next read may succeed.
    }
    watched.isSoon = false;
    if (watched.listeners.size > 0) this.#readLater(watched);
  }
}

/** Identifies a state of a queue. A queue that is deleted and created again has another id. */
export function eventId({ queue, version }: Pick<StoredQueue, "queue" | "version">): string {
  return `${queue.id}.${version}`;
}
