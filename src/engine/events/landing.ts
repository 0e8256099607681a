/** Records that the branch moved: by the queue's own landing, whose result counts once, or outside the queue. */
import type { TreeId } from "../../domain/ids.js";
import { mergedByHand, mergedUntested } from "../explain/reasons/pull-requests.js";
import { withHealth } from "../model/change.js";
import type { LandingRecord, Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import { allRuns, entriesOf, landsBatches } from "../model/lookup.js";
import type { Landing, Queue, RenamedCommit, TestRun } from "../model/queue.js";
import { healthOf } from "../model/target-health.js";
import { headsOnBranch, runsAfterLanding } from "../planning/runs-after-move.js";
import { settledFailures, withRowEnded } from "../planning/settled-failures.js";
import { asNamed } from "../planning/tested-heads.js";
import { type End, landingEntries, leave, mergedByQueue, movedOutside, reasonsOf, withEnds } from "./ends.js";
import { recordDiffering, withdrawLanding } from "./unsuccessful-landing.js";

/**
 * The commits were rebuilt on the tip; the intent to push exactly them is stored with this event. The landing is
 * withdrawn if the queue was paused or one of its entries is leaving, since nothing is pushed yet. What lands without a
 * run has exactly the tree that the head's own checks tested.
 */
export function recordPrepared(
  queue: Queue,
  { at, run, newTip, tree, commits }: EventOf<"landingPrepared">,
): Step {
  const { landing, targetBranch } = queue;
  if (landing?.run !== run || landing.commit !== null) return { queue };
  if ((testedTreeOf(landing) ?? tree) !== tree)
    return recordDiffering(queue, { kind: "landingDiffers", at, run, files: [] });
  const ends = landingEntries(queue, landing).flatMap(leave);
  if (ends.length > 0 || !landsBatches(queue)) return withdrawLanding(queue, landing, ends);
  const { expectedTip } = landing;
  return {
    queue: {
      ...queue,
      landing: { ...landing, commit: { newTip, tree, ...(commits !== undefined && { commits }) } },
    },
    effects: [{ kind: "land", run, targetBranch, expectedTip, newTip, tree }],
  };
}

/** null: the proof does not name a tree. */
function testedTreeOf({ proof }: Landing): TreeId | null {
  return proof.kind === "direct" ? (proof.evidence?.tree ?? null) : null;
}

/** The entries merged, even if one asked to leave meanwhile. */
export function recordLanded(queue: Queue, { run, newTip, as: tip = newTip }: EventOf<"landed">): Step {
  const { landing } = queue;
  if (landing?.run !== run || landing.commit?.newTip !== newTip) return { queue };
  const doubted = healthOf(queue).row === null ? [] : settledFailures(queue).doubted;
  const ends = landingEntries(queue, landing).map((entry) => mergedByQueue(queue, entry, landing));
  const known = tip === newTip ? queue : withCommitAs(queue, landing, { tested: newTip, onBranch: tip });
  const moved: Queue = {
    ...known,
    runs: runsAfterLanding(known, landing, tip),
    hedges: runsAfterLanding(known, landing, tip, known.hedges),
    tip,
    landing: null,
  };
  return {
    queue: withEnds(withLandingNoted(withRowEnded(moved, doubted), landing), ends),
    reasons: reasonsOf(ends),
    landed: recordOf(queue, landing, { ...landing.commit, newTip: tip }),
  };
}

/** A landing of exactly the tested commit ends an automatic pause. */
function withLandingNoted(queue: Queue, { proof }: Landing): Queue {
  if (healthOf(queue).pause === null || proof.kind !== "tested") return queue;
  return withHealth(queue, { sound: { commit: queue.tip, at: queue.now, isByPerson: false } });
}

/** The landed commit has a new id on the branch: replaces its tested id in all other runs. */
function withCommitAs(queue: Queue, landing: Landing, name: RenamedCommit): Queue {
  const renamed = (run: TestRun): TestRun => {
    if (run.id === landing.run) return run;
    const commits = run.commits.includes(name.tested) ? asNamed(run.commits, [name]) : run.commits;
    // Its build may be reported again, with the old id.
    if (run.progress.kind === "building") return { ...run, commits, renamed: [...(run.renamed ?? []), name] };
    return commits === run.commits ? run : { ...run, commits };
  };
  return { ...queue, runs: queue.runs.map(renamed), hedges: queue.hedges.map(renamed) };
}

/** The entries are merged, and the resulting tip is untested. The queue can only report this. */
export function recordLandedUntested(queue: Queue, { run, tip }: EventOf<"landedUntested">): Step {
  const { landing, targetBranch } = queue;
  if (landing?.run !== run) return { queue };
  const ends = landingEntries(queue, landing).map((entry): End => {
    const { number } = entry.facts;
    return [{ ...entry, ended: "merged" }, mergedUntested(number, targetBranch, tip, landing.expectedTip)];
  });
  return { queue: { ...withEnds(movedOutside(queue, tip), ends), landing: null }, reasons: reasonsOf(ends) };
}

/**
 * Ignored during a landing, since the observed move may be the landing itself. A push of a tested commit outside the
 * queue merges the entries in it.
 */
export function recordTip(queue: Queue, { from, to }: EventOf<"tipObserved">): Step {
  if (queue.landing !== null || queue.tip !== from || from === to) return { queue };
  const moved = movedOutside(queue, to);
  const onBranch = headsOnBranch(allRuns(moved), to);
  const ends = entriesOf(queue, onBranch.keys())
    .filter(({ facts }) => onBranch.get(facts.number) === facts.headSha)
    .map((entry): End => [{ ...entry, ended: "merged" }, mergedByHand(entry.facts.number)]);
  return { queue: withEnds(moved, ends), reasons: reasonsOf(ends) };
}

function recordOf(queue: Queue, landing: Landing, commit: NonNullable<Landing["commit"]>): LandingRecord {
  const { run, expectedTip, proof, heads } = landing;
  return { at: queue.now, run, from: expectedTip, to: commit.newTip, tree: commit.tree, proof, heads };
}
