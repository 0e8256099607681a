/** The stream of `/v1/events`: what a client asks for, and what each event holds. Only of this service. */
import * as z from "zod/mini";
import { repositoryOnWire } from "./entry-on-wire.js";
import type { RefusalCode } from "./refusals.js";
import { described, onWire, text } from "./schema.js";

/** The name of each event. */
export const QUEUE_CHANGED = "queue-changed";

/** A comment line this often keeps the connection open: shorter than proxies wait. */
export const HEARTBEAT_MS = 15_000;

/** In the query, for browsers send no body. */
export const eventsRequest = z.object({
  repoHost: text("Host name of the forge, such as github.com."),
  repo: text("The repository as owner/name."),
  targetBranch: text("The branch the queue protects; may contain slashes."),
  since: z.optional(
    onWire(
      "Id of the state that the client knows; `Last-Event-ID` goes before it. The first event is left out then.",
    ),
  ),
});

export const queueChanged = described(
  z.object({
    repo: repositoryOnWire,
    targetBranch: onWire("The branch the queue protects."),
    version: described(z.int(), "Counts the decisions of the queue."),
    state: onWire("State of the queue, in lower case."),
    entries: described(z.int(), "How many pull requests are in the queue."),
  }),
  "The queue as it is now: an event replaces all earlier ones. The id of the event identifies this state.",
  { id: "QueueChanged" },
);

/** A service that serves no pages has no stream. */
export const EVENTS_REFUSALS = [
  "NOT_FOUND",
  "VALIDATION_FAILED",
  "INSUFFICIENT_PERMISSIONS",
  "MERGE_QUEUE_NOT_FOUND",
  "SERVICE_UNAVAILABLE",
] as const satisfies readonly RefusalCode[];

export type QueueChanged = z.infer<typeof queueChanged>;

/** The data of an event; null if it is something else. */
export function readQueueChanged(data: string): QueueChanged | null {
  try {
    const read = z.safeParse(queueChanged, JSON.parse(data));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
