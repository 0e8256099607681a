/**
 * Tells a stored queue's whole log with the decisions as they were recorded, and checks on the way that this program
 * decides the same, and that the events alone lead to the queue that is stored.
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

/** Events read at once. */
const CHUNK = 500;

export type ExportOutcome =
  | { readonly kind: "exported"; readonly version: Version }
  /** All lines are written. This program has other rules than the ones that took the decisions. */
  | { readonly kind: "leadsElsewhere"; readonly version: Version; readonly first: FirstDifference | null }
  | { readonly kind: "noSuchQueue" }
  | { readonly kind: "initialQueueUnknown" }
  | { readonly kind: "gap"; readonly version: Version }
  /** Nobody takes the lines any more. */
  | { readonly kind: "closed" };

/** The first decision that this program takes otherwise, or not at all. */
export interface FirstDifference {
  readonly version: Version;
  /** The version of the program that took it; null: nobody kept it. */
  readonly engine: string | null;
}

/** Takes one line, and says when it takes the next one; "closed" when it takes none any more. */
export type LineWriter = (line: string) => Promise<"open" | "closed">;

/** The queue may move on meanwhile: the log ends at the version it had at the call. `exportedBy` is this program's version. */
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
  const course = new Course(beginning.queue);
  let { version } = beginning;
  const header = { exportedBy, name: stored.name, queue: course.queue, version };
  if ((await write(headerLine(header))) === "closed") return { kind: "closed" };
  for await (const happened of eventsUpTo(store, stored, version)) {
    if (happened.version !== version + 1) break;
    course.follow(happened);
    const after = course.first === null ? course.queue : null;
    if ((await write(eventLine(happened, after))) === "closed") return { kind: "closed" };
    ({ version } = happened);
  }
  if (version !== stored.version) return { kind: "gap", version };
  return course.endsAt(stored.queue)
    ? { kind: "exported", version }
    : { kind: "leadsElsewhere", version, first: course.first };
}

async function beginningOf(store: QueueReader, id: QueueId): Promise<LogBeginning | null> {
  const beginning = await store.logBeginning(id);
  if (beginning !== null) return beginning;
  const birth = await store.birth(id);
  return birth && { version: 0, queue: newQueue(birth) };
}

/** What this program makes of the events, up to the first decision that is not the recorded one. */
class Course {
  #queue: Queue;
  #first: FirstDifference | null = null;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** After the events so far, or those before the first difference. */
  get queue(): Queue {
    return this.#queue;
  }

  get first(): FirstDifference | null {
    return this.#first;
  }

  follow({ version, event, recorded }: StoredEvent): void {
    if (this.#first !== null) return;
    const decision = decided(this.#queue, event);
    const digest = decision && decisionDigest(this.#queue, decision);
    const isOther = compareDigests(digest, recorded?.digest ?? null) === "otherwise";
    if (decision === null || isOther) this.#first = { version, engine: recorded?.engine ?? null };
    else this.#queue = decision.queue;
  }

  endsAt(queue: Queue): boolean {
    return this.#first === null && canonicalJson(this.#queue) === canonicalJson(queue);
  }
}

/** Null: these rules end in an error where others came to a decision. */
function decided(queue: Queue, event: QueueEvent): Decision | null {
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
