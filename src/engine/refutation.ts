/** Which runs are refuted, and why: the first difference between what a run contains and what it would have to. */
import type { PullRequestNumber } from "../domain/ids.js";
import { PRIORITIES } from "../domain/priority.js";
import type { Reason } from "../domain/reason.js";
import { headAt, isRefuted, isSameHead, landedIn, type Place, type Plan } from "./plan.js";
import type { Entry, Queue, TestRun } from "./queue.js";
import {
  branchMoved,
  predecessorBack,
  predecessorInDoubt,
  predecessorLeft,
  skippedTheLine,
} from "./reasons.js";

export interface Refutation {
  readonly run: TestRun;
  readonly own: readonly PullRequestNumber[];
  readonly reason: Reason;
}

/** What may explain a difference, looked up once for all runs. */
interface Explanations {
  readonly expected: ReadonlySet<PullRequestNumber>;
  readonly urgent: ReadonlySet<PullRequestNumber>;
  /** Those that ended in this very decision. */
  readonly left: ReadonlyMap<PullRequestNumber, Entry>;
  readonly doubtful: ReadonlyMap<PullRequestNumber, TestRun>;
}

export function findRefutations(queue: Queue, plan: Plan): readonly Refutation[] {
  let known: Explanations | undefined;
  return plan.places.flatMap((place) => {
    const { run, batch } = place;
    if (run === null || !isRefuted(place)) return [];
    known ??= explanationsFor(queue, plan);
    return [{ run, own: batch.entries, reason: whyRefuted(queue, plan, place, run, known) }];
  });
}

function whyRefuted(queue: Queue, plan: Plan, place: Place, run: TestRun, known: Explanations): Reason {
  const own = place.batch.entries;
  const moved = branchMoved(own, queue.targetBranch, queue.tip);
  const landed = landedIn(run, queue.tip);
  if (landed === null) return moved;
  let at = 0;
  while (isSameHead(run.contains[landed + at], headAt(plan, place, at))) at++;
  const tested = run.contains[landed + at]?.pullRequest;
  const missing = headAt(plan, place, at)?.pullRequest;
  if (tested !== undefined && !known.expected.has(tested)) {
    const left = known.left.get(tested);
    if (left !== undefined) return predecessorLeft(own, left);
    const doubtful = known.doubtful.get(tested);
    // Neither is so of one that landed long ago, and was taken off the branch now.
    return doubtful === undefined ? moved : predecessorInDoubt(own, doubtful);
  }
  if (missing === undefined) return moved;
  return known.urgent.has(missing) ? skippedTheLine(own, missing) : predecessorBack(own, missing);
}

function explanationsFor(queue: Queue, plan: Plan): Explanations {
  const left = new Map<PullRequestNumber, Entry>();
  const urgent = new Set<PullRequestNumber>();
  for (const entry of queue.entries) {
    if (entry.ended !== null) left.set(entry.facts.number, entry);
    else if (entry.priority === PRIORITIES.urgent) urgent.add(entry.facts.number);
  }
  const doubtful = plan.places.flatMap(({ isDoubtful, run, batch }) =>
    isDoubtful && run !== null ? batch.entries.map((entry) => [entry, run] as const) : [],
  );
  const expected = new Set(plan.heads.map(({ pullRequest }) => pullRequest));
  return { expected, urgent, left, doubtful: new Map(doubtful) };
}
