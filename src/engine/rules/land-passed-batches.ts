/**
 * Lands passed batches in one move. The branch moves to the tested commit, or, after landings with disjoint targets, to
 * the same change on top of them. Predecessors land with it, each on its own pass, or by optimistic merge on this one;
 * no batch lands past a pending failure. If the code host merges, one pull request lands at a time, since the commits
 * between two would be untested. The intent is stored before the push, and nothing else lands before its result.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { successorPassed } from "../explain/reasons/landings.js";
import type { Step } from "../model/decision.js";
import type { NewEffect } from "../model/effect.js";
import { landsBatches, landsOneByOne } from "../model/lookup.js";
import type { Landing, Queue, TestRun } from "../model/queue.js";
import { hasPassed, mayLand } from "../planning/landable.js";
import type { Place, Plan } from "../planning/place.js";
import { planOf } from "../planning/plan.js";
import { isExact } from "../planning/tested-heads.js";

export function landPassedBatches(queue: Queue): Step | null {
  if (!landsBatches(queue) || queue.landing !== null) return null;
  const plan = planOf(queue);
  const place = nextLandable(queue, plan);
  if (place?.run == null) return null;
  const { run } = place;
  const landing = landingOf(queue, plan, place, run);
  return {
    queue: { ...queue, landing },
    effects: [orderOf(queue, landing, run)],
    reasons: vouchedFor(plan, place, run),
  };
}

/**
 * From the frontmost lane, so that larger landings of other lanes cannot delay it forever: the largest landing, or the
 * smallest if pull requests land one by one.
 */
function nextLandable(queue: Queue, plan: Plan): Place | null {
  let best: Candidate | null = null;
  for (const place of plan.decided) {
    if (!mayLand(queue, plan, place)) continue;
    const candidate = { place, front: frontOf(plan, place) };
    if (best === null || landsFirst(queue, candidate, best)) best = candidate;
  }
  return best?.place ?? null;
}

interface Candidate {
  readonly place: Place;
  /** Index of the first place in its lane. */
  readonly front: number;
}

function landsFirst(queue: Queue, { place, front }: Candidate, best: Candidate): boolean {
  if (front !== best.front) return front < best.front;
  return landsOneByOne(queue) ? sizeOf(place) < sizeOf(best.place) : sizeOf(place) > sizeOf(best.place);
}

function frontOf({ places }: Plan, place: Place): number {
  const first = place.predecessors.next(0);
  return first === -1 ? places.indexOf(place) : first;
}

function sizeOf({ ahead, own }: Place): number {
  return ahead.length + own.length;
}

function landingOf(queue: Queue, { places }: Plan, place: Place, run: TestRun): Landing {
  const newTip = run.commits.at(-1);
  const { tree } = run;
  if (newTip === undefined || tree === null) throw new Error(`test run ${run.id} passed without a commit`);
  const ahead = [...place.predecessors].flatMap((index) => places[index]?.batch.id ?? []);
  const { testedOn, passedBy } = run;
  return {
    run: run.id,
    proof: isExact(run) ? { kind: "tested" } : { kind: "disjoint", testedOn, tested: newTip, passedBy },
    expectedTip: queue.tip,
    mergeMethod: queue.settings.mergeMethod,
    commit: isExact(run) ? { newTip, tree } : null,
    heads: place.contents,
    batches: [...ahead, place.batch.id],
  };
}

function orderOf({ targetBranch }: Queue, landing: Landing, { testedOn }: TestRun): NewEffect {
  const { run, expectedTip, commit, heads, mergeMethod, proof } = landing;
  if (commit !== null) return { kind: "land", run, targetBranch, expectedTip, ...commit };
  if (proof.kind !== "disjoint") throw new Error(`what test run ${run} tested is on the tip already`);
  return {
    kind: "prepareLanding",
    run,
    onto: expectedTip,
    heads,
    mergeMethod,
    testedOn,
    tested: proof.tested,
  };
}

/** Entries that merge optimistically on the passed run of a successor. */
function vouchedFor(
  { places }: Plan,
  { predecessors }: Place,
  run: TestRun,
): ReadonlyMap<PullRequestNumber, Reason> {
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const index of predecessors) {
    const predecessor = places[index];
    if (predecessor === undefined || hasPassed(predecessor)) continue;
    for (const entry of predecessor.batch.entries) reasons.set(entry, successorPassed(entry, run));
  }
  return reasons;
}
