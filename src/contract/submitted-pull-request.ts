/** Request and reply of `getSubmittedPullRequest`. */
import * as z from "zod/mini";
import { entryOnWire, pullRequestOnWire, queueOnWire, readinessOnWire } from "./entry-on-wire.js";
import { described, flag, momentOnWire, onWire, stateIn, text } from "./schema.js";
import { TIMELINE_STATES } from "./states.js";
import { whyOnWire } from "./why.js";

const NUMBER_OR_BRANCH = "expected either number or branch, and only one of them";

const numberOrBranch = described(
  z
    .object({
      number: z.optional(pullRequestOnWire.pr.shape.number),
      branch: z.optional(
        text("The head branch: finds its queued pull request, else the one that was queued last."),
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
  includeTimeline: z.optional(flag("Include every state change of the pull request.")),
  includeWhy: z.optional(flag("Include why it has not landed. Only this service has it.")),
  includeEstimatedTimeToMerge: z.optional(flag("Include an estimate of the time to the landing.")),
});

const timelineEntry = described(
  z.object({
    timestamp: momentOnWire("When the state began."),
    state: stateIn(TIMELINE_STATES, "The state; a final failure is FAILURE."),
    reason: z.optional(onWire("Code of the reason, in lower case.")),
    reasonText: z.optional(onWire("The reason as a sentence for people; untrusted text.")),
    testRunId: z.optional(onWire("The active run, or the one that decided.")),
  }),
  "A state change of the pull request.",
  { id: "TimelineEntry" },
);

export const submittedPullRequest = z.object({
  ...entryOnWire,
  readiness: z.optional(readinessOnWire),
  forceEnqueued: flag("Admitted past unmet branch protection."),
  isCurrentlySubmittedToQueue: flag("True until the entry is in a final state."),
  verifiedByTestRun: z.optional(
    z.nullable(onWire("The passed run that it landed on; null if it was merged outside the queue.")),
  ),
  stateReasonText: z.optional(onWire("The reason in words for people; untrusted text.")),
  timeline: z.optional(described(z.array(timelineEntry), "Newest first; only on request.")),
  why: z.optional(whyOnWire),
  activeTestRunId: z.optional(
    onWire("The run that tests it now, also a retest; absent without one. Only together with the timeline."),
  ),
  estimatedTimeToMergeSeconds: z.optional(
    described(z.nullable(z.number()), "An estimate from recent landings; null without any. Only on request."),
  ),
});
