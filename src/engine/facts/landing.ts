/** Where the branch went: by the queue's own landing, whose answer counts once, or by somebody else. */
import type { LandingRecord, Step } from "../decision.js";
import type { EventOf } from "../event.js";
import { allRuns, concludesEntries, entriesOf } from "../lookup.js";
import type { Landing, Queue, RenamedCommit, TestRun } from "../queue.js";
import { mergedByHand, mergedUntested } from "../reasons/pull-requests.js";
import { headsOnBranch, runsAfterLanding } from "../standing.js";
import { asNamed } from "../tested-heads.js";
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
export function recordLanded(queue: Queue, { run, newTip, as: tip = newTip }: EventOf<"landed">): Step {
  const { landing } = queue;
  if (landing?.run !== run || landing.commit?.newTip !== newTip) return { queue };
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
    queue: withEnds(moved, ends),
    reasons: reasonsOf(ends),
    landed: recordOf(queue, landing, { ...landing.commit, newTip: tip }),
  };
}

/** What others were tested on, or are being built on, is on the branch by another name. */
function withCommitAs(queue: Queue, landing: Landing, name: RenamedCommit): Queue {
  const renamed = (run: TestRun): TestRun => {
    if (run.id === landing.run) return run;
    const commits = run.commits.includes(name.tested) ? asNamed(run.commits, [name]) : run.commits;
    // Its build may be told once more.
    if (run.progress.kind === "building") return { ...run, commits, renamed: [...(run.renamed ?? []), name] };
    return commits === run.commits ? run : { ...run, commits };
  };
  return { ...queue, runs: queue.runs.map(renamed), hedges: queue.hedges.map(renamed) };
}

/** Too late for anything but to say so: it is on the branch, and nobody tested what the branch is now. */
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
 * While a landing is under way only its answer tells where the branch is: the move seen may be the landing itself.
 * Whoever pushed a tested commit has merged by hand what is in it.
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
