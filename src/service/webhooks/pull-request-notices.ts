/** The webhook events of single pull requests: one for each transition with a documented event. */
import { assertNever } from "../../domain/assert-never.js";
import { VERDICT_OF_CODE } from "../../domain/exit-verdict.js";
import type { VerdictKind } from "../../domain/verdict-kinds.js";
import { explainExit } from "../../engine/explain/exit.js";
import type { Transition } from "../../engine/model/decision.js";
import type { Batch, TestRun } from "../../engine/model/queue.js";
import {
  type PullRequestAction,
  type PullRequestPayload,
  timestampOf,
  verdictWord,
  type WebhookNotice,
  type Wording,
} from "./payload.js";
import type { SurroundingsOfDecision } from "./surroundings-of-decision.js";

type PullRequestNotices = WebhookNotice<PullRequestPayload>;
/** The field, if any, that gives the reason. */
type Why = Pick<PullRequestPayload, "reason" | "failure_reason" | "cancellation_reason" | "reason_text">;

export function pullRequestNotices(
  around: SurroundingsOfDecision,
  wording: Wording,
): readonly PullRequestNotices[] {
  return around.decision.transitions.flatMap((transition) => {
    const action = actionOf(transition);
    return action === null ? [] : [told(transition, action, around, wording)];
  });
}

/** Null: the event of the batch, or a later one, covers it. */
function actionOf({ from, to: state }: Transition): PullRequestAction | null {
  switch (state) {
    case "notReady":
      // An entry that lost approvals to a head push is submitted only once.
      return from === null ? "submitted" : null;
    case "pending":
      return "queued";
    case "testing":
    case "merged":
    case "failed":
      return state;
    case "cancelled":
      return "canceled";
    case "testsPassed":
    case "pendingFailure":
      return null;
    default:
      return assertNever(state);
  }
}

function told(
  transition: Transition,
  action: PullRequestAction,
  around: SurroundingsOfDecision,
  wording: Wording,
): PullRequestNotices {
  const { at, entry, pullRequest, run: runId } = transition;
  const run = around.run(runId);
  const batch = batchAtThatMoment(transition, around);
  const payload: PullRequestPayload = {
    type: `pull_request.${action}`,
    timestamp: timestampOf(at),
    action,
    status: action,
    pr_number: pullRequest,
    author: around.entry(entry)?.facts.author ?? "",
    ...wording.place,
    http_details_url: wording.detailsUrl(pullRequest),
    batched: (run?.own ?? batch?.entries ?? []).length > 1,
    is_bisection: batch?.splitFrom != null || transition.reason?.code === "BISECTION_TEST_RUN_PASSED",
    ...wording.testedWhere(run),
    ...whyOf(action, transition),
    ...verdictOn(transition, run, around),
  };
  return { at, payload };
}

/** That of the run it speaks of; else the one it waits in from now on, or was taken out of. */
function batchAtThatMoment(
  { pullRequest, run, to }: Transition,
  around: SurroundingsOfDecision,
): Batch | null {
  if (to === "notReady") return null;
  const tested = around.run(run);
  if (tested !== null) return around.batch(tested.batch);
  return around.batchAfter(pullRequest) ?? around.batchBefore(pullRequest);
}

/** A failed run shows these itself. Any other blame needs the log, and a message has only its decision. */
const SHOWN_BY_RUN: ReadonlySet<VerdictKind> = new Set(["ciBroke", "setUp"]);

function verdictOn(
  { entry: id, to, reason }: Transition,
  run: TestRun | null,
  around: SurroundingsOfDecision,
): Pick<PullRequestPayload, "verdict"> {
  const entry = around.entry(id);
  // In one decision an entry may start and also leave.
  if (reason === null || entry === null || entry.ended !== to) return {};
  const { targetBranch } = around.before;
  const known = { entry, targetBranch, run, earlierRuns: [], landings: [], failuresOfOthers: [] };
  const verdict = explainExit(known)?.verdict;
  const isOfTests = VERDICT_OF_CODE[reason.code].kind === "failure";
  if (verdict === undefined || (isOfTests && !SHOWN_BY_RUN.has(verdict))) return {};
  return { verdict: verdictWord(verdict) };
}

function whyOf(action: PullRequestAction, { reason }: Transition): Why {
  if (reason === null) return {};
  switch (action) {
    case "queued":
      return { reason: reason.code, reason_text: reason.sentence };
    case "failed":
      return { failure_reason: reason.code, reason_text: reason.sentence };
    case "canceled":
      return { cancellation_reason: reason.code, reason_text: reason.sentence };
    case "submitted":
    case "testing":
    case "merged":
      return {};
    default:
      return assertNever(action);
  }
}
