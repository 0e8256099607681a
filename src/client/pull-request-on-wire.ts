/** How requests name a queue, and a pull request in it. */

import type { ReadReplyOf } from "../contract/endpoints.js";
import { isFinalState, isKnownState } from "../contract/states.js";
import type { PullRequestNumber } from "../domain/ids.js";
import type { Repository } from "../domain/repository.js";

export interface QueueOnWire {
  readonly repo: Repository;
  readonly targetBranch: string;
}

export interface PullRequestOnWire extends QueueOnWire {
  readonly pr: { readonly number: PullRequestNumber };
}

type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

/** `#412`. */
export function nameOf({ pr }: PullRequestOnWire): string {
  return `#${pr.number}`;
}

export function stateSentence(request: PullRequestOnWire, value: SubmittedPullRequest): string {
  const sentence = `${nameOf(request)} is ${value.state}`;
  const reason = reasonOf(value);
  return reason === "" ? `${sentence}.` : `${sentence}: ${reason}`;
}

/** A service that does not answer it gives the state. */
export function isInQueue(value: SubmittedPullRequest): boolean {
  return !hasEnded(value) && (value.isCurrentlySubmittedToQueue ?? true);
}

/** A state that is not known here is final when the service answers that the pull request is not in the queue. */
export function hasEnded({ state, isCurrentlySubmittedToQueue }: SubmittedPullRequest): boolean {
  return isFinalState(state) || (isCurrentlySubmittedToQueue === false && !isKnownState(state));
}

/** The queue's own words; its code where it has no words; empty where it gives none. */
export function reasonOf(value: SubmittedPullRequest): string {
  return value.stateReasonText ?? value.stateReason ?? "";
}

/** Empty where the service does not answer it. */
export function priorityInWords({ priorityName, priorityValue }: Priority): string {
  const isNamed = priorityName !== undefined && priorityName !== "custom";
  return isNamed ? priorityName : String(priorityValue ?? "");
}

type Priority = Pick<SubmittedPullRequest, "priorityName" | "priorityValue">;

/** Empty for what is ready, and where the service does not tell. */
export function missingForReadiness({ state, readiness }: SubmittedPullRequest): readonly string[] {
  if (state !== "NOT_READY" || readiness === undefined) return [];
  const missing: string[] = [];
  if (readiness.doesBaseBranchMatch === false) missing.push("its base to be the queue's branch");
  if (readiness.requiresImpactedTargets === true && readiness.hasImpactedTargets === false) {
    missing.push("impacted targets of its head commit");
  }
  const { unmetRules = [], gitHubMergeability: mergeability = "mergeable" } = readiness;
  if (unmetRules.length > 0) missing.push(...unmetRules);
  else if (mergeability !== "mergeable") {
    missing.push(`the forge to call it mergeable (now ${mergeability})`);
  }
  return missing.length === 0 ? ["the queue to admit it, which a paused or draining one does not"] : missing;
}
