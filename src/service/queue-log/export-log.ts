/** Tells a stored queue's whole log, and checks on the way that its events alone lead to the queue that is stored. */
import type { QueueName } from "../../domain/queue-name.js";
import { decide } from "../../engine/decide.js";
import { newQueue } from "../../engine/new-queue.js";
import type { Queue } from "../../engine/queue.js";
import type { QueueReader, StoredEvent, StoredQueue, Version } from "../ports/queue-store.js";
import { canonicalJson } from "./canonical-json.js";
import { eventLine, headerLine } from "./log-format.js";

/** Events read at once. */
const CHUNK = 500;

export type ExportOutcome =
  | { readonly kind: "exported"; readonly version: Version }
  /** All lines are written. The engine that took the decisions had other rules than this one. */
  | { readonly kind: "leadsElsewhere"; readonly version: Version }
  | { readonly kind: "noSuchQueue" }
  | { readonly kind: "birthUnknown" }
  | { readonly kind: "gap"; readonly version: Version };

/** The queue may move on meanwhile: the log ends at the version it had at the call. `engine` is this program's version. */
export async function exportLog(
  store: QueueReader,
  name: QueueName,
  engine: string,
  write: (line: string) => void,
): Promise<ExportOutcome> {
  const stored = await store.load(name);
  if (stored === null) return { kind: "noSuchQueue" };
  const birth = await store.birth(stored.queue.id);
  if (birth === null) return { kind: "birthUnknown" };
  let queue: Queue = newQueue(birth);
  write(headerLine({ engine, name: stored.name, queue, version: 0 }));
  let version = 0;
  for await (const happened of eventsUpTo(store, stored)) {
    if (happened.version !== version + 1) break;
    const decision = decide(queue, happened.event);
    write(eventLine(happened, decision));
    ({ queue } = decision);
    ({ version } = happened);
  }
  if (version !== stored.version) return { kind: "gap", version };
  const isSame = canonicalJson(queue) === canonicalJson(stored.queue);
  return { kind: isSame ? "exported" : "leadsElsewhere", version };
}

async function* eventsUpTo(store: QueueReader, stored: StoredQueue): AsyncGenerator<StoredEvent, undefined> {
  let after = 0;
  for (;;) {
    const events = await store.events(stored.queue.id, after, Math.min(CHUNK, stored.version - after));
    const last = events.at(-1);
    if (last === undefined) return;
    yield* events;
    after = last.version;
  }
}
