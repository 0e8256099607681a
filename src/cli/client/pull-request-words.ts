/** What is said of a pull request: its state, why it is in it, and what it still waits for. */
import type { SubmittedPullRequest } from "../../client/wait.js";
import type { PullRequestOnWire } from "./subject.js";

/** `#412`. */
export function nameOf({ pr }: PullRequestOnWire): string {
  return `#${pr.number}`;
}

/** The queue's own words; its code where it has no words; empty where it gives none. */
export function reasonOf(value: SubmittedPullRequest): string {
  return value.stateReasonText ?? value.stateReason ?? "";
}

export function stateSentence(request: PullRequestOnWire, value: SubmittedPullRequest): string {
  const sentence = `${nameOf(request)} is ${value.state ?? "in a state that the service does not tell"}`;
  const reason = reasonOf(value);
  return reason === "" ? `${sentence}.` : `${sentence}: ${reason}`;
}

export function detailsOf(value: SubmittedPullRequest): readonly string[] {
  const missing = value.state === "NOT_READY" ? missingForReadiness(value) : [];
  return [
    `Title     ${value.prTitle} (by ${value.prAuthor})`,
    `Priority  ${value.priorityName === "custom" ? value.priorityValue : value.priorityName}`,
    ...(missing.length === 0 ? [] : [`Waits for ${missing.join("; ")}`]),
  ];
}

function missingForReadiness({ readiness }: SubmittedPullRequest): readonly string[] {
  if (readiness === undefined) return [];
  const missing: string[] = [];
  if (!readiness.doesBaseBranchMatch) missing.push("its base to be the queue's branch");
  if (readiness.requiresImpactedTargets && readiness.hasImpactedTargets === false) {
    missing.push("impacted targets of its head commit");
  }
  if (readiness.gitHubMergeability !== "mergeable") {
    missing.push(`the forge to call it mergeable (now ${readiness.gitHubMergeability})`);
  }
  return missing.length === 0 ? ["the queue to admit it"] : missing;
}
