/** Updates runs after the branch moved: runs that are still valid evidence move along to the new tip. */
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import { PlaceSet, TargetGraph } from "../index/queue-index.js";
import { entriesOf } from "../model/lookup.js";
import type { ContainedHead, Landing, Queue, TestRun } from "../model/queue.js";
import { type Touched, touchedBy } from "./overlap.js";
import type { Place } from "./place.js";
import { planOf } from "./plan.js";
import { isSameHead, leftToLand } from "./tested-heads.js";

/**
 * The landing moved the branch to `newTip`. A run that contains what landed, or that is in another lane, moves along.
 * Any other run keeps its tip and so is no evidence about the new one.
 */
export function runsAfterLanding(
  queue: Queue,
  landing: Landing,
  newTip: CommitId,
  runs = queue.runs,
): readonly TestRun[] {
  if (runs.length === 0) return runs;
  const { places } = planOf(queue);
  const placesByBatch = new Map(places.map((place, index) => [place.batch.id, { place, index }]));
  const landers = landersAmong(places);
  const touchesLanding = meetingOf(queue, landing.heads);
  return runs.map((run) => {
    if (run.validForTip !== landing.expectedTip) return run;
    const foreign = landing.heads.filter((head) => !contains(run, head));
    const own = placesByBatch.get(run.batch);
    const isInLane =
      own !== undefined && landers.length > 0
        ? landers.some((lander) => !isWithin(run, lander.place.own) && areInOneLane(own, lander))
        : foreign.length === landing.heads.length
          ? touchesLanding(leftToLand(run))
          : meetingOf(queue, foreign)(leftToLand(run));
    return isInLane ? run : movedAlong(run, landing, foreign, newTip);
  });
}

interface InLine {
  readonly place: Place;
  readonly index: number;
}

interface Lander extends InLine {
  /** Its predecessors that do not land with it. */
  readonly others: PlaceSet;
}

function landersAmong(places: readonly Place[]): readonly Lander[] {
  return places.flatMap((place, index) => {
    if (!place.isLanding) return [];
    const others = new PlaceSet(index);
    for (const ahead of place.predecessors) if (places[ahead]?.isLanding === false) others.add(ahead);
    return [{ place, index, others }];
  });
}

/** Whether the landing batch shares a target with the place, or with a predecessor that must land before the place. */
function areInOneLane({ place: { predecessors }, index }: InLine, lander: Lander): boolean {
  return (
    predecessors.has(lander.index) ||
    lander.place.predecessors.has(index) ||
    lander.others.meets(predecessors)
  );
}

/** After a push outside the queue, a run is evidence only if it was tested on the new tip, or contains that commit. */
export function runAt(run: TestRun, tip: CommitId): TestRun {
  if (run.testedOn === tip) return { ...run, validForTip: tip, landed: [], passedBy: [] };
  const built = run.commits.indexOf(tip);
  if (built === -1) return run.validForTip === null ? run : { ...run, validForTip: null };
  const landed = run.contains.slice(0, built + 1).map(({ pullRequest }) => pullRequest);
  return { ...run, validForTip: tip, landed, passedBy: [] };
}

/** The heads that are on a branch with this tip, according to runs updated by `runAt`. */
export function headsOnBranch(
  runs: readonly TestRun[],
  tip: CommitId,
): ReadonlyMap<PullRequestNumber, CommitId> {
  const heads = runs.flatMap(({ validForTip, contains, landed }) =>
    validForTip === tip ? contains.slice(0, landed.length) : [],
  );
  return new Map(heads.map(({ pullRequest, headSha }) => [pullRequest, headSha]));
}

function movedAlong(
  run: TestRun,
  { heads }: Landing,
  foreign: readonly ContainedHead[],
  newTip: CommitId,
): TestRun {
  const own = heads.filter((head) => !foreign.includes(head));
  return {
    ...run,
    validForTip: newTip,
    landed: withThese(run.landed, own),
    passedBy: withThese(run.passedBy, foreign),
  };
}

function withThese(
  numbers: readonly PullRequestNumber[],
  heads: readonly ContainedHead[],
): readonly PullRequestNumber[] {
  return heads.length === 0 ? numbers : numbers.concat(heads.map(({ pullRequest }) => pullRequest));
}

function contains(run: TestRun, head: ContainedHead): boolean {
  for (const contained of run.contains) if (isSameHead(contained, head)) return true;
  return false;
}

function isWithin(run: TestRun, heads: readonly ContainedHead[]): boolean {
  for (const head of heads) if (!contains(run, head)) return false;
  return true;
}

/** Returns a test for shared targets with `heads`, whose names are indexed at its first call. */
function meetingOf(
  queue: Queue,
  heads: readonly ContainedHead[],
): (others: readonly ContainedHead[]) => boolean {
  const touched = (some: readonly ContainedHead[]): readonly Touched[] =>
    entriesOf(
      queue,
      some.map(({ pullRequest }) => pullRequest),
    ).flatMap((entry) => touchedBy(queue.settings.mode, entry));
  let graph: TargetGraph<null> | undefined;
  return (others) => {
    if (graph === undefined) {
      graph = new TargetGraph();
      graph.follow([null], [touched(heads)]);
    }
    return graph.meets(touched(others));
  };
}
