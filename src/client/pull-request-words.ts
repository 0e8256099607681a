/** What is said of a submitted pull request: why it is in its state, its priority, and what it still waits for. */
import type { SubmittedPullRequest } from "./wait.js";

/** The queue's own words; its code where it has no words; empty where it gives none. */
export function reasonOf(value: SubmittedPullRequest): string {
  return value.stateReasonText ?? value.stateReason ?? "";
}

export function priorityInWords(value: SubmittedPullRequest): string {
  return value.priorityName === "custom" ? String(value.priorityValue) : value.priorityName;
}

/** Empty for what is ready, and where the service does not tell. */
export function missingForReadiness({ state, readiness }: SubmittedPullRequest): readonly string[] {
  if (state !== "NOT_READY" || readiness === undefined) return [];
  const missing: string[] = [];
  if (!readiness.doesBaseBranchMatch) missing.push("its base to be the queue's branch");
  if (readiness.requiresImpactedTargets && readiness.hasImpactedTargets === false) {
    missing.push("impacted targets of its head commit");
  }
  if (readiness.unmetRules !== undefined && readiness.unmetRules.length > 0) {
    missing.push(...readiness.unmetRules);
  } else if (readiness.gitHubMergeability !== "mergeable") {
    missing.push(`the forge to call it mergeable (now ${readiness.gitHubMergeability})`);
  }
  return missing.length === 0 ? ["the queue to admit it, which a paused or draining one does not"] : missing;
}
