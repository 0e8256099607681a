/** Every step of a pull request on the wire, newest first. */
import type { ReplyOf } from "../../contract/endpoints.js";
import type { Transition } from "../../engine/decision.js";
import { presentEntryState, presentTime, type StateCase } from "./present.js";

type Timeline = NonNullable<ReplyOf<"getSubmittedPullRequest">["timeline"]>;

/** The newest of a pull request that was tested again and again. */
const MOST_STEPS = 500;

/** `stateSince` is when the present state began. A step that a clock recorded ahead of time is shown with the next one. */
export function presentTimeline(
  steps: readonly Transition[],
  stateSince: number,
  stateCase: StateCase,
): Timeline {
  let next = stateSince;
  return steps
    .toReversed()
    .slice(0, MOST_STEPS)
    .map(({ at, to, reason, run }) => {
      next = Math.min(at, next);
      return {
        timestamp: presentTime(next),
        state: to === "failed" ? failure(stateCase) : presentEntryState(to, stateCase),
        ...(reason !== null && { reason: reason.code.toLowerCase(), reasonText: reason.sentence }),
        ...(run !== null && { testRunId: run }),
      };
    });
}

/** A timeline has a word of its own for it. */
function failure(stateCase: StateCase): string {
  return stateCase === "upper" ? "FAILURE" : "failure";
}
