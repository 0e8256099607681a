/** Request and reply of `listPullRequests`. */
import * as z from "zod/mini";
import { entryOnWire, queueOnWire } from "./entry-on-wire.js";
import { described, momentFrom, onWire, stateOf, uuid, whole } from "./schema.js";
import { PULL_REQUEST_STATES } from "./states.js";

export const MAX_TAKE = 100;
export const DEFAULT_TAKE = 50;

export const listRequest = z.object({
  ...queueOnWire,
  state: z.optional(stateOf(PULL_REQUEST_STATES, "Only pull requests in this state.")),
  since: z.optional(momentFrom("Only pull requests that left the queue at this moment or later.")),
  until: z.optional(momentFrom("Only pull requests that left the queue before this moment.")),
  cursor: z.optional(uuid("The `nextCursor` of the previous page.")),
  take: z.optional(whole(1, MAX_TAKE, `Maximum size of the page; default ${DEFAULT_TAKE}.`)),
});

export const pullRequestList = z.object({
  pullRequests: described(z.array(z.object(entryOnWire)), "The newest submission of each, newest first."),
  nextCursor: z.optional(
    onWire("Cursor of the next page; absent on the last page. A short or empty page may have one."),
  ),
});
