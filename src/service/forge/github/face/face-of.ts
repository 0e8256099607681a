/**
 * START HERE for what people see: the face of a pull request, as a function of the stored queue. Nothing is asked of
 * GitHub, so that whoever shows it knows beforehand whether there is anything to do.
 */

import { createHash } from "node:crypto";
import { assertNever } from "../../../../domain/assert-never.js";
import { STATE_LABELS } from "../../../../domain/state-label.js";
import type { Entry, EntryState } from "../../../../engine/queue.js";
import { commentOf } from "./comment-of.js";
import { STATE_WORDS } from "./draft-of.js";
import type { CheckFace, ClosingFace, Face } from "./face.js";
import type { FaceView } from "./face-view.js";
import { cut, onOneLine, sentence } from "./markdown.js";

export function faceOf(view: FaceView): Face {
  const { entry, queue } = view;
  const { settings } = queue;
  return {
    moment: [stayOf(entry), entry.state, view.run?.id ?? "", entry.facts.headSha].join(" "),
    comment: settings.commentsEnabled ? commentOf(view) : null,
    check: settings.statusCheckEnabled ? checkOf(view) : null,
    label: settings.stateLabelsEnabled ? STATE_LABELS[entry.state] : null,
    closing: closingOf(view),
    isFinal: entry.ended !== null,
  };
}

/** One submission of the pull request: the entry's id stays the same when it is submitted again. */
export function stayOf({ id, sequence }: Entry): string {
  return `${id}/${sequence}`;
}

function checkOf(view: FaceView): CheckFace {
  const { entry, pageUrl } = view;
  return {
    headSha: entry.facts.headSha,
    stay: stayOf(entry),
    state: checkState(entry.state),
    title: cut(onOneLine(STATE_WORDS[entry.state]), 200),
    summary: entry.reason === null ? STATE_WORDS[entry.state] : sentence(entry.reason.sentence),
    detailsUrl: pageUrl,
  };
}

function checkState(state: EntryState): CheckFace["state"] {
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

/** Whoever was merged outside the queue is GitHub's matter. */
function closingOf({ queue, entry, landedAs }: FaceView): ClosingFace | null {
  const { facts, reason, ended } = entry;
  const hasLanded = reason?.code === "MERGE_GRAPH_MERGE" || reason?.code === "MERGE_GRAPH_DIRECT_MERGE";
  if (ended !== "merged" || !hasLanded) return null;
  const isHeadOnBranch = queue.settings.mergeMethod === "merge_commit" || landedAs === facts.headSha;
  return {
    stay: stayOf(entry),
    headSha: facts.headSha,
    kind: isHeadOnBranch ? "closesByItself" : "close",
  };
}

/** Whether something is as it was shown last. */
export function digestOf(shown: string): string {
  return createHash("sha256").update(shown).digest("hex");
}
