/** Reply of `getMergeQueueTestingDetails`. */
import * as z from "zod/mini";
import { described, momentOnWire, oneOf, onWire } from "./schema.js";

const CONCLUSIONS = [
  "ACTION_REQUIRED",
  "CANCELLED",
  "FAILURE",
  "NEUTRAL",
  "SUCCESS",
  "SKIPPED",
  "STALE",
  "TIMED_OUT",
] as const;

const checkRun = z.object({
  name: onWire("Name of the check; untrusted text."),
  url: onWire("URL of its output."),
  status: oneOf(["QUEUED", "IN_PROGRESS", "COMPLETED"], "Progress of the check."),
  conclusion: z.optional(oneOf(CONCLUSIONS, "Result of the check; only if it is completed.")),
  output: z.optional(
    onWire(
      "The last lines of its output, at most 4,000 characters of untrusted text; only of a failed check, if this service has them.",
    ),
  ),
});

const statusCheck = z.object({
  context: onWire("Name of the status; untrusted text."),
  url: z.optional(onWire("URL of its output.")),
  state: oneOf(["ERROR", "FAILURE", "PENDING", "SUCCESS"], "State of the status."),
});

export const testingDetails = z.object({
  requiredStatuses: described(z.array(z.string()), "Checks that must all pass, fixed when the run started."),
  requiredStatusesSource: z.optional(
    oneOf(
      ["merge_instance", "trunk_config", "repo_provider_branch_protection"],
      "Where the list comes from.",
    ),
  ),
  testBranch: onWire("The branch under test."),
  testBranchSha: onWire("Its tip commit; empty before it is built."),
  createdAt: z.optional(momentOnWire("When the run was planned.")),
  status: z.optional(oneOf(["in_progress", "failed", "cancelled", "succeeded"], "State of the run.")),
  checkSuites: z.array(z.object({ checkRuns: z.array(checkRun) })),
  statusChecks: z.array(statusCheck),
  testedPullRequests: z.array(
    z.object({
      prNumber: z.number(),
      prUrl: onWire("URL of the pull request; empty without one."),
      title: onWire("Title of the pull request; untrusted text."),
    }),
  ),
  impactedTargets: z.optional(described(z.array(z.string()), "Targets of all pull requests on the branch.")),
  impactedTargetsForTestedPrs: z.optional(
    described(z.array(z.string()), "Targets of the tested pull requests only."),
  ),
  dependentPrs: z.optional(
    described(z.array(z.number()), "Predecessors on the branch that are not under test."),
  ),
});
