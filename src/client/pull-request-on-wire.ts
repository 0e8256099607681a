/** How requests name a queue and a pull request in it. */

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

/** When the service does not return the flag, the state decides. */
export function isInQueue(value: SubmittedPullRequest): boolean {
  return !hasEnded(value) && (value.isCurrentlySubmittedToQueue ?? true);
}

/** An unknown state is final when the service reports that the pull request is not in the queue. */
export function hasEnded({ state, isCurrentlySubmittedToQueue }: SubmittedPullRequest): boolean {
  return isFinalState(state) || (isCurrentlySubmittedToQueue === false && !isKnownState(state));
}

/** The queue's text, else its code, else empty. */
export function reasonOf(value: SubmittedPullRequest): string {
  return value.stateReasonText ?? value.stateReason ?? "";
}

/** Empty when the service does not return it. */
export function priorityInWords({ priorityName, priorityValue }: Priority): string {
  const isNamed = priorityName !== undefined && priorityName !== "custom";
  return isNamed ? priorityName : String(priorityValue ?? "");
}

type Priority = Pick<SubmittedPullRequest, "priorityName" | "priorityValue">;

/** Empty for a ready pull request, and when the service does not report it. */
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
    missing.push(`the forge to report it as mergeable (now ${mergeability})`);
  }
  return missing.length === 0
    ? ["the queue to admit it, which a paused or draining queue does not"]
    : missing;
}
