/** Returns a queue: its settings, and its pull requests in scheduling order. */

import { presentQueue } from "../serialize.js";
import { type Handler, noSuchQueue } from "./handler.js";

export const getQueue: Handler<"getQueue"> = async (name, _request, { queues, stateCase }) => {
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  return { ok: true, body: presentQueue(stored.queue, stateCase) };
};
