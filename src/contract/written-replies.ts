/**
 * What this service answers, where a client reads more leniently than that: the OpenAPI document promises it. The
 * service's side only.
 */
import * as z from "zod/mini";
import type { EndpointName } from "./endpoints.js";
import { entryOnWire, readinessOnWire } from "./entry-on-wire.js";
import { settingsWritten } from "./queue-settings.js";
import { described } from "./schema.js";
import { submittedPullRequest } from "./submitted-pull-request.js";

const { id, state, noBatch } = z.required(z.object(entryOnWire), {
  id: true,
  state: true,
  noBatch: true,
}).shape;
const entryWritten = { ...entryOnWire, id, state, noBatch };
const entry = described(z.object(entryWritten), "A pull request in a queue.", { id: "Entry" });

const { hasImpactedTargets } = z.required(readinessOnWire, { hasImpactedTargets: true }).shape;
const readiness = described(
  z.object({ ...readinessOnWire.shape, hasImpactedTargets }),
  "What must hold before the pull request is admitted.",
  { id: "Readiness" },
);

const { verifiedByTestRun } = z.required(submittedPullRequest, { verifiedByTestRun: true }).shape;

export const WRITTEN_REPLIES: { readonly [Name in EndpointName]?: z.ZodMiniType } = {
  getSubmittedPullRequest: z.object({
    ...submittedPullRequest.shape,
    ...entryWritten,
    readiness,
    verifiedByTestRun,
  }),
  listPullRequests: z.object({
    pullRequests: described(z.array(entry), "The newest stay of each, newest submission first."),
    nextCursor: described(z.optional(z.string()), "There may be more: ask again with it."),
  }),
  getQueue: z.object({
    ...settingsWritten,
    enqueuedPullRequests: described(
      z.array(entry),
      "What runs first, then what waits, last what is not ready yet.",
    ),
  }),
  updateQueue: z.object(settingsWritten),
};
