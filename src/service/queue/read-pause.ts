/**
 * Why a queue is paused: the cause of an automatic pause, or who paused it and why. Callers that read a paused queue
 * again and again cause one read of the store for each of its states.
 */
import { repairOf, untilResumed, whyPaused } from "../../engine/explain/reasons/target-branch.js";
import type { Queue } from "../../engine/model/queue.js";
import { healthOf } from "../../engine/model/target-health.js";
import type { PageSessionStore, PauseNote } from "../ports/page-session-store.js";
import type { QueueStore } from "../ports/queue-store.js";

export interface ShownPause {
  readonly note: PauseNote | null;
  /** The queue paused by itself. Names in backticks are untrusted text. */
  readonly automatic: { readonly at: number; readonly sentence: string } | null;
}

/** A paused queue has few events; behind more of them the reason is not shown. */
const MOST_EVENTS = 2000;

/** null while the queue is not paused. */
export async function readPause(
  queue: Queue,
  store: Pick<QueueStore, "events">,
  notes: Pick<PageSessionStore, "pauseNote">,
): Promise<ShownPause | null> {
  const { pause } = healthOf(queue);
  if (pause !== null) {
    const sentence = `${whyPaused(queue, pause)}. ${untilResumed(queue, pause)} ${repairOf(queue, pause)}`;
    return { note: null, automatic: { at: pause.since, sentence } };
  }
  return queue.state === "paused" ? { note: await readNote(queue, store, notes), automatic: null } : null;
}

/** null: the pause has no note, or its note is of an earlier pause. */
async function readNote(
  queue: Queue,
  store: Pick<QueueStore, "events">,
  notes: Pick<PageSessionStore, "pauseNote">,
): Promise<PauseNote | null> {
  const note = found.get(queue) ?? (await notes.pauseNote(queue.id));
  if (note === null || found.has(queue)) return note;
  const since = await store.events(queue.id, note.version, MOST_EVENTS);
  const isOther = since.some(({ event }) => event.kind === "settingsChanged" && event.state !== null);
  if (isOther || since.length === MOST_EVENTS) return null;
  // A note without a reason may still be replaced by that of a page, which is written later.
  if (note.reason !== "") found.set(queue, note);
  return note;
}

const found = new WeakMap<Queue, PauseNote>();

/** Of a pause by a person, for people: who, when and why. The name and the reason are untrusted text. */
export function notedPauseInWords({ by, at, reason }: PauseNote): string {
  const who = `${by} paused it at ${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const why = reason === "" ? "" : `: ${reason.replace(/\.$/, "")}`;
  return `${who}${why}. Nothing starts or lands until it is resumed.`;
}
