/** Why a queue is paused: the cause of an automatic pause, or the reason that a person gave on a page for this pause. */
import { repairOf, untilResumed, whyPaused } from "../../../engine/explain/reasons/target-branch.js";
import type { Queue } from "../../../engine/model/queue.js";
import { healthOf } from "../../../engine/model/target-health.js";
import type { PageSessionStore, PauseNote } from "../../ports/page-session-store.js";
import type { QueueStore } from "../../ports/queue-store.js";

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
  store: QueueStore,
  notes: Pick<PageSessionStore, "pauseNote">,
): Promise<ShownPause | null> {
  const { pause } = healthOf(queue);
  if (pause !== null) {
    const sentence = `${whyPaused(queue, pause)}. ${untilResumed(queue, pause)} ${repairOf(queue, pause)}`;
    return { note: null, automatic: { at: pause.since, sentence } };
  }
  if (queue.state !== "paused") return null;
  const note = await notes.pauseNote(queue.id);
  if (note === null) return { note: null, automatic: null };
  const since = await store.events(queue.id, note.version, MOST_EVENTS);
  const isOther = since.some(({ event }) => event.kind === "settingsChanged" && event.state !== null);
  return { note: isOther || since.length === MOST_EVENTS ? null : note, automatic: null };
}
