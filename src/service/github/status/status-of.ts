/**
 * START HERE for the pull request status: computes it from the stored queue. It makes no calls, so the caller knows
 * before any call whether GitHub needs an update.
 */

import { createHash } from "node:crypto";
import { assertNever } from "../../../domain/assert-never.js";
import { STATE_LABELS } from "../../../domain/states.js";
import type { Entry, EntryState } from "../../../engine/model/queue.js";
import { checkActions } from "./check-actions.js";
import { commentOf, whySentence } from "./comment-of.js";
import { STATE_WORDS } from "./draft-of.js";
import { exitNoticeOf } from "./exit-notice.js";
import { cut, onOneLine, sentence } from "./markdown.js";
import { FURTHER_BACK } from "./published-positions.js";
import { requiredChecksOf } from "./required-checks.js";
import type { CheckStatus, ClosingStatus, PullRequestStatus } from "./status.js";
import type { StatusView } from "./status-view.js";

export function statusOf(view: StatusView): PullRequestStatus {
  const { entry, queue } = view;
  const { settings } = queue;
  return {
    moment: [submissionOf(entry), entry.state, view.run?.id ?? "", entry.facts.headSha].join(" "),
    comment: settings.commentsEnabled ? commentOf(view) : null,
    notice: settings.commentsEnabled ? exitNoticeOf(view, submissionOf(entry)) : null,
    check: settings.statusCheckEnabled ? checkOf(view) : null,
    label: settings.stateLabelsEnabled ? STATE_LABELS[entry.state] : null,
    closing: closingOf(view),
    isFinal: entry.ended !== null,
  };
}

/** Identifies one submission: the entry's id does not change when the pull request is submitted again. */
export function submissionOf({ id, sequence }: Entry): string {
  return `${id}/${sequence}`;
}

function checkOf(view: StatusView): CheckStatus {
  const { entry, queue, pageUrl } = view;
  return {
    headSha: entry.facts.headSha,
    submission: submissionOf(entry),
    state: checkState(entry.state),
    title: cut(onOneLine(STATE_WORDS[entry.state]), 200),
    summary: summaryOf(view),
    detailsUrl: pageUrl,
    actions: queue.settings.commandsEnabled ? checkActions(entry.state) : [],
  };
}

/** One sentence, the position, and the required checks. */
function summaryOf(view: StatusView): string {
  const { entry, run, position } = view;
  const isWaiting = entry.ended === null && entry.state !== "notReady";
  const checks = run === null ? [] : requiredChecksOf(run).map((line) => `- ${line}`);
  return [
    sentence(whySentence(view)),
    ...(isWaiting ? ["", `Position: ${position ?? FURTHER_BACK}`] : []),
    ...(checks.length === 0 ? [] : ["", "Required checks:", "", ...checks]),
  ].join("\n");
}

function checkState(state: EntryState): CheckStatus["state"] {
  switch (state) {
    case "notReady":
    case "pending":
      return { status: "queued" };
    case "testing":
    case "testsPassed":
    case "pendingFailure":
      return { status: "in_progress" };
    case "merged":
      return { status: "completed", conclusion: "success" };
    case "failed":
      return { status: "completed", conclusion: "failure" };
    case "cancelled":
      return { status: "completed", conclusion: "cancelled" };
    default:
      return assertNever(state);
  }
}

function closingOf({ queue, entry, landedAs }: StatusView): ClosingStatus | null {
  const { facts, reason, ended } = entry;
  const hasLanded = reason?.code === "MERGE_GRAPH_MERGE" || reason?.code === "MERGE_GRAPH_DIRECT_MERGE";
  const isOutside = reason?.code === "MANUAL_MERGE";
  if (ended !== "merged" || !(hasLanded || isOutside)) return null;
  // GitHub notices by itself that the branch has this head.
  if (entry.shownAs !== undefined)
    return { submission: submissionOf(entry), headSha: entry.shownAs, kind: "closesByItself" };
  const isHeadOnBranch = queue.settings.mergeMethod === "merge_commit" || landedAs === facts.headSha;
  return {
    submission: submissionOf(entry),
    headSha: facts.headSha,
    // GitHub has closed what it merged, but not a pull request whose tested commit a person has pushed.
    kind: isHeadOnBranch || isOutside ? "closesByItself" : "close",
  };
}

/** Digest of published contents, to detect whether they changed. */
export function digestOf(shown: string): string {
  return createHash("sha256").update(shown).digest("hex");
}
