/** Requests and replies of `listPullRequests` and `listLandings`. */
import * as z from "zod/mini";
import { entryOnWire, queueOnWire } from "./entry-on-wire.js";
import { described, momentFrom, momentOnWire, oneOf, onWire, stateOf, uuid, whole } from "./schema.js";
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

export const MAX_LANDINGS = 500;
export const DEFAULT_LANDINGS = 100;

const LANDING_PROOFS = ["TESTED", "DISJOINT", "DIRECT"] as const;

export const landingsRequest = z.object({
  ...queueOnWire,
  cursor: z.optional(uuid("The `nextCursor` of the previous page.")),
  take: z.optional(whole(1, MAX_LANDINGS, `Maximum size of the page; default ${DEFAULT_LANDINGS}.`)),
});

const landingOnWire = described(
  z.object({
    landedAt: momentOnWire("When the queue confirmed that the branch had moved."),
    from: onWire("Commit of the branch before."),
    to: onWire("Commit of the branch after."),
    tree: onWire("Tree that the queue landed: the one that `to` must have."),
    proof: oneOf(
      LANDING_PROOFS,
      "Why it was safe: TESTED, the tested commit; DISJOINT, the tested change on landings that share no target with it; DIRECT, no test run but the checks of the pull request's own head.",
    ),
    headTree: z.optional(onWire("DIRECT: the tree that these checks tested, if the proof has it.")),
    testRunId: z.optional(onWire("Id of the test run; absent for DIRECT.")),
    prNumbers: described(z.array(z.number()), "Numbers of the pull requests that landed, in order."),
  }),
  "A landing.",
  { id: "Landing" },
);

export const landingList = z.object({
  landings: described(z.array(landingOnWire), "Newest first. They are kept forever."),
  nextCursor: z.optional(onWire("Cursor of the next page; absent on the last page.")),
});
