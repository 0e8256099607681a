/** The webhook events of batches of several: for the transitions that their entries make together. */
import { assertNever } from "../../domain/assert-never.js";
import type { Transition } from "../../engine/model/decision.js";
import type { TestRun } from "../../engine/model/queue.js";
import {
  type BatchAction,
  type BatchPayload,
  timestampOf,
  type WebhookNotice,
  type Wording,
} from "./payload.js";
import type { SurroundingsOfDecision } from "./surroundings-of-decision.js";

interface Group {
  readonly action: BatchAction;
  readonly run: TestRun | null;
  readonly isBisection: boolean;
  readonly moves: Transition[];
}

/** Several entries of one batch with the same transition in one decision; the last entry of a batch moves alone. */
export function batchNotices(
  around: SurroundingsOfDecision,
  wording: Wording,
): readonly WebhookNotice<BatchPayload>[] {
  const groups = new Map<string, Group>();
  for (const transition of around.decision.transitions) {
    const group = groupOf(transition, around);
    if (group === null) continue;
    const known = groups.get(group.key);
    if (known === undefined) groups.set(group.key, { ...group, moves: [transition] });
    else known.moves.push(transition);
  }
  return [...groups.values()].filter(({ moves }) => moves.length > 1).map((group) => told(group, wording));
}

function told({ action, run, isBisection, moves }: Group, wording: Wording): WebhookNotice<BatchPayload> {
  const at = Math.max(...moves.map((move) => move.at));
  const payload: BatchPayload = {
    type: `pull_request_batch.${action}`,
    timestamp: timestampOf(at),
    action,
    status: action,
    pr_numbers: moves.map(({ pullRequest }) => pullRequest),
    ...wording.place,
    is_bisection: isBisection,
    ...wording.testedWhere(run),
    ...whyOf(action, run, moves),
  };
  return { at, payload };
}

function groupOf(
  transition: Transition,
  around: SurroundingsOfDecision,
): (Omit<Group, "moves"> & { readonly key: string }) | null {
  const action = actionOf(transition);
  if (action === null) return null;
  // A verdict on a batch outlives its place; before it, the run lists what is tested together.
  const run = around.run(transition.run);
  const batch = run === null ? around.batchBefore(transition.pullRequest) : around.batch(run.batch);
  const id = batch?.id ?? run?.batch;
  if (id === undefined) return null;
  return {
    key: `${action} ${id} ${action === "testing" ? (transition.run ?? "") : ""}`,
    action,
    run: run ?? around.failedRun(id),
    isBisection: batch?.splitFrom != null,
  };
}

function actionOf({ to, reason }: Transition): BatchAction | null {
  switch (to) {
    case "testing":
    case "merged":
    case "failed":
      return to;
    case "pendingFailure":
      return "pending_failure";
    case "pending":
      return reason?.code === "BISECTION_REQUIRED" ? "failed" : null;
    case "notReady":
    case "testsPassed":
    case "cancelled":
      return null;
    default:
      return assertNever(to);
  }
}

/** A batch that is split has failed for what its run met, or because the other half of an earlier one has passed. */
function whyOf(
  action: BatchAction,
  run: TestRun | null,
  [first]: readonly Transition[],
): Pick<BatchPayload, "failure_reason" | "reason_text"> {
  if (action !== "failed") return {};
  if (first?.to === "failed" && first.reason !== null)
    return { failure_reason: first.reason.code, reason_text: first.reason.sentence };
  if (run?.progress.kind !== "failed") return { failure_reason: "TEST_RUN_FAILED_BY_OPTIMIZATION" };
  const isOfCheck = run.progress.failure.kind === "check";
  return { failure_reason: isOfCheck ? "TEST_RUN_REQUIRED_STATUS_FAILED" : "TEST_RUN_TIMEOUT" };
}
