/** Returns a queue: its settings, and its pull requests in scheduling order. */

import type { Queue } from "../../../engine/model/queue.js";
import { notedPauseInWords, readPause } from "../../queue/read-pause.js";
import { presentQueue } from "../serialize.js";
import { type Handler, noSuchQueue, type Service } from "./handler.js";

export const getQueue: Handler<"getQueue"> = async (name, _request, service) => {
  const stored = await service.queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const note = await noteOnPause(stored.queue, service);
  return { ok: true, body: presentQueue(stored.queue, service.stateCase, note) };
};

/** Who paused the queue and why; null: nothing is recorded about it, or it is not paused by a person. */
export async function noteOnPause(queue: Queue, { queues, pauses }: Service): Promise<string | null> {
  if (queue.state !== "paused" || pauses === undefined) return null;
  const pause = await readPause(queue, queues.store, pauses);
  return pause === null || pause.note === null ? null : notedPauseInWords(pause.note);
}
