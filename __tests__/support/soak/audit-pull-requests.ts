/** Whether each pull request is in the one state that is right, given what it is, what people did, and what is on the branch. */
import type { SubmittedPullRequest } from "../../../src/client/wait.js";
import type { SoakPullRequest } from "./soak-origin.js";
import type { Complaints } from "./soak-plan.js";

interface Case {
  readonly pullRequest: SoakPullRequest;
  readonly seen: SubmittedPullRequest | undefined;
  readonly isOnBranch: boolean;
  readonly isRivalOnBranch: boolean;
  /** Somebody cancelled it or pushed to it. */
  readonly isDisturbed: boolean;
  readonly passedRuns: ReadonlySet<string>;
}

export function auditPullRequest(one: Case, complaints: Complaints): void {
  const { pullRequest, seen, isOnBranch } = one;
  const state = seen?.state ?? "never seen at an end";
  const problem = problemOf(state, one);
  if (problem === null) return;
  const { number, kind, branch, rival } = pullRequest;
  const where = isOnBranch ? "on the branch" : "not on the branch";
  const pair = rival === null ? "" : `, of a pair with #${rival}`;
  const reason = seen?.stateReason ?? "no reason";
  complaints.add(
    `#${number} (${kind}${pair}, to ${branch}) is ${state} by ${reason} and ${where}: ${problem}`,
  );
}

function problemOf(state: string, one: Case): string | null {
  const { pullRequest, seen, isOnBranch, isRivalOnBranch, isDisturbed, passedRuns } = one;
  const { kind, rival } = pullRequest;
  if (isOnBranch !== (state === "MERGED")) return "its state is not what the branch says";
  switch (state) {
    case "MERGED":
      if (kind === "broken") return "it fails every test";
      if (isRivalOnBranch) return "the one that it does not go with landed too";
      return passedRuns.has(seen?.verifiedByTestRun ?? "") ? null : "the run that it landed by never passed";
    case "FAILED":
      if (kind === "broken" || (rival !== null && isRivalOnBranch)) return null;
      return "nothing is wrong with it";
    case "CANCELLED":
      return isDisturbed ? null : "nobody cancelled it or pushed to it";
    default:
      return "it is stuck";
  }
}
