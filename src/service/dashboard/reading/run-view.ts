/** A test run as pages and JSON show it: what it tested, on what, how long, and with which result. */

import { assertNever } from "../../../domain/assert-never.js";
import type { Check } from "../../../domain/check.js";
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import { testBranchName } from "../../../domain/test-branch.js";
import type { TestRun } from "../../../engine/model/queue.js";

export type RunState = "building" | "running" | "passed" | "failed" | "conflicted" | "stopped";

export interface RunView {
  readonly id: TestRunId;
  readonly state: RunState;
  /** What the result rests on, for people. */
  readonly result: string;
  readonly own: readonly PullRequestNumber[];
  /** What it was tested on, front to back. */
  readonly on: readonly PullRequestNumber[];
  readonly testBranch: string;
  /** The tested commit; null until it is built, and after a conflict. */
  readonly commit: string | null;
  readonly createdAt: number;
  /** null while it runs. */
  readonly endedAt: number | null;
  readonly requiredStatuses: readonly string[];
  readonly checks: readonly Check[];
}

export function runView(run: TestRun, endedAt: number | null, testBranchPrefix: string): RunView {
  const { id, own, contains, createdAt, requiredStatuses, checks } = run;
  const [first] = own;
  if (first === undefined) throw new Error(`test run ${id} tests nothing`);
  const state = stateOf(run, endedAt !== null);
  return {
    ...{ id, state, own, createdAt, endedAt, requiredStatuses, checks },
    result: resultOf(run, state),
    on: contains.flatMap(({ pullRequest }) => (own.includes(pullRequest) ? [] : [pullRequest])),
    testBranch: testBranchName(testBranchPrefix, first, id),
    commit: run.tree === null ? null : (run.commits.at(-1) ?? null),
  };
}

function stateOf({ progress }: TestRun, isEnded: boolean): RunState {
  switch (progress.kind) {
    case "building":
    case "running":
      return isEnded ? "stopped" : progress.kind;
    case "passed":
    case "failed":
    case "conflicted":
      return progress.kind;
    default:
      return assertNever(progress);
  }
}

function resultOf({ progress }: TestRun, state: RunState): string {
  if (progress.kind === "conflicted") {
    return `#${progress.pullRequest} conflicts${progress.files.length === 0 ? "" : ` in ${progress.files.slice(0, 3).join(", ")}`}`;
  }
  if (progress.kind === "failed") {
    const { failure } = progress;
    switch (failure.kind) {
      case "check":
        return `${failure.name} failed`;
      case "timeout":
        return `no verdict within ${failure.minutes} minutes`;
      case "noResult":
        return "no result of CI or the code host";
      case "noCheck":
        return `no check started within ${failure.minutes} minutes`;
      default:
        return assertNever(failure);
    }
  }
  return state === "stopped" ? "stopped before a verdict" : "";
}
