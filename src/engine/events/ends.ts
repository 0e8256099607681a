/** How the entries of a landing end, and what happens to runs after the branch moved outside the queue. */
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { Reason, ReasonCode } from "../../domain/reason.js";
import { landed } from "../explain/reasons/landings.js";
import { withEntries, withRuns } from "../model/change.js";
import type { Reasons } from "../model/decision.js";
import { allRuns, batchOf, entriesOf, runOf } from "../model/lookup.js";
import type { Entry, HeadPush, Landing, Queue, TestRun } from "../model/queue.js";
import { runAt } from "../planning/runs-after-move.js";

/** An ended entry and the reason. */
export type End = readonly [entry: Entry, reason: Reason];

export function landingEntries(queue: Queue, landing: Landing): readonly Entry[] {
  return entriesOf(
    queue,
    landing.heads.map(({ pullRequest }) => pullRequest),
  );
}

/** Reasons that end a leaving entry as failed; any other cancels it. */
const FAILING: ReadonlySet<ReasonCode> = new Set([
  "GITHUB_API_BRANCH_PROTECTION_UNMET",
  "START_TEST_RUN_RETRY_EXHAUSTED",
  "START_TEST_RUN_INVALID_EVENT",
]);

/** Empty if the entry is not leaving. */
export function leave(entry: Entry): readonly End[] {
  const { leaving } = entry;
  if (leaving === null) return [];
  const ended = FAILING.has(leaving.code) ? "failed" : "cancelled";
  return [[{ ...entry, ended }, leaving]];
}

/** Verified by its own run if that passed, else by the run of the landing; a direct merge has neither. */
export function mergedByQueue(queue: Queue, entry: Entry, landing: Landing): End {
  const { run, proof } = landing;
  const { number } = entry.facts;
  const batch = batchOf(queue, number);
  const own = batch && runOf(queue, batch.id);
  const passed: TestRun["id"] = own?.progress.kind === "passed" ? own.id : run;
  const verifiedBy = proof.kind === "direct" ? null : passed;
  const push = headPushOf(landing, number);
  const shownAs = push === undefined || landing.areHeadsBack === true ? {} : { shownAs: push.to };
  return [{ ...entry, ended: "merged", verifiedBy, ...shownAs }, landed(number, verifiedBy, proof)];
}

export function headPushOf(
  { headPushes = [] }: Landing,
  pullRequest: PullRequestNumber,
): HeadPush | undefined {
  return headPushes.find((push) => push.pullRequest === pullRequest);
}

export function withEnds(queue: Queue, ends: readonly End[]): Queue {
  return withEntries(
    queue,
    ends.map(([entry]) => entry),
  );
}

export function reasonsOf(ends: readonly End[]): Reasons {
  return new Map(ends.map(([entry, reason]) => [entry.facts.number, reason]));
}

export function movedOutside(queue: Queue, tip: CommitId): Queue {
  return withRuns(
    { ...queue, tip },
    allRuns(queue).map((run) => runAt(run, tip)),
  );
}
