/**
 * What would be tested now: for each place in the line, everything ahead that is expected to land, then the batch's
 * own heads. A live run counts only while it is a test of exactly that; otherwise it is refuted.
 */
import type { BatchId, CommitId, PullRequestNumber } from "../domain/ids.js";
import { entriesOf, runOf } from "./lookup.js";
import type { Batch, ContainedHead, Entry, Queue, TestRun } from "./queue.js";

export interface Plan {
  /** Front to back. */
  readonly places: readonly Place[];
  /** The heads of every batch that is expected to land, in the order of the line. */
  readonly heads: readonly ContainedHead[];
}

export interface Place {
  readonly batch: Batch;
  readonly own: readonly ContainedHead[];
  readonly run: TestRun | null;
  /** How many heads of its run the target branch has by now; null without a run, or with a refuted one. */
  readonly landed: number | null;
  /** How many of the plan's heads go before its own: none once the batch has only itself to blame. */
  readonly ahead: number;
  /** Its run failed, or it does not merge: those behind plan without it until that is settled. */
  readonly isDoubtful: boolean;
}

type Heads = ReadonlyMap<PullRequestNumber, ContainedHead>;

const plans = new WeakMap<Queue, Plan>();

export function planOf(queue: Queue): Plan {
  const plan = plans.get(queue) ?? makePlan(queue);
  plans.set(queue, plan);
  return plan;
}

/** Everything the place's run has to contain now. */
export function contentsAt(plan: Plan, place: Place): readonly ContainedHead[] {
  return [...plan.heads.slice(0, place.ahead), ...place.own];
}

/** The head that comes at this index of the contents; undefined beyond them. */
export function headAt(plan: Plan, place: Place, index: number): ContainedHead | undefined {
  return index < place.ahead ? plan.heads[index] : place.own[index - place.ahead];
}

/** The pull requests that the batch is planned on, and that have not landed. */
export function aheadOf(queue: Queue, batch: BatchId): readonly PullRequestNumber[] {
  const { places, heads } = planOf(queue);
  const ahead = places.find((place) => place.batch.id === batch)?.ahead ?? 0;
  return heads.slice(0, ahead).map(({ pullRequest }) => pullRequest);
}

/** True when the run is no test of what would be tested now, so that it proves nothing. */
export function isRefuted(place: Place): boolean {
  return place.run !== null && place.landed === null;
}

function makePlan(queue: Queue): Plan {
  const heads: ContainedHead[] = [];
  const untested = untestedHeads(queue);
  const places = queue.line.map((batch): Place => {
    const run = runOf(queue, batch.id) ?? null;
    const own = ownHeads(batch, run, untested);
    const ahead = heads.length;
    const landed = run === null ? null : landedHeads(run, queue.tip, heads, own);
    const isDoubtful = run !== null && landed !== null && speaksAgainstItself(run);
    if (!isDoubtful) heads.push(...own);
    return { batch, own, run, landed, ahead, isDoubtful };
  });
  return { places, heads };
}

/** How many of the run's heads make up the tip, on the very commit it was tested on; null when the tip is another. */
export function landedIn(run: TestRun, tip: CommitId): number | null {
  if (run.testedOn === tip) return 0;
  const index = run.commits.indexOf(tip);
  return index === -1 ? null : index + 1;
}

/** The same, provided that what is left of the run is `ahead` and `own`. */
function landedHeads(
  run: TestRun,
  tip: CommitId,
  ahead: readonly ContainedHead[],
  own: readonly ContainedHead[],
): number | null {
  const landed = landedIn(run, tip);
  if (landed === null || run.contains.length - landed !== ahead.length + own.length) return null;
  const isAsExpected =
    sameHeads(run.contains, landed, ahead) && sameHeads(run.contains, landed + ahead.length, own);
  return isAsExpected ? landed : null;
}

function sameHeads(
  contained: readonly ContainedHead[],
  from: number,
  expected: readonly ContainedHead[],
): boolean {
  return expected.every((head, index) => isSameHead(contained[from + index], head));
}

/** False also when there is none to compare. */
export function isSameHead(one: ContainedHead | undefined, other: ContainedHead | undefined): boolean {
  return one !== undefined && one.pullRequest === other?.pullRequest && one.headSha === other.headSha;
}

function speaksAgainstItself(run: TestRun): boolean {
  const { progress } = run;
  return (
    progress.kind === "failed" || (progress.kind === "conflicted" && run.own.includes(progress.pullRequest))
  );
}

/** As the live run has them: a title edited since would give other commits than those under test. */
function ownHeads(batch: Batch, run: TestRun | null, untested: Heads): readonly ContainedHead[] {
  return batch.entries.map((pullRequest) => {
    const tested = run?.contains.findLast((head) => head.pullRequest === pullRequest);
    const head = tested ?? untested.get(pullRequest);
    if (head === undefined) throw new Error(`#${pullRequest} has a place in the line but no entry`);
    return head;
  });
}

function untestedHeads(queue: Queue): Heads {
  const batches = queue.line.filter(({ id }) => runOf(queue, id) === undefined);
  const entries = entriesOf(
    queue,
    batches.flatMap((batch) => batch.entries),
  );
  return new Map(entries.map((entry) => [entry.facts.number, headOf(entry)]));
}

function headOf({ facts, submittedAt }: Entry): ContainedHead {
  return { pullRequest: facts.number, headSha: facts.headSha, title: facts.title, submittedAt };
}
