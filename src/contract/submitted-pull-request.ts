/** What `getSubmittedPullRequest` takes and answers. */
import * as z from "zod/mini";
import { entryOnWire, pullRequestOnWire, queueOnWire, readinessOnWire } from "./entry-on-wire.js";
import { described, flag, momentOnWire, onWire, stateIn, text } from "./schema.js";
import { TIMELINE_STATES } from "./states.js";

const NUMBER_OR_BRANCH = "expected either number or branch, and only one of them";

const numberOrBranch = described(
  z
    .object({
      number: z.optional(pullRequestOnWire.pr.shape.number),
      branch: z.optional(
        text("The branch the pull request comes from: the one that is queued, or the last one that was."),
      ),
    })
    .check(
      z.refine(({ number, branch }) => (number === undefined) !== (branch === undefined), NUMBER_OR_BRANCH),
    ),
  "The pull request.",
  { override: { oneOf: [{ required: ["number"] }, { required: ["branch"] }] } },
);

export const pullRequestLookup = z.object({
  ...queueOnWire,
  pr: numberOrBranch,
  includeTimeline: z.optional(flag("Answer with every step of the pull request, too.")),
  includeEstimatedTimeToMerge: z.optional(flag("Answer with a guess of how long it takes to land, too.")),
});

const timelineEntry = described(
  z.object({
    timestamp: momentOnWire("When the state began."),
    state: stateIn(TIMELINE_STATES, "The state; one that ended in failure is FAILURE."),
    reason: z.optional(onWire("Code that says why, in lower case.")),
    reasonText: z.optional(onWire("The same as one sentence for people; untrusted text.")),
    testRunId: z.optional(onWire("The run that is under way, or that decided.")),
  }),
  "One step of the pull request.",
  { id: "TimelineEntry" },
);

export const submittedPullRequest = z.object({
  ...entryOnWire,
  readiness: z.optional(readinessOnWire),
  forceEnqueued: flag("Admitted past unmet branch protection."),
  isCurrentlySubmittedToQueue: flag("True until the entry is in a final state."),
  verifiedByTestRun: z.optional(
    z.nullable(onWire("The run whose pass landed it; null when it was merged by hand.")),
  ),
  stateReasonText: z.optional(onWire("The reason in words for people; untrusted text.")),
  timeline: z.optional(described(z.array(timelineEntry), "Newest first; only when it was asked for.")),
  estimatedTimeToMergeSeconds: z.optional(
    described(
      z.nullable(z.number()),
      "A guess from what landed lately; null when there is nothing to go by. Only when it was asked for.",
    ),
  ),
});
