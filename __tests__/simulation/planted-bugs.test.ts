/** The random lives and the exploration are worth something only if they find bugs: these are planted, and found. */

import { describe, expect, it } from "@jest/globals";
import { ALL_TARGETS, targetList } from "../../src/domain/impacted-targets.js";
import { bisectFailedBatches } from "../../src/engine/rules/bisect-failed-batches.js";
import { concludeTipTests } from "../../src/engine/rules/conclude-tip-tests.js";
import { evictConflicts } from "../../src/engine/rules/evict-conflicts.js";
import { evictProvenFailures } from "../../src/engine/rules/evict-proven-failures.js";
import { formBatches } from "../../src/engine/rules/form-batches.js";
import { invalidateTestRuns } from "../../src/engine/rules/invalidate-test-runs.js";
import { landPassedBatches } from "../../src/engine/rules/land-passed-batches.js";
import { mergeDirectly } from "../../src/engine/rules/merge-directly.js";
import { passTestRuns } from "../../src/engine/rules/pass-test-runs.js";
import { rejoinPassedParts } from "../../src/engine/rules/rejoin-passed-parts.js";
import { removeEndedEntries } from "../../src/engine/rules/remove-ended-entries.js";
import { resumeByItself } from "../../src/engine/rules/resume-by-itself.js";
import { retrySingleFailures } from "../../src/engine/rules/retry-single-failures.js";
import { splitAtConflicts } from "../../src/engine/rules/split-at-conflicts.js";
import { startTestRuns } from "../../src/engine/rules/start-test-runs.js";
import { switchModes } from "../../src/engine/rules/switch-modes.js";
import { testTip } from "../../src/engine/rules/test-tip.js";
import type { Decide } from "../support/engine-world.js";
import { explore } from "../support/exploration.js";
import * as planted from "../support/planted-bugs.js";
import { withRule } from "../support/planted-bugs.js";
import { liveRandomly } from "../support/random-life.js";
import { itInCi } from "../support/sized-tests.js";
import type { SmallQueue } from "../support/small-queue.js";
import { inA, inB, inBoth } from "../support/small-submissions.js";

const SEEDS = 600;
const MAX_STATES = 6_000;

const line: SmallQueue = {
  settings: { concurrency: 2 },
  submissions: [{}, {}, {}],
  budget: { cancels: 1, lostAnswers: 1 },
};
const pushedAway: SmallQueue = { ...line, budget: { cancels: 1, outsidePushes: 1 } };
const batches: SmallQueue = {
  settings: { concurrency: 2, batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 5 },
  submissions: [{}, {}, {}],
  budget: { waits: 1 },
};
const lanes: SmallQueue = {
  settings: { mode: "parallel", concurrency: 3 },
  submissions: [inA, inBoth, inB],
  budget: { outsidePushes: 1 },
};
const disjoint: SmallQueue = {
  ...lanes,
  submissions: [inA, inB],
  pairs: ["1~2"],
  budget: { outsidePushes: 1 },
};
const paused: SmallQueue = { ...line, budget: { pauses: 1 } };
const switched: SmallQueue = { ...line, budget: { switches: 1, pauses: 1 } };
const direct: SmallQueue = {
  settings: { concurrency: 2, directMergeMode: "always" },
  submissions: [{}, { standsOnTip: true }],
  budget: {},
};
const directInLanes: SmallQueue = {
  settings: { mode: "parallel", concurrency: 2, directMergeMode: "always" },
  submissions: [{ ...inA, standsOnTip: true }, inA],
  budget: {},
};
const witnesses: SmallQueue = {
  settings: { concurrency: 3, pendingFailureDepth: 1, canOptimisticallyMerge: true },
  submissions: [{}, {}],
  budget: {},
};

type Bug = readonly [name: string, decide: Decide, found: RegExp, where: SmallQueue];

const landing = (rule: Parameters<typeof withRule>[1]) => withRule(landPassedBatches, rule);
const starting = (rule: Parameters<typeof withRule>[1]) => withRule(startTestRuns, rule);
const STUCK = /stuck|come to no end/;

const bugs: readonly Bug[] = [
  ["lands what is still tested", landing(planted.landsWhatIsStillTested), /required checks|untested/, line],
  [
    "lands on the pass of others",
    landing(planted.landsOnThePassOfOthers),
    /without a passed test run of its own/,
    line,
  ],
  [
    "lands past one in doubt",
    landing(planted.landsPastDoubt),
    /lands past one ahead|not what its batches|before its witness/,
    { ...witnesses, submissions: [{}, {}, {}] },
  ],
  ["lands while paused", landing(planted.landsWhilePaused), /a paused queue lands/, paused],
  ["lands nothing", landing(null), STUCK, line],
  [
    "lands parts from beside the line",
    landing(planted.landsFromBeside),
    /not what its batches hold|past one ahead/,
    batches,
  ],
  [
    "passes what failed",
    withRule(passTestRuns, planted.passesWhatFailed),
    /without its required checks/,
    line,
  ],
  ["keeps invalidated runs", withRule(invalidateTestRuns, null), /is invalidated but still live/, line],
  [
    "blames while those ahead are tested",
    withRule(evictProvenFailures, planted.blamesWhoeverFailed),
    /blamed without/,
    line,
  ],
  [
    "blames whole batches",
    withRule(bisectFailedBatches, planted.blamesWholeBatches),
    /blamed without/,
    batches,
  ],
  ["blames without a second test", planted.blamesAtOnce, /blamed without 2 failures/, line],
  [
    "waits for no witness",
    withRule(retrySingleFailures, planted.waitsForNoWitness),
    /before its witness/,
    witnesses,
  ],
  ["settles no failure", withRule(evictProvenFailures, null), STUCK, line],
  ["evicts nobody in conflict", withRule(evictConflicts, null), STUCK, { ...line, pairs: ["1:2"] }],
  ["splits no batch that failed", withRule(bisectFailedBatches, null), STUCK, batches],
  [
    "splits batches into wholes",
    withRule(bisectFailedBatches, planted.splitsIntoWholes),
    /has two places/,
    batches,
  ],
  ["takes nobody back into the line", withRule(rejoinPassedParts, null), STUCK, batches],
  ["separates nobody in conflict", withRule(splitAtConflicts, null), STUCK, { ...batches, pairs: ["1:2"] }],
  [
    "keeps the places of those that left",
    withRule(removeEndedEntries, null),
    /has a place in the line but|come to no end/,
    line,
  ],
  ["starts nothing", starting(null), STUCK, line],
  [
    "starts while paused",
    starting(planted.startsWhilePaused),
    /a paused queue starts/,
    { ...paused, budget: { pauses: 1, restarts: 1 } },
  ],
  [
    "starts more runs beside the line than may be",
    starting(planted.countsNobodyBeside),
    /beside/,
    { ...batches, settings: { ...batches.settings, bisectionConcurrency: 1 } },
  ],
  [
    "does not see ALL as a barrier",
    starting(planted.knowsNoBarrier),
    /is invalidated|come to no end/,
    { ...lanes, submissions: [inA, { targets: ALL_TARGETS }] },
  ],
  [
    "takes an empty list for ALL",
    starting(planted.takesNoneForAll),
    /is invalidated|come to no end/,
    { ...lanes, submissions: [inA, { targets: targetList([]) }] },
  ],
  ["links only neighbours", starting(planted.linksOnlyNeighbours), /is invalidated|come to no end/, lanes],
  [
    "fills batches too full",
    withRule(formBatches, planted.fillsBatchesTooFull),
    /a batch of \d is formed|stuck/,
    batches,
  ],
  [
    "batches those that are to be alone",
    withRule(formBatches, planted.batchesThoseAlone),
    /to be alone/,
    { ...batches, submissions: [{}, { noBatch: true }] },
  ],
  [
    "batches across lanes",
    withRule(formBatches, planted.batchesAcrossLanes),
    /nothing in common/,
    { ...batches, settings: { ...batches.settings, mode: "parallel" }, submissions: [inA, inB] },
  ],
  ["forms no batch", withRule(formBatches, null), STUCK, line],
  [
    "switches the mode under those in the line",
    withRule(switchModes, planted.switchesAtOnce),
    /the mode changes under/,
    switched,
  ],
  ["never ends a switch", withRule(switchModes, null), STUCK, switched],
  [
    "merges directly past the line",
    withRule(mergeDirectly, planted.mergesPastTheLine),
    /merges directly past/,
    direct,
  ],
  [
    "merges directly from anywhere",
    withRule(mergeDirectly, planted.mergesFromAnywhere),
    /not from the tip|without its own checks/,
    direct,
  ],
  [
    "forgets the landing on cancel",
    planted.forgetsTheLandingOnCancel,
    /no live test run|not the landing under way/,
    line,
  ],
  [
    "ignores wishes while landing",
    planted.ignoresCommandsWhileLanding,
    /asked to leave, and stays/,
    pushedAway,
  ],
  ["pushes what differs from what was tested", planted.pushesWhatDiffers, /lands untested/, disjoint],
  [
    "trusts runs wherever the branch went",
    planted.trustsRunsAnywhere,
    /rewrites the branch|another branch|pushed by others/,
    pushedAway,
  ],
  ["does not ask who landed", planted.ignoresWhoLanded, /is to land past/, directInLanes],
];

/** It takes changed settings and doubled answers to meet these. */
const rareBugs: readonly Bug[] = [
  [
    "starts one run too many",
    starting(planted.startsOneTooMany),
    /beyond the concurrency|test runs in a line/,
    { ...line, changes: [{ concurrency: 1 }], budget: { settings: 1 } },
  ],
  [
    "believes any answer",
    planted.believesAnyAnswer,
    /never landed|on the branch|lands twice|another tip/,
    { ...line, budget: { echoes: 1, outsidePushes: 1 } },
  ],
];

/** In the small queues of the exploration no check is skipped. */
const bugsOfLives: readonly Bug[] = [
  [
    "passes what was only skipped",
    withRule(passTestRuns, planted.passesWhatWasSkipped),
    /without its required checks/,
    line,
  ],
];

/** Where the branch breaks and CI is out. */
const bugsOfIncidents: readonly Bug[] = [
  [
    "doubts neither its branch nor CI",
    withRule(evictProvenFailures, planted.doubtsNothing),
    /three in a row were evicted for|was evicted though CI gave no result|was not tested alone/,
    line,
  ],
  ["ends tests of the tip with every landing", planted.testsOnlyTheTip, /waited in vain/, line],
  ["tests the tip once and never again", withRule(testTip, planted.neverTestsAgain), STUCK, line],
  [
    "never concludes a test of the tip",
    withRule(concludeTipTests, null),
    /another commit than the tip|stuck|nothing waits for that/,
    line,
  ],
  ["never resumes by itself", withRule(resumeByItself, null), STUCK, line],
];

/** It takes some hundred lives to meet these. */
const rareBugsOfIncidents: readonly Bug[] = [
  [
    "forgets with a landing what it doubted",
    withRule(evictProvenFailures, planted.forgetsDoubts),
    /was not tested alone/,
    line,
  ],
  [
    "takes a passed test of the tip for a proof about all commits",
    withRule(evictProvenFailures, planted.provesTooMuch),
    /was evicted though|was not tested alone/,
    line,
  ],
];

describe("a random life finds an engine that", () => {
  it.each([...bugs, ...rareBugs, ...bugsOfLives])("%s", (_, broken, found) => {
    const live = (): void => {
      for (let seed = 1; seed <= SEEDS; seed++) liveRandomly(seed, broken);
    };
    expect(live).toThrow(found);
  });
});

describe("a life with a broken branch or CI finds an engine that", () => {
  const isFound = (_: string, broken: Decide, found: RegExp): void => {
    const live = (): void => {
      for (let seed = 1; seed <= SEEDS; seed++) liveRandomly(seed, broken, { hasIncidents: true });
    };
    expect(live).toThrow(found);
  };
  it.each(bugsOfIncidents)("%s", isFound);
  itInCi.each(rareBugsOfIncidents)("%s", isFound);
});

describe("the exploration finds an engine that", () => {
  it.each([...bugs, ...rareBugs])("%s", (_, broken, found, where) => {
    expect(() => explore(where, broken, MAX_STATES)).toThrow(found);
  });
});
