/** What a report says of a pull request: its state, why it is in it, and what it still waits for. */
import type { Stay, SubmittedPullRequest } from "../client/wait.js";
import { isFinalState } from "../contract/states.js";
import { joined, type Markup, markup } from "./markup.js";
import type { Report } from "./report.js";
import type { PullRequestOnWire } from "./subject.js";
import { durationInWords } from "./words.js";

/** What is known before the service is asked. */
export function announcePullRequest({ repo, targetBranch, pr }: PullRequestOnWire, report: Report): void {
  report.row("Pull request", markup`${repo.owner}/${repo.name}#${pr.number} → ${targetBranch}`);
}

export function reportPullRequest(
  request: PullRequestOnWire,
  value: SubmittedPullRequest,
  report: Report,
): void {
  const state = value.state ?? "";
  const reason = reasonOf(value);
  announcePullRequest(request, report);
  report.set({
    state,
    "is-submitted": value.isCurrentlySubmittedToQueue,
    "is-final": isFinalState(state),
    priority: priorityInWords(value),
    reason,
  });
  report.row("Title", markup`${value.prTitle} (by ${value.prAuthor})`);
  report.row("State", markup`**${state}**`);
  report.row("Reason", reason === "" ? null : markup`${reason}`);
  report.row("Priority", markup`${priorityInWords(value)}`);
  const missing = state === "NOT_READY" ? missingForReadiness(value) : [];
  report.row("Waits for", missing.length === 0 ? null : markup`${missing.join("; ")}`);
  if (isFinalState(state)) report.row("Position", null);
}

/** The queue's own words; its code where it has no words; empty where it gives none. */
export function reasonOf(value: SubmittedPullRequest): string {
  return value.stateReasonText ?? value.stateReason ?? "";
}

export function reportHistory(history: readonly Stay[], report: Report): void {
  const stays = history.map(
    ({ state, ms }): Markup =>
      isFinalState(state) ? markup`${state}` : markup`${state} ${durationInWords(ms)}`,
  );
  if (stays.length > 0) report.row("History", joined(stays, " → "));
}

function priorityInWords(value: SubmittedPullRequest): string {
  return value.priorityName === "custom" ? String(value.priorityValue) : value.priorityName;
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
  return missing.length === 0 ? ["the queue to admit it, which a paused or draining one does not"] : missing;
}
