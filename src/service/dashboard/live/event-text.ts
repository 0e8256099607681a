/** One server-sent event: the queue as it is now. It replaces all earlier ones, so a client needs only the newest. */
import type { StoredQueue } from "../../ports/queue-store.js";
import { eventId } from "./queue-watch.js";

/** The name of the event, which the pages react to. */
const QUEUE_CHANGED = "queue-changed";

export function eventText(stored: StoredQueue): string {
  const { name, queue, version } = stored;
  const data = {
    repo: name.repository,
    targetBranch: name.targetBranch,
    ...{ version, state: queue.state, entries: queue.entries.length },
  };
  return `id: ${eventId(stored)}\nevent: ${QUEUE_CHANGED}\ndata: ${JSON.stringify(data)}\n\n`;
}
