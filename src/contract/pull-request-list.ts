/** What `listPullRequests` takes and answers. */
import * as z from "zod/mini";
import { entryOnWire, queueOnWire } from "./entry-on-wire.js";
import { described, momentFrom, onWire, stateOf, uuid, whole } from "./schema.js";
import { PULL_REQUEST_STATES } from "./states.js";

export const MAX_TAKE = 100;
export const DEFAULT_TAKE = 50;

export const listRequest = z.object({
  ...queueOnWire,
  state: z.optional(stateOf(PULL_REQUEST_STATES, "Only pull requests in this state.")),
  since: z.optional(momentFrom("Only what left the queue at this moment or later.")),
  until: z.optional(momentFrom("Only what left the queue before this moment.")),
  cursor: z.optional(uuid("The `nextCursor` of the page before.")),
  take: z.optional(whole(1, MAX_TAKE, `At most so many; ${DEFAULT_TAKE} when it is not said.`)),
});

export const pullRequestList = z.object({
  pullRequests: described(
    z.array(z.object(entryOnWire)),
    "The newest stay of each, newest submission first.",
  ),
  nextCursor: z.optional(
    onWire("There may be more: ask again with it. A page may be short, or empty, and still have one."),
  ),
});
