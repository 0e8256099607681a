/**
 * Exports a stored queue's whole log with the recorded decisions. Meanwhile it replays the events, and checks that this
 * program makes the same decisions and that they lead to the stored queue.
 */
import type { QueueId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import { decide } from "../../engine/decide.js";
import type { Decision } from "../../engine/model/decision.js";
import type { QueueEvent } from "../../engine/model/event.js";
import { newQueue } from "../../engine/model/new-queue.js";
import type { Queue } from "../../engine/model/queue.js";
import { canonicalJson } from "../ports/canonical-json.js";
import { compareDigests, decisionDigest } from "../ports/decision-digest.js";
import type { LogBeginning, QueueReader, StoredEvent, StoredQueue, Version } from "../ports/queue-store.js";
import { eventLine, headerLine } from "./log-format.js";

/** The number of events per read. */
const CHUNK = 500;

export type ExportOutcome =
  | { readonly kind: "exported"; readonly version: Version }
  /** All lines are written, but this program's rules differ from the rules that made the recorded decisions. */
  | { readonly kind: "leadsElsewhere"; readonly version: Version; readonly first: FirstDifference | null }
  | { readonly kind: "noSuchQueue" }
  | { readonly kind: "initialQueueUnknown" }
  | { readonly kind: "gap"; readonly version: Version }
  /** The reader closed the output. */
  | { readonly kind: "closed" };

/** The first decision that this program makes differently, or not at all. */
export interface FirstDifference {
  readonly version: Version;
  /** The version of the program that made the recorded decision; null when not recorded. */
  readonly engine: string | null;
}

/** Writes one line and resolves when the next may follow; "closed" when the output accepts no more lines. */
export type LineWriter = (line: string) => Promise<"open" | "closed">;

/** Exports up to the queue's version at the call, even when the queue changes. `exportedBy`: this program's version. */
export async function exportLog(
  store: QueueReader,
  name: QueueName,
  exportedBy: string,
  write: LineWriter,
): Promise<ExportOutcome> {
  const stored = await store.load(name);
  if (stored === null) return { kind: "noSuchQueue" };
  const beginning = await beginningOf(store, stored.queue.id);
  if (beginning === null) return { kind: "initialQueueUnknown" };
  const replay = new LogReplay(beginning.queue);
  let { version } = beginning;
  const header = { exportedBy, name: stored.name, queue: replay.queue, version };
  if ((await write(headerLine(header))) === "closed") return { kind: "closed" };
  for await (const event of eventsUpTo(store, stored, version)) {
    if (event.version !== version + 1) break;
    replay.follow(event);
    const after = replay.first === null ? replay.queue : null;
    if ((await write(eventLine(event, after))) === "closed") return { kind: "closed" };
    ({ version } = event);
  }
  if (version !== stored.version) return { kind: "gap", version };
  return replay.endsAt(stored.queue)
    ? { kind: "exported", version }
    : { kind: "leadsElsewhere", version, first: replay.first };
}

async function beginningOf(store: QueueReader, id: QueueId): Promise<LogBeginning | null> {
  const beginning = await store.logBeginning(id);
  if (beginning !== null) return beginning;
  const birth = await store.birth(id);
  return birth && { version: 0, queue: newQueue(birth) };
}

/** Replays the events with this program's rules, up to the first decision that differs from the recorded one. */
class LogReplay {
  #queue: Queue;
  #first: FirstDifference | null = null;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** The queue after the events so far, or before the first difference. */
  get queue(): Queue {
    return this.#queue;
  }

  get first(): FirstDifference | null {
    return this.#first;
  }

  follow({ version, event, recorded }: StoredEvent): void {
    if (this.#first !== null) return;
    const decision = tryDecide(this.#queue, event);
    const digest = decision && decisionDigest(this.#queue, decision);
    const isOther = compareDigests(digest, recorded?.digest ?? null) === "otherwise";
    if (decision === null || isOther) this.#first = { version, engine: recorded?.engine ?? null };
    else this.#queue = decision.queue;
  }

  endsAt(queue: Queue): boolean {
    return this.#first === null && canonicalJson(this.#queue) === canonicalJson(queue);
  }
}

/** Null when this program's rules throw on an event that other rules decided. */
function tryDecide(queue: Queue, event: QueueEvent): Decision | null {
  try {
    return decide(queue, event);
  } catch {
    return null;
  }
}

async function* eventsUpTo(
  store: QueueReader,
  stored: StoredQueue,
  beginning: Version,
): AsyncGenerator<StoredEvent, undefined> {
  let after = beginning;
  for (;;) {
    const events = await store.events(stored.queue.id, after, Math.min(CHUNK, stored.version - after));
    const last = events.at(-1);
    if (last === undefined) return;
    yield* events;
    after = last.version;
  }
}
