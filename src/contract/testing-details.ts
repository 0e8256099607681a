/** What `getMergeQueueTestingDetails` answers. */
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
  url: onWire("Where its output is."),
  status: oneOf(["QUEUED", "IN_PROGRESS", "COMPLETED"], "How far it is."),
  conclusion: z.optional(oneOf(CONCLUSIONS, "How it came out; only when it is completed.")),
});

const statusCheck = z.object({
  context: onWire("Name of the status; untrusted text."),
  url: z.optional(onWire("Where its output is.")),
  state: oneOf(["ERROR", "FAILURE", "PENDING", "SUCCESS"], "How it stands."),
});

export const testingDetails = z.object({
  requiredStatuses: described(z.array(z.string()), "Checks that must all pass, frozen when the run started."),
  requiredStatusesSource: z.optional(
    oneOf(["merge_instance", "trunk_config", "repo_provider_branch_protection"], "Who requires them."),
  ),
  testBranch: onWire("The branch under test."),
  testBranchSha: onWire("Its tip commit; empty before it is built."),
  createdAt: z.optional(momentOnWire("When the run was planned.")),
  status: z.optional(oneOf(["in_progress", "failed", "cancelled", "succeeded"], "How the run stands.")),
  checkSuites: z.array(z.object({ checkRuns: z.array(checkRun) })),
  statusChecks: z.array(statusCheck),
  testedPullRequests: z.array(
    z.object({
      prNumber: z.number(),
      prUrl: onWire("Address of the pull request; empty when it has none."),
      title: onWire("Title of the pull request; untrusted text."),
    }),
  ),
  impactedTargets: z.optional(described(z.array(z.string()), "Targets of everything on the branch.")),
  impactedTargetsForTestedPrs: z.optional(
    described(z.array(z.string()), "Targets of the tested pull requests only."),
  ),
  dependentPrs: z.optional(described(z.array(z.number()), "Merged underneath, not under test.")),
});
