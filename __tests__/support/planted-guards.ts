/**
 * One guard after the other of the engine's own source, each broken: what the explorer has to find, where, and by which
 * truth. Every rule is there at least once.
 */

import type { Patch } from "./patched-engine.js";
import type { SmallQueue } from "./small-queue.js";
import { inA, inB, inBoth } from "./small-submissions.js";

/** What is said when one of them is broken. */
export const TRUTHS = {
  "only what passed lands":
    /lands untested|did not pass|is landing but|is not the commit and the tree|are not those that test run|not what its batches hold|without its required checks|past one ahead|without a passed test run of its own|is to land past|is to land though|without having been tested|merges directly|which is not there/,
  "the branch is moved from the expected tip only":
    /rewrites the branch|expects another tip|elsewhere than on the tip|on another branch|pushed by others|what nobody submitted/,
  "each lands once, or has left":
    /lands twice|never landed|but on the branch|is not in the queue|in the queue twice|has two places|an empty batch/,
  "nobody is blamed without proof":
    /was blamed without|was (blamed|retried|split) (before|past)|was failed for a conflict/,
  "what is invalidated decides nothing":
    /invalidated but still live|has no live test run|belongs to no batch|still in doubt/,
  "the same leads to the same": /another decision on a copy/,
  "nobody is stuck": /stuck|stays though|come to no end|retried without end/,
  "no more runs than slots": /beyond (the|its) concurrency|test runs (at once|in a line|beside)/,
  "each hedge tests something else": /^(?!.*beyond).*hedge.* tests (nothing|what another)|hedges where none/s,
  "the queue does what it is told":
    /a paused queue|places are given|the mode changes|a batch of|asked to leave|is admitted|given up too early|stands behind|rejoins the line|of another head|counts for what|without a reason/,
} as const;

export type Truth = keyof typeof TRUTHS;

export interface PlantedGuard {
  readonly name: string;
  readonly truth: Truth;
  readonly where: SmallQueue;
  readonly patches: readonly Patch[];
}

const line: SmallQueue = {
  settings: { concurrency: 2 },
  submissions: [{}, {}, {}],
  budget: { cancels: 1, lostAnswers: 1 },
};
const unreadable: SmallQueue = {
  settings: { concurrency: 2, testingTimeoutMinutes: 0 },
  submissions: [{}, {}],
  buildsAtOnce: true,
  budget: { troubles: 1 },
};
const pushedAway: SmallQueue = { ...line, budget: { outsidePushes: 1, lostAnswers: 1, cancels: 1 } };
const paused: SmallQueue = { ...line, budget: { pauses: 1, restarts: 1 } };
const drained: SmallQueue = { ...line, budget: { stops: 1 } };
const urgent: SmallQueue = { ...line, submissions: [{}, {}, { priority: 0 }], budget: { pauses: 1 } };
const twoUrgent: SmallQueue = {
  settings: { concurrency: 1 },
  submissions: [{ priority: 0 }, { priority: 0 }],
  budget: { pauses: 1 },
};
const urgentLater: SmallQueue = { ...urgent, budget: {} };
const inConflict: SmallQueue = { ...line, pairs: ["1:2"] };
const twoChecks: SmallQueue = {
  ...line,
  settings: { concurrency: 2, requiredStatuses: ["tests", "lint"] },
  budget: { partials: 1 },
};
const interrupted: SmallQueue = { ...line, budget: { interruptions: 1 } };
const timed: SmallQueue = { ...line, settings: { concurrency: 2, testingTimeoutMinutes: 10 }, budget: {} };
const witnesses: SmallQueue = {
  settings: { concurrency: 3, pendingFailureDepth: 1, canOptimisticallyMerge: true },
  submissions: [{}, {}, {}],
  budget: { reruns: 1 },
};
const witnessesBesideALane: SmallQueue = {
  settings: { ...witnesses.settings, mode: "parallel" },
  submissions: [inA, inA, inB],
  budget: {},
};
const batches: SmallQueue = {
  settings: { concurrency: 2, batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 5 },
  submissions: [{}, {}, {}],
  budget: { waits: 1, pauses: 1 },
};
const sharedSlots: SmallQueue = {
  settings: { ...batches.settings, bisectionConcurrency: 0 },
  submissions: [{}, {}, {}, {}],
  buildsAtOnce: true,
  budget: {},
};
const skipping: SmallQueue = {
  settings: { ...batches.settings, optimizationMode: "bisection_skip_redundant_tests" },
  submissions: [{}, {}, {}],
  budget: {},
};
const conflictBehind: SmallQueue = {
  settings: batches.settings,
  submissions: [{ noBatch: true }, {}, {}],
  pairs: ["1:2"],
  budget: {},
};
const lanes: SmallQueue = {
  settings: { mode: "parallel", concurrency: 3 },
  submissions: [inA, inBoth, inB],
  budget: { outsidePushes: 1 },
};
const disjoint: SmallQueue = {
  ...lanes,
  submissions: [inA, inB],
  uploads: [inA.targets],
  budget: { uploads: 1, restarts: 1 },
};
const prepared: SmallQueue = {
  settings: { mode: "parallel", concurrency: 2 },
  submissions: [inA, inB],
  budget: { pauses: 1, cancels: 1 },
};
const optimistic: SmallQueue = {
  ...line,
  settings: { concurrency: 2, canOptimisticallyMerge: true },
  budget: { pushes: 1 },
};
const unready: SmallQueue = {
  settings: { mode: "parallel", concurrency: 2, notReadyTimeoutHours: 1 },
  submissions: [{}, inB],
  uploads: [inA.targets],
  budget: { uploads: 1, pushes: 1, retargets: 1 },
};
const direct: SmallQueue = {
  settings: { concurrency: 2, directMergeMode: "always" },
  submissions: [{}, { standsOnTip: true }],
  pairs: ["2~2"],
  budget: { cancels: 1, switches: 1 },
};
const directUnchecked: SmallQueue = { ...direct, submissions: [{ standsOnTip: true, isUnchecked: true }] };
const directUnproven: SmallQueue = {
  ...direct,
  submissions: [{ standsOnTip: true, evidence: "tooLittle" }],
};
const directOfOtherTree: SmallQueue = {
  ...direct,
  submissions: [{ standsOnTip: true, evidence: "ofOtherTree" }],
};
const directInLanes: SmallQueue = {
  settings: { mode: "parallel", concurrency: 2, directMergeMode: "always" },
  submissions: [{ ...inA, standsOnTip: true }, inA],
  budget: {},
};
const switched: SmallQueue = {
  ...batches,
  budget: { switches: 1 },
};
const hedged: SmallQueue = {
  settings: { concurrency: 4, hedging: true },
  submissions: [{}, {}, {}],
  buildsAtOnce: true,
  budget: { cancels: 1, restarts: 1 },
};
const hedgedPair: SmallQueue = {
  settings: { concurrency: 3, hedging: true },
  submissions: [{}, {}],
  budget: { interruptions: 3, pauses: 1, outsidePushes: 1 },
};
const hedgedConflict: SmallQueue = {
  settings: { concurrency: 6, hedging: true },
  submissions: [{}, {}, {}],
  pairs: ["2:3"],
  budget: {},
};
const hedgedInPlace: SmallQueue = {
  settings: { concurrency: 4, hedging: true },
  submissions: [{ isRetriedInPlace: true }, { priority: 0 }],
  buildsAtOnce: true,
  budget: { cancels: 1 },
};
const hedgedLater: SmallQueue = {
  settings: { concurrency: 3, hedging: true },
  submissions: [{}, {}],
  changes: [{ hedging: false }, { concurrency: 2 }],
  buildsAtOnce: true,
  budget: { settings: 1 },
};
const hedgedLanes: SmallQueue = {
  settings: { mode: "parallel", concurrency: 3, hedging: true },
  submissions: [inA, inA],
  buildsAtOnce: true,
  budget: { outsidePushes: 1 },
};
const hedgedBatch: SmallQueue = {
  settings: { concurrency: 9, hedging: true, batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 5 },
  submissions: [{ noBatch: true }, { noBatch: true }, {}, {}],
  buildsAtOnce: true,
  budget: {},
};
const hedgedWitnesses: SmallQueue = {
  settings: { ...hedgedBatch.settings, pendingFailureDepth: 1 },
  submissions: [{ noBatch: true }, {}, {}, { noBatch: true }],
  buildsAtOnce: true,
  budget: {},
};
const doubled: SmallQueue = { ...line, budget: { echoes: 1, outsidePushes: 1, lostAnswers: 1 } };
const toldLate: SmallQueue = {
  ...line,
  submissions: [{}],
  budget: { echoes: 1, outsidePushes: 1, outsideDrops: 1, lostAnswers: 2, cancels: 1 },
};
const refusedLate: SmallQueue = {
  ...line,
  submissions: [{}],
  budget: { echoes: 1, lostAnswers: 1, refusals: 1 },
};

function guard(
  name: string,
  truth: Truth,
  where: SmallQueue,
  file: string,
  from: string,
  to: string,
): PlantedGuard {
  return { name, truth, where, patches: [{ file, from, to }] };
}

export const PLANTED_GUARDS: readonly PlantedGuard[] = [
  guard(
    "admits while it drains",
    "the queue does what it is told",
    drained,
    "model/lookup.ts",
    'return state === "running";',
    'return state === "running" || state === "draining";',
  ),
  guard(
    "admits what goes to another branch",
    "the queue does what it is told",
    unready,
    "planning/readiness.ts",
    "facts.baseBranch === queue.targetBranch &&",
    "",
  ),
  guard(
    "admits without targets",
    "the queue does what it is told",
    unready,
    "planning/readiness.ts",
    '(queue.settings.mode === "single" || targets !== null)',
    "true",
  ),
  guard(
    "keeps targets for another head",
    "the queue does what it is told",
    unready,
    "events/pull-request-changed.ts",
    "const ofHead = isSameHead ?",
    "const ofHead = true ?",
  ),
  guard(
    "gives nobody up",
    "nobody is stuck",
    unready,
    "rules/expire-unready-entries.ts",
    "if (hours === 0) return null;",
    "if (hours >= 0) return null;",
  ),
  guard(
    "gives up at once",
    "the queue does what it is told",
    unready,
    "rules/expire-unready-entries.ts",
    "deadline !== null && deadline <= queue.now",
    "deadline !== null",
  ),
  guard(
    "leaves empty batches in the line",
    "each lands once, or has left",
    line,
    "model/change.ts",
    ".filter(({ entries }) => entries.length > 0)",
    "",
  ),
  guard(
    "keeps the runs of those that left",
    "what is invalidated decides nothing",
    line,
    "model/change.ts",
    "const endedRuns = queue.runs.filter(({ batch }) => !batches.has(batch));",
    "const endedRuns: typeof queue.runs = batches.size < 0 ? queue.runs : [];",
  ),
  guard(
    "invalidates nothing",
    "what is invalidated decides nothing",
    line,
    "rules/invalidate-test-runs.ts",
    "if (invalidations.length === 0) return null;",
    "if (invalidations.length >= 0) return null;",
  ),
  guard(
    "overlooks what is invalidated while it is tested",
    "what is invalidated decides nothing",
    line,
    "planning/make-plan.ts",
    "return run !== null && (!isValid || !occupiesSlot(run));",
    "return run !== null && isValid && !occupiesSlot(run);",
  ),
  guard(
    "believes runs of another tip",
    "what is invalidated decides nothing",
    lanes,
    "planning/tested-heads.ts",
    "run.validForTip !== tip || ",
    "",
  ),
  guard(
    "believes runs of other contents",
    "what is invalidated decides nothing",
    line,
    "planning/make-plan.ts",
    "isTestOf(queue, run, contents)",
    "run.validForTip === queue.tip",
  ),
  guard(
    "passes what is still open",
    "only what passed lands",
    line,
    "../domain/check-verdict.ts",
    "if (checks.length === 0) return OPEN;",
    'if (checks.length === 0) return { kind: "passed" };',
  ),
  guard(
    "passes on some of the checks",
    "only what passed lands",
    twoChecks,
    "../domain/check-verdict.ts",
    "if (complete.length < conclusions.length || complete.length === 0) return OPEN;",
    "if (complete.length === 0) return OPEN;",
  ),
  guard(
    "keeps what passed in doubt",
    "what is invalidated decides nothing",
    line,
    "rules/pass-test-runs.ts",
    "isSuspect: false",
    "isSuspect: true",
  ),
  guard(
    "fails what has time left",
    "nobody is blamed without proof",
    timed,
    "model/deadlines.ts",
    "settings.testingTimeoutMinutes > 0 ? settings.testingTimeoutMinutes * MINUTE_MS : Infinity",
    "settings.testingTimeoutMinutes > 0 ? 0 : Infinity",
  ),
  guard(
    "never fails for a check",
    "nobody is stuck",
    line,
    "rules/fail-test-runs.ts",
    'verdict?.kind === "failed" ||',
    "",
  ),
  guard(
    "never restarts what CI gave up",
    "nobody is blamed without proof",
    interrupted,
    "rules/restart-interrupted-runs.ts",
    "if (restarted.length === 0) return null;",
    "if (restarted.length >= 0) return null;",
  ),
  guard(
    "lands while paused",
    "the queue does what it is told",
    paused,
    "rules/land-passed-batches.ts",
    "!landsBatches(queue) || queue.landing !== null",
    "queue.landing !== null",
  ),
  guard(
    "lands two at once",
    "nobody is stuck",
    lanes,
    "rules/land-passed-batches.ts",
    "!landsBatches(queue) || queue.landing !== null",
    "!landsBatches(queue)",
  ),
  guard(
    "lands what was tested and failed",
    "only what passed lands",
    line,
    "planning/landable.ts",
    'return isValid && run?.progress.kind === "passed";',
    "return isValid && run !== null;",
  ),
  guard(
    "lands parts that are beside the line",
    "only what passed lands",
    batches,
    "planning/landable.ts",
    "|| plan.parts.includes(place)) return false;",
    ") return false;",
  ),
  guard(
    "lands past one in doubt",
    "what is invalidated decides nothing",
    { ...line, settings: { concurrency: 3, canOptimisticallyMerge: true } },
    "planning/landable.ts",
    "place.leftOut.length === 0 &&",
    "",
  ),
  guard(
    "lands on the pass of others",
    "only what passed lands",
    line,
    "planning/landable.ts",
    "if (predecessor === undefined || !hasPassed(predecessor)) return false;",
    "",
  ),
  guard(
    "pushes what it tested elsewhere",
    "the branch is moved from the expected tip only",
    disjoint,
    "rules/land-passed-batches.ts",
    "commit: isExact(run) ? { newTip, tree } : null",
    "commit: { newTip, tree }",
  ),
  guard(
    "retries for ever",
    "nobody is stuck",
    line,
    "planning/blame.ts",
    "batch.entries.length === 1 && !wasTried &&",
    "batch.entries.length === 1 &&",
  ),
  guard(
    "forgets a retry with the place that an urgent one takes",
    "nobody is stuck",
    urgentLater,
    "planning/blame.ts",
    "return isRetried || entriesOf(queue, entries).some((entry) => entry.isRetried === true);",
    "return queue.now > 0 && entries.length > 0 && isRetried;",
  ),
  {
    name: "forgets a retry that was passed",
    truth: "nobody is stuck",
    where: line,
    patches: [
      {
        file: "planning/blame.ts",
        from: "return isRetried || entriesOf(queue, entries).some((entry) => entry.isRetried === true);",
        to: "return queue.now > 0 && entries.length > 0 && isRetried;",
      },
      {
        file: "rules/rejoin-passed-parts.ts",
        from: "interruptions: 0, splitFrom: null }",
        to: "interruptions: 0, splitFrom: null, isRetried: false }",
      },
    ],
  },
  guard(
    "retries outside of the slots of the line",
    "no more runs than slots",
    line,
    "model/lookup.ts",
    "sharesSlots(queue) ? beside : beside.filter(isRetry));",
    "sharesSlots(queue) ? beside : []);",
  ),
  guard(
    "lands what was retried beside the line",
    "only what passed lands",
    line,
    "planning/landable.ts",
    "|| plan.parts.includes(place)) return false;",
    ") return false;",
  ),
  guard(
    "interrupts others for what passed beside the line",
    "the queue does what it is told",
    line,
    "rules/rejoin-passed-parts.ts",
    "Math.max(tested, inFront)",
    "inFront",
  ),
  guard(
    "retries nobody",
    "nobody is blamed without proof",
    line,
    "planning/blame.ts",
    "batch.entries.length === 1 && !wasTried && !isSkipped",
    "batch.entries.length === 0 && wasTried && isSkipped",
  ),
  guard(
    "does not retry those never split",
    "nobody is blamed without proof",
    skipping,
    "planning/blame.ts",
    'queue.settings.optimizationMode !== "off" && batch.splitFrom !== null',
    'queue.settings.optimizationMode !== "off"',
  ),
  guard(
    "blames with others ahead",
    "nobody is blamed without proof",
    line,
    "planning/blame.ts",
    "if (!predecessors.isEmpty() && regardless === null) continue;",
    "",
  ),
  guard(
    "blames what is landing",
    "what is invalidated decides nothing",
    witnesses,
    "planning/blame.ts",
    "|| !isValid || isLanding) continue;",
    "|| !isValid) continue;",
  ),
  guard(
    "waits for no witness",
    "nobody is blamed without proof",
    witnesses,
    "planning/blame.ts",
    "if (hasOpenWitness(plan, place) || isVouchedFor(queue, plan, place)) continue;",
    "",
  ),
  guard(
    "waits for no pass that will land",
    "nobody is blamed without proof",
    witnessesBesideALane,
    "planning/blame.ts",
    "|| isVouchedFor(queue, plan, place)) continue;",
    ") continue;",
  ),
  guard(
    "blames while paused",
    "the queue does what it is told",
    paused,
    "planning/blame.ts",
    "if (!concludesEntries(queue)) return [];",
    "",
  ),
  guard(
    "splits no pair",
    "nobody is stuck",
    batches,
    "rules/bisect-failed-batches.ts",
    "({ entries }) => entries.length > 1",
    "({ entries }) => entries.length > 2",
  ),
  guard(
    "splits off nothing",
    "nobody is stuck",
    batches,
    "model/change.ts",
    "Math.ceil(entries.length / 2)",
    "entries.length",
  ),
  guard(
    "takes back what has not passed",
    "the queue does what it is told",
    batches,
    "rules/rejoin-passed-parts.ts",
    'isValid && run?.progress.kind === "passed" ? [batch] : []',
    "isValid ? [batch] : []",
  ),
  guard(
    "splits before the first one",
    "each lands once, or has left",
    conflictBehind,
    "rules/split-at-conflicts.ts",
    "Math.max(at, 1)",
    "at",
  ),
  guard(
    "evicts for a conflict with those ahead",
    "nobody is blamed without proof",
    inConflict,
    "rules/evict-conflicts.ts",
    "|| !predecessors.isEmpty()) continue",
    ") continue",
  ),
  guard(
    "evicts nobody in conflict",
    "nobody is stuck",
    inConflict,
    "rules/evict-conflicts.ts",
    "if (batch.entries[0] !== pullRequest) continue;",
    "if (batch.entries[0] === pullRequest) continue;",
  ),
  guard(
    "forgets no earlier targets",
    "the queue does what it is told",
    disjoint,
    "rules/forget-earlier-targets.ts",
    "const forgotten = withoutEarlierTargets(queue, untested);",
    "const forgotten = queue;",
  ),
  guard(
    "takes a check that CI gave up for a failure",
    "nobody is blamed without proof",
    interrupted,
    "rules/restart-interrupted-runs.ts",
    "batch !== undefined && batch.interruptions < MAX_INTERRUPTIONS",
    "batch !== undefined && batch.interruptions < 0",
  ),
  guard(
    "switches under parts beside the line",
    "the queue does what it is told",
    switched,
    "rules/switch-modes.ts",
    "if (allBatches(queue).length === 0)",
    "if (queue.line.length === 0)",
  ),
  guard(
    "switches under a landing",
    "the queue does what it is told",
    direct,
    "rules/switch-modes.ts",
    "if (modeSwitch === null || landing !== null) return null;",
    "if (modeSwitch === null) return null;",
  ),
  guard(
    "merges directly past others",
    "only what passed lands",
    direct,
    "rules/merge-directly.ts",
    "isTestedOnTip(queue, entry) && isFirst(place)",
    "isTestedOnTip(queue, entry)",
  ),
  guard(
    "merges directly from anywhere",
    "only what passed lands",
    direct,
    "rules/merge-directly.ts",
    "facts.basedOn === tip && facts.ownChecksPassed && !needsTests",
    "facts.ownChecksPassed && !needsTests",
  ),
  guard(
    "merges directly without checks",
    "only what passed lands",
    directUnchecked,
    "rules/merge-directly.ts",
    "facts.basedOn === tip && facts.ownChecksPassed && !needsTests",
    "facts.basedOn === tip && !needsTests",
  ),
  guard(
    "merges directly on too little evidence",
    "only what passed lands",
    directUnproven,
    "rules/merge-directly.ts",
    "evidence !== undefined && !provesHead(evidence, settings.requiredStatuses)",
    "false",
  ),
  guard(
    "merges directly what its head's checks did not test",
    "only what passed lands",
    directOfOtherTree,
    "events/landing.ts",
    "if ((testedTreeOf(landing) ?? tree) !== tree)",
    "if (false)",
  ),
  guard(
    "merges directly again and again",
    "nobody is stuck",
    direct,
    "rules/merge-directly.ts",
    "facts.ownChecksPassed && !needsTests",
    "facts.ownChecksPassed",
  ),
  guard(
    "has the urgent wait",
    "the queue does what it is told",
    urgent,
    "rules/promote-urgent-entries.ts",
    "urgent.length === 0 || !formsBatches(queue)",
    "urgent.length >= 0 || !formsBatches(queue)",
  ),
  guard(
    "promotes while paused",
    "the queue does what it is told",
    twoUrgent,
    "rules/promote-urgent-entries.ts",
    "urgent.length === 0 || !formsBatches(queue)",
    "urgent.length === 0",
  ),
  guard(
    "gives places while paused",
    "the queue does what it is told",
    paused,
    "rules/form-batches.ts",
    "if (!formsBatches(queue)) return null;",
    "",
  ),
  guard(
    "fills up full batches",
    "the queue does what it is told",
    batches,
    "planning/batching.ts",
    "host?.isClosed === false",
    "host !== undefined",
  ),
  guard(
    "batches those who want to be alone",
    "the queue does what it is told",
    { ...batches, submissions: [{}, { noBatch: true }, {}] },
    "planning/batching.ts",
    "noBatch || priority === PRIORITIES.urgent",
    "priority === PRIORITIES.urgent",
  ),
  guard(
    "starts while paused",
    "the queue does what it is told",
    paused,
    "rules/start-test-runs.ts",
    "if (!startsTests(queue)) return null;",
    "",
  ),
  guard(
    "counts slots that are shared twice",
    "no more runs than slots",
    sharedSlots,
    "rules/start-test-runs.ts",
    "free - retries.length",
    "free",
  ),
  guard(
    "counts only what is built",
    "no more runs than slots",
    line,
    "model/lookup.ts",
    'run.progress.kind === "building" || run.progress.kind === "running"',
    'run.progress.kind === "building"',
  ),
  guard(
    "draws lots",
    "the same leads to the same",
    line,
    "rules/start-test-runs.ts",
    "derivedTestRunId(queue.id, number)",
    "derivedTestRunId(queue.id, number + Math.floor(1e6 * Math.random()))",
  ),
  guard(
    "takes no witness",
    "nobody is blamed without proof",
    witnesses,
    "planning/pending-failures.ts",
    "this.#levelBehind(failed, place) > this.#depth",
    "this.#levelBehind(failed, place) >= this.#depth",
  ),
  guard(
    "carries runs past what they depend on",
    "only what passed lands",
    directInLanes,
    "planning/runs-after-move.ts",
    "return isInLane ? run : movedAlong",
    "return movedAlong",
  ),
  guard(
    "carries runs along with pushes of others",
    "the branch is moved from the expected tip only",
    pushedAway,
    "planning/runs-after-move.ts",
    "if (run.testedOn === tip) return { ...run, validForTip: tip,",
    "if (run.testedOn !== tip) return { ...run, testedOn: tip, validForTip: tip,",
  ),
  guard(
    "looks away from new targets",
    "only what passed lands",
    disjoint,
    "events/targets.ts",
    "const outdated = isOutdated ? overtaken : [];",
    "const outdated = isOutdated ? [] : overtaken;",
  ),
  guard(
    "lets those go who are landing",
    "what is invalidated decides nothing",
    line,
    "events/pull-request-changed.ts",
    "if (!isLandingEntry(queue, pullRequest)) {",
    'if (!isLandingEntry(queue, pullRequest) || ended === "cancelled") {',
  ),
  guard(
    "sees the branch while landing",
    "the branch is moved from the expected tip only",
    doubled,
    "events/landing.ts",
    "queue.landing !== null || queue.tip !== from",
    "queue.tip !== from",
  ),
  guard(
    "takes any answer for that of the landing",
    "each lands once, or has left",
    doubled,
    "events/landing.ts",
    "if (landing?.run !== run || landing.commit?.newTip !== newTip) return { queue };",
    "if (landing?.commit == null) return { queue };",
  ),
  guard(
    "believes that the branch was elsewhere from whoever is not the last to push",
    "each lands once, or has left",
    toldLate,
    "model/lookup.ts",
    "said === undefined || said === takeUps",
    "said === undefined || said <= takeUps",
  ),
  guard(
    "believes that nothing can land from whoever is not the last to push",
    "each lands once, or has left",
    refusedLate,
    "events/unsuccessful-landing.ts",
    "if (!isOfLast(landing, event)) return { queue };\n  if (event.needsTests",
    "if (landing?.run !== event.run) return { queue };\n  if (event.needsTests",
  ),
  guard(
    "pushes what was prepared before the pause",
    "the queue does what it is told",
    prepared,
    "events/landing.ts",
    "if (ends.length > 0 || !landsBatches(queue))",
    "if (ends.length > 0)",
  ),
  guard(
    "pushes those who left while it was prepared",
    "the queue does what it is told",
    prepared,
    "events/landing.ts",
    "if (ends.length > 0 || !landsBatches(queue))",
    "if (!landsBatches(queue))",
  ),
  guard(
    "does not say why somebody did not land",
    "the queue does what it is told",
    optimistic,
    "events/unsuccessful-landing.ts",
    "...remained.map((entry) => [entry.facts.number, reasonFor(entry)] as const),",
    "",
  ),
  guard(
    "lets others wait for hedges",
    "no more runs than slots",
    { ...hedged, settings: { concurrency: 3, hedging: true } },
    "rules/start-test-runs.ts",
    "if (queue.hedges.length === 0) return NO_HEDGES;",
    "if (queue.hedges.length >= 0) return NO_HEDGES;",
  ),
  guard(
    "starts hedges in slots that are taken",
    "no more runs than slots",
    hedged,
    "model/lookup.ts",
    "freeSlots(queue) - queue.hedges.filter(occupiesSlot).length",
    "freeSlots(queue)",
  ),
  guard(
    "starts hedges while paused",
    "the queue does what it is told",
    { ...hedgedPair, buildsAtOnce: true, budget: { pauses: 1, interruptions: 1 } },
    "rules/start-hedges.ts",
    "if (!queue.settings.hedging || !startsTests(queue)) return null;",
    "if (!queue.settings.hedging) return null;",
  ),
  guard(
    "starts the same hedge again",
    "each hedge tests something else",
    { ...hedgedPair, settings: { concurrency: 4, hedging: true } },
    "rules/start-hedges.ts",
    "questions.has(question) || questions.size >= MOST_PER_BATCH",
    "questions.size >= MOST_PER_BATCH",
  ),
  guard(
    "begins lost hedges again and again",
    "nobody is stuck",
    hedgedConflict,
    "rules/start-hedges.ts",
    "batch.lostHedges >= MOST_LOST",
    "batch.lostHedges < 0",
  ),
  guard(
    "keeps hedges that nobody wants any more",
    "each hedge tests something else",
    hedgedLater,
    "rules/end-hedges.ts",
    "!queue.settings.hedging || hedge",
    "hedge",
  ),
  guard(
    "keeps hedges that say nothing any more",
    "each hedge tests something else",
    hedged,
    "rules/end-hedges.ts",
    "if (queue.hedges.length === 0) return null;",
    "if (queue.hedges.length >= 0) return null;",
  ),
  guard(
    "keeps hedges of another tip",
    "each hedge tests something else",
    hedgedLanes,
    "planning/alternates.ts",
    "return isTestOf(queue, hedge, contents",
    "return isTestOf(queue, { ...hedge, validForTip: queue.tip }, contents",
  ),
  guard(
    "clears nobody whose hedge has passed",
    "what is invalidated decides nothing",
    hedgedInPlace,
    "rules/promote-hedges.ts",
    'batch.isSuspect && hedge.progress.kind === "passed"',
    "false",
  ),
  guard(
    "takes hedges for the runs of their batches",
    "nobody is stuck",
    hedged,
    "model/lookup.ts",
    "runsByBatch({ runs }: Queue): NumberIndex<TestRun> {",
    "runsByBatch({ runs: own, hedges }: Queue): NumberIndex<TestRun> { const runs = [...own, ...hedges];",
  ),
  guard(
    "counts hedges that CI gave up against their batch",
    "nobody is blamed without proof",
    hedgedPair,
    "rules/restart-interrupted-runs.ts",
    "if (isHedge(queue, run)) return true;",
    "",
  ),
  guard(
    "keeps hedges that do not merge for later",
    "nobody is stuck",
    hedgedConflict,
    "events/test-run.ts",
    "if (isHedge(queue, run)) return lost(queue, run);\n  const { commits, pullRequest, files } = event;",
    "const { commits, pullRequest, files } = event;",
  ),
  guard(
    "splits for a failure with and without one of two",
    "nobody is blamed without proof",
    hedgedBatch,
    "planning/blame.ts",
    "ahead.length !== 1",
    "ahead.length === 0",
  ),
  guard(
    "splits past a witness who speaks for it",
    "nobody is blamed without proof",
    hedgedWitnesses,
    "planning/blame.ts",
    "|| hasFavourableWitness(queue, place)",
    "",
  ),
  guard(
    "lands what cannot be read",
    "only what passed lands",
    unreadable,
    "planning/landable.ts",
    "return isLandable(queue, plan, place) && !hasTrouble(queue, place);",
    "return isLandable(queue, plan, place);",
  ),
  guard(
    "never gives up what cannot be read",
    "nobody is stuck",
    unreadable,
    "model/queue.ts",
    "return lastedMs >= PATIENCE_MS;",
    "return lastedMs < 0;",
  ),
];
