/** Where the branch went: by the queue's own landing, whose answer counts once, or by somebody else. */
import type { LandingRecord } from "../decision.js";
import type { EventOf } from "../event.js";
import { allRuns, concludesEntries, entriesOf } from "../lookup.js";
import type { Landing, Queue } from "../queue.js";
import { mergedByHand } from "../reasons/pull-requests.js";
import type { Step } from "../rule.js";
import { headsOnBranch, runsAfterLanding } from "../standing.js";
import { type End, landingEntries, leave, mergedByQueue, movedOutside, reasonsOf, withEnds } from "./ends.js";
import { dropped } from "./hindered-landing.js";

/**
 * What was tested stands on the tip now: the intent to push exactly that is stored with this answer. It is dropped
 * where the queue has been paused since, or somebody of it has asked to leave: nothing is pushed yet.
 */
export function recordPrepared(queue: Queue, { run, newTip, tree }: EventOf<"landingPrepared">): Step {
  const { landing, targetBranch } = queue;
  if (landing?.run !== run || landing.commit !== null) return { queue };
  const ends = landingEntries(queue, landing).flatMap(leave);
  if (ends.length > 0 || !concludesEntries(queue)) return dropped(queue, landing, ends);
  const { expectedTip } = landing;
  return {
    queue: { ...queue, landing: { ...landing, commit: { newTip, tree } } },
    orders: [{ kind: "land", run, targetBranch, expectedTip, newTip, tree }],
  };
}

/** Whoever asked to leave meanwhile was too late: it has landed. */
export function recordLanded(queue: Queue, { run, newTip }: EventOf<"landed">): Step {
  const { landing } = queue;
  if (landing?.run !== run || landing.commit?.newTip !== newTip) return { queue };
  const ends = landingEntries(queue, landing).map((entry) => mergedByQueue(queue, entry, landing));
  const moved: Queue = {
    ...queue,
    runs: runsAfterLanding(queue, landing, newTip),
    hedges: runsAfterLanding(queue, landing, newTip, queue.hedges),
    tip: newTip,
    landing: null,
  };
  return {
    queue: withEnds(moved, ends),
    reasons: reasonsOf(ends),
    landed: recordOf(queue, landing, landing.commit),
  };
}

/**
 * While a landing is under way only its answer tells where the branch is: the move seen may be the landing itself.
 * Whoever pushed a tested commit has merged by hand what is in it.
 */
export function recordTip(queue: Queue, { from, to }: EventOf<"tipObserved">): Step {
  if (queue.landing !== null || queue.tip !== from || from === to) return { queue };
  const onBranch = headsOnBranch(allRuns(queue), to);
  const ends = entriesOf(queue, onBranch.keys())
    .filter(({ facts }) => onBranch.get(facts.number) === facts.headSha)
    .map((entry): End => [{ ...entry, ended: "merged" }, mergedByHand(entry.facts.number)]);
  return { queue: withEnds(movedOutside(queue, to), ends), reasons: reasonsOf(ends) };
}

function recordOf(queue: Queue, landing: Landing, commit: NonNullable<Landing["commit"]>): LandingRecord {
  const { run, expectedTip, proof, heads } = landing;
  return { at: queue.now, run, from: expectedTip, to: commit.newTip, tree: commit.tree, proof, heads };
}
