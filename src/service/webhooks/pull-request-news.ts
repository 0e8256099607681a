/** What a decision tells of single pull requests: one piece of news for each move that has a word of its own. */
import { assertNever } from "../../domain/assert-never.js";
import type { Transition } from "../../engine/decision.js";
import type { Batch, EntryState } from "../../engine/queue.js";
import type { PullRequestAction, PullRequestNews, Why } from "./news.js";
import type { SurroundingsOfDecision } from "./surroundings-of-decision.js";

export function pullRequestNews(around: SurroundingsOfDecision): readonly PullRequestNews[] {
  return around.decision.transitions.flatMap((transition) => {
    const action = actionOf(transition.to);
    return action === null ? [] : [told(transition, action, around)];
  });
}

/** Null: receivers are told of the batch, or of what follows. */
function actionOf(state: EntryState): PullRequestAction | null {
  switch (state) {
    case "notReady":
      return "submitted";
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
): PullRequestNews {
  const { at, entry, pullRequest, run: runId } = transition;
  const run = around.run(runId);
  const batch = batchAtThatMoment(transition, around);
  return {
    kind: "pullRequest",
    action,
    at,
    pullRequest,
    author: around.author(entry),
    batched: (run?.own ?? batch?.entries ?? []).length > 1,
    isBisection: batch?.splitFrom != null || transition.reason?.code === "BISECTION_TEST_RUN_PASSED",
    run,
    why: whyOf(action, transition),
  };
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

function whyOf(action: PullRequestAction, { reason }: Transition): Why {
  if (reason === null) return {};
  switch (action) {
    case "queued":
      return { reason: reason.code };
    case "failed":
      return { failure_reason: reason.code };
    case "canceled":
      return { cancellation_reason: reason.code };
    case "submitted":
    case "testing":
    case "merged":
      return {};
    default:
      return assertNever(action);
  }
}
