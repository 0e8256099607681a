/** How fast a queue has been lately: durations of its newest test runs and landings, from the moves of its entries. */
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import type { ReasonCode } from "../../../domain/reason.js";
import type { Transition } from "../../model/decision.js";

export interface Pace {
  /** From the start of CI to the pass, ascending. */
  readonly passedMs: readonly number[];
  /** From the start of CI to the failure, ascending. */
  readonly failedMs: readonly number[];
  /** From the last condition that was met to the landing, ascending. */
  readonly landingMs: readonly number[];
}

export const NO_PACE: Pace = { passedMs: [], failedMs: [], landingMs: [] };

/** Fewer passed runs say too little. */
export const LEAST_RUNS = 10;

/** `moves` are in the order of the log. A run with several entries counts once. */
export function paceOf(moves: readonly Transition[]): Pace {
  const passedMs: number[] = [];
  const failedMs: number[] = [];
  const runs = new Map<TestRunId, number>();
  for (const { at, from, to, run, reason } of moves) {
    if (run === null) continue;
    if (to === "testing" && !runs.has(run)) runs.set(run, at);
    const startedAt = runs.get(run);
    // Its own run still runs when that of a successor lands it.
    if (from !== "testing" || startedAt === undefined || reason?.code === SUCCESSOR_PASSED) continue;
    if (to === "testsPassed") passedMs.push(at - startedAt);
    else if (to === "pendingFailure" || to === "failed") failedMs.push(at - startedAt);
    runs.delete(run);
  }
  return { passedMs: ascending(passedMs), failedMs: ascending(failedMs), landingMs: landingsIn(moves) };
}

const SUCCESSOR_PASSED: ReasonCode = "SUCCESSOR_TEST_RUN_PASSED";

/** A branch lands one after the other: a landing waits for its own tests and for the landing before it. */
function landingsIn(moves: readonly Transition[]): readonly number[] {
  const passedAt = new Map<PullRequestNumber, number>();
  const landingMs: number[] = [];
  let [newest, previous] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, to, pullRequest } of moves) {
    if (to === "testsPassed") passedAt.set(pullRequest, at);
    if (to !== "merged") continue;
    if (at !== newest) [newest, previous] = [at, newest];
    const passed = passedAt.get(pullRequest);
    if (passed !== undefined) landingMs.push(at - Math.max(passed, previous));
  }
  return ascending(landingMs);
}

/** A clock that was set back makes no duration negative. */
function ascending(durations: readonly number[]): readonly number[] {
  return durations.map((ms) => Math.max(0, ms)).sort((one, other) => one - other);
}
