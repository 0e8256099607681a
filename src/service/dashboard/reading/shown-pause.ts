/** Why a queue is paused, if a person gave the reason on a page and the queue has been paused since. */
import type { Queue } from "../../../engine/model/queue.js";
import type { PageSessionStore, PauseNote } from "../../ports/page-session-store.js";
import type { QueueStore } from "../../ports/queue-store.js";

export interface ShownPause {
  readonly note: PauseNote | null;
}

/** A paused queue has few events; behind more of them the reason is not shown. */
const MOST_EVENTS = 2000;

/** null while the queue is not paused. */
export async function readPause(
  queue: Queue,
  store: QueueStore,
  notes: Pick<PageSessionStore, "pauseNote">,
): Promise<ShownPause | null> {
  if (queue.state !== "paused") return null;
  const note = await notes.pauseNote(queue.id);
  if (note === null) return { note: null };
  const since = await store.events(queue.id, note.version, MOST_EVENTS);
  const isOther = since.some(({ event }) => event.kind === "settingsChanged" && event.state !== null);
  return { note: isOther || since.length === MOST_EVENTS ? null : note };
}
