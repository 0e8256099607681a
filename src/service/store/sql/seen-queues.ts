/** The newest state seen of each queue, so that an unchanged queue is not read again. */
import type { StoredQueue } from "../../ports/queue-store.js";
import { storedKey } from "./json-checks.js";
import type { LiveQueue } from "./queue-rows.js";

/** The version in the database shows whether a state is current, so a stale one costs a read and never a wrong answer. */
export class SeenQueues {
  readonly #seen = new Map<string, StoredQueue>();

  get(key: string): StoredQueue | undefined {
    return this.#seen.get(key);
  }

  remember(stored: StoredQueue | null): void {
    if (stored === null) return;
    const key = storedKey(stored.name);
    const seen = this.#seen.get(key);
    const isOlder = seen?.queue.id === stored.queue.id && seen.version > stored.version;
    if (!isOlder) this.#seen.set(key, stored);
  }

  forget(key: string): void {
    this.#seen.delete(key);
  }
}

export function isCurrent(seen: StoredQueue, row: LiveQueue | undefined): boolean {
  return seen.queue.id === row?.id && seen.version === row.version;
}
