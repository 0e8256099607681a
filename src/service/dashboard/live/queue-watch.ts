/**
 * Watches queues that pages show. It reads a queue's version while at least one stream is open, so a change made by any
 * replica is seen, and any number of streams costs one read per queue and interval.
 */
import { type QueueName, queueKey } from "../../../domain/queue-name.js";
import type { Clock } from "../../ports/clock.js";
import type { StoredQueue } from "../../ports/queue-store.js";

/** A page is updated at most twice a second. */
export const WATCH_INTERVAL_MS = 500;

/** null: the queue was deleted. */
export type OnChange = (stored: StoredQueue | null) => void;

/** The id of no state. */
const UNLIKE_ANY = "";

interface Watched {
  readonly name: QueueName;
  readonly listeners: Set<OnChange>;
  seen: string | null;
  cancel: () => void;
}

export interface QueueWatchOptions {
  readonly read: (name: QueueName) => Promise<StoredQueue | null>;
  readonly clock: Pick<Clock, "after">;
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

  get size(): number {
    return this.#watched.size;
  }

  #begin(key: string, name: QueueName): Watched {
    const watched: Watched = { name, listeners: new Set(), seen: null, cancel: () => undefined };
    this.#watched.set(key, watched);
    this.#readLater(watched);
    return watched;
  }

  #readLater(watched: Watched): void {
    watched.cancel = this.#options.clock.after(WATCH_INTERVAL_MS, () => void this.#readNow(watched));
  }

  /** A store that fails is read again later; the API reports the failure. */
  async #readNow(watched: Watched): Promise<void> {
    try {
      const stored = await this.#options.read(watched.name);
      const id = stored === null ? null : eventId(stored);
      if (id !== watched.seen) {
        watched.seen = id;
        for (const listener of [...watched.listeners]) listener(stored);
      }
    } catch {
      // Streams remain open: the next read may succeed.
    }
    if (watched.listeners.size > 0) this.#readLater(watched);
  }
}

/** Identifies a state of a queue. A queue that is deleted and created again has another id. */
export function eventId({ queue, version }: Pick<StoredQueue, "queue" | "version">): string {
  return `${queue.id}.${version}`;
}
