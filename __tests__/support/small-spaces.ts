/**
 * The small queues that are explored, each with one question in mind. `npm run test:deep` allows more of
 * everything.
 */

import { ALL_TARGETS, targetList } from "../../src/domain/impacted-targets.js";
import type { Budget, SmallQueue } from "./small-queue.js";
import { inA, inAll, inB, inBoth, inNone } from "./small-submissions.js";
import { bySize, TEST_SIZE } from "./test-size.js";

export type Space = readonly [name: string, small: SmallQueue];

/** In a space with more states, the nearest ones are explored, and how each of them runs empty. */
export const MOST_STATES = bySize({ reduced: 200, share: 400, all: 2500, full: 400_000 });

/** The full size has one more of each thing that may happen at all. */
function budget(some: Partial<Budget>): Partial<Budget> {
  if (TEST_SIZE !== "full") return some;
  return Object.fromEntries(Object.entries(some).map(([name, count]) => [name, count + 1]));
}

const A = targetList(["a"]);
const B = targetList(["b"]);
const NONE = targetList([]);

const three = { settings: { concurrency: 2 }, submissions: [{}, {}, {}] };
const parallel = { mode: "parallel", concurrency: 3 } as const;
const batches = { batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 0 };

const ONE_LINE: readonly Space[] = [
  [
    "a pull request that cannot be read",
    {
      settings: { concurrency: 3, canOptimisticallyMerge: true, testingTimeoutMinutes: 0 },
      submissions: [{}, {}, {}],
      buildsAtOnce: true,
      budget: budget({ troubles: 1, cancels: 1, lostAnswers: 1 }),
    },
  ],
  [
    "answers that get lost or come twice, and others who push",
    { ...three, budget: budget({ outsidePushes: 1, lostAnswers: 1, echoes: 1 }) },
  ],
  ["a branch that loses commits", { ...three, budget: budget({ outsideDrops: 2, lostAnswers: 1 }) }],
  [
    "pauses, restarts and pushes",
    { ...three, buildsAtOnce: true, budget: budget({ pauses: 1, stops: 1, restarts: 1, pushes: 1 }) },
  ],
  [
    "an urgent entry",
    {
      ...three,
      submissions: [{}, {}, { priority: 0 }],
      budget: budget({ cancels: 1, restarts: 1 }),
    },
  ],
  ["entries in conflict", { ...three, pairs: ["1:2"], budget: budget({ cancels: 1, outsidePushes: 1 }) }],
  [
    "one slot, and other settings later",
    {
      settings: { concurrency: 1 },
      submissions: [{}, {}, {}],
      changes: [{ concurrency: 2 }, { pendingFailureDepth: 1 }, { canOptimisticallyMerge: true }],
      budget: budget({ settings: 1, cancels: 1, lostAnswers: 1 }),
    },
  ],
  [
    "witnesses who clear the one ahead",
    {
      settings: { concurrency: 3, pendingFailureDepth: 1, canOptimisticallyMerge: true },
      submissions: [{}, {}, {}],
      budget: budget({ cancels: 1, reruns: 1, lostAnswers: 1 }),
    },
  ],
  [
    "retries beside the line, and an urgent entry",
    {
      settings: { concurrency: 2 },
      submissions: [{}, {}, { priority: 0 }],
      buildsAtOnce: true,
      budget: budget({ pauses: 1, restarts: 1, outsidePushes: 1, switches: 1 }),
    },
  ],
  [
    "an entry that an earlier version retries in its place",
    {
      settings: { concurrency: 3, pendingFailureDepth: 1, canOptimisticallyMerge: true },
      submissions: [{ isRetriedInPlace: true }, {}, {}],
      buildsAtOnce: true,
      budget: budget({ cancels: 1, pauses: 1, outsidePushes: 1, restarts: 1 }),
    },
  ],
  [
    "batches of two, and their halves",
    {
      settings: { concurrency: 2, bisectionConcurrency: 1, ...batches },
      submissions: [{}, {}, {}, {}],
      buildsAtOnce: true,
      budget: budget({ cancels: 1, outsidePushes: 1 }),
    },
  ],
  [
    "halves that share the slots, and skip what is known",
    {
      settings: {
        concurrency: 2,
        bisectionConcurrency: 0,
        optimizationMode: "bisection_skip_redundant_tests",
        batch: true,
        batchingMinSize: 3,
        batchingMaxWaitTimeMinutes: 5,
      },
      submissions: [{}, {}, {}],
      buildsAtOnce: true,
      budget: budget({ cancels: 1, waits: 1, outsidePushes: 1 }),
    },
  ],
  [
    "batches in conflict within",
    {
      settings: { concurrency: 2, ...batches },
      submissions: [{}, {}, {}, { noBatch: true }],
      pairs: ["1:2"],
      budget: budget({ cancels: 1 }),
    },
  ],
  [
    "time that runs out",
    {
      settings: { concurrency: 2, testingTimeoutMinutes: 10 },
      submissions: [{}, {}, {}],
      budget: budget({ waits: 1, interruptions: 2 }),
    },
  ],
  [
    "heads that may merge directly",
    {
      settings: { concurrency: 2, directMergeMode: "always" },
      submissions: [{ standsOnTip: true, evidence: "enough" }, {}, { standsOnTip: true }],
      pairs: ["3~3"],
      budget: budget({ cancels: 1, lostAnswers: 1, echoes: 1 }),
    },
  ],
  [
    "whoever left comes back, and whoever leaves stays",
    { ...three, submissions: [{}, {}], budget: budget({ cancels: 1, resubmits: 2, lostAnswers: 1 }) },
  ],
  [
    "word of the branch that is told too late",
    {
      ...three,
      submissions: [{}],
      budget: budget({
        outsidePushes: 1,
        outsideDrops: 1,
        lostAnswers: 2,
        refusals: 1,
        echoes: 1,
        cancels: 1,
      }),
    },
  ],
  [
    "commits that the code host makes as it merges",
    {
      settings: { concurrency: 2, landing: "merge" },
      submissions: [{}, {}, {}],
      losesBuilds: true,
      budget: budget({ lostAnswers: 1, echoes: 1, outsidePushes: 1 }),
    },
  ],
  [
    "tests that are over before they are known to run",
    {
      settings: { concurrency: 2, requiredStatuses: ["tests", "lint"] },
      submissions: [{}, {}, {}],
      losesBuilds: true,
      budget: budget({ lostAnswers: 1, partials: 1 }),
    },
  ],
];

const HEDGES: readonly Space[] = [
  [
    "hedges in one line",
    {
      settings: { concurrency: 4, hedging: true },
      submissions: [{}, {}, {}],
      buildsAtOnce: true,
      budget: budget({ cancels: 1, restarts: 1 }),
    },
  ],
  [
    "hedges that are built, lost and given up",
    {
      settings: { concurrency: 4, hedging: true },
      submissions: [{}, {}],
      pairs: ["1:2"],
      changes: [{ hedging: false }, { concurrency: 1 }],
      budget: budget({ interruptions: 1, settings: 1, outsidePushes: 1 }),
    },
  ],
  [
    "hedges with witnesses, in lanes",
    {
      settings: {
        ...parallel,
        concurrency: 5,
        hedging: true,
        pendingFailureDepth: 1,
        canOptimisticallyMerge: true,
      },
      submissions: [inA, inBoth, inB],
      buildsAtOnce: true,
      budget: budget({ reruns: 1, pauses: 1 }),
    },
  ],
  [
    "hedges of batches",
    {
      settings: { concurrency: 4, hedging: true, ...batches },
      submissions: [{}, {}, {}],
      buildsAtOnce: true,
      budget: budget({ cancels: 1 }),
    },
  ],
];

const LANES: readonly Space[] = [
  [
    "lanes that the code host merges",
    {
      settings: { ...parallel, landing: "merge" },
      submissions: [inA, inB, inBoth],
      budget: budget({ lostAnswers: 1, outsidePushes: 1 }),
    },
  ],
  [
    "two lanes, one across, and lost answers",
    {
      settings: parallel,
      submissions: [inA, inB, inBoth],
      budget: budget({ lostAnswers: 1, outsidePushes: 1 }),
    },
  ],
  [
    "two lanes on a branch that loses commits",
    {
      settings: parallel,
      submissions: [inA, inB, inA],
      budget: budget({ outsideDrops: 1, lostAnswers: 1, echoes: 1 }),
    },
  ],
  [
    "everything as a barrier, and nothing",
    {
      settings: parallel,
      submissions: [inA, inAll, inB, inNone],
      buildsAtOnce: true,
      budget: budget({ cancels: 1, lostAnswers: 1 }),
    },
  ],
  [
    "lanes that clash after all",
    {
      settings: parallel,
      submissions: [inA, inB, inBoth],
      pairs: ["1~2"],
      budget: budget({ cancels: 1, lostAnswers: 1, echoes: 1 }),
    },
  ],
  [
    "targets that change",
    {
      settings: parallel,
      submissions: [inA, inB, inA],
      uploads: [B, NONE, ALL_TARGETS],
      buildsAtOnce: true,
      budget: budget({ uploads: 1, lostAnswers: 1, cancels: 1 }),
    },
  ],
  [
    "targets that come late, and retargeting",
    {
      settings: parallel,
      submissions: [{}, inB, inBoth],
      uploads: [A],
      buildsAtOnce: true,
      budget: budget({ uploads: 2, retargets: 1, pushes: 1 }),
    },
  ],
  [
    "witnesses in lanes",
    {
      settings: { ...parallel, pendingFailureDepth: 1, canOptimisticallyMerge: true },
      submissions: [inA, inB, inBoth],
      budget: budget({ reruns: 1, lostAnswers: 1, cancels: 1 }),
    },
  ],
  [
    "batches in lanes",
    {
      settings: { ...parallel, concurrency: 2, ...batches },
      submissions: [inA, inB, inA, inBoth],
      buildsAtOnce: true,
      budget: budget({ cancels: 1, outsidePushes: 1 }),
    },
  ],
  [
    "retries beside two lanes, and halves",
    {
      settings: { ...parallel, concurrency: 2, bisectionConcurrency: 1, ...batches },
      submissions: [{ ...inA, noBatch: true }, inA, inA, inB],
      buildsAtOnce: true,
      budget: budget({ uploads: 1, cancels: 1 }),
      uploads: [A],
    },
  ],
  [
    "halves beside two lanes, tested again",
    {
      settings: { ...parallel, concurrency: 2, bisectionConcurrency: 2, ...batches },
      submissions: [inA, inA, inB],
      budget: budget({ restarts: 1, outsidePushes: 1 }),
    },
  ],
  [
    "modes that are switched",
    {
      settings: { ...parallel, concurrency: 2 },
      submissions: [inA, inB, {}],
      buildsAtOnce: true,
      budget: budget({ switches: 2, pauses: 1, lostAnswers: 1 }),
    },
  ],
  [
    "direct merges beside lanes",
    {
      settings: { ...parallel, directMergeMode: "always" },
      submissions: [
        inA,
        { ...inB, standsOnTip: true, evidence: "ofOtherTree" },
        { ...inBoth, standsOnTip: true, evidence: "enough" },
      ],
      budget: budget({ cancels: 1, lostAnswers: 1 }),
    },
  ],
  [
    "four in lanes, one urgent",
    {
      settings: { ...parallel, concurrency: 2 },
      submissions: [inA, inB, inBoth, { ...inA, priority: 0 }],
      buildsAtOnce: true,
      budget: budget({ cancels: 1 }),
    },
  ],
];

/** Explored with those of one line, so that both files of explorations take as long. */
const NEVER_READY: readonly Space[] = [
  [
    "entries that never get ready",
    {
      settings: { ...parallel, notReadyTimeoutHours: 1 },
      submissions: [{}, inB, inBoth],
      uploads: [A],
      budget: budget({ uploads: 1, retargets: 1, waits: 1 }),
    },
  ],
];

/** What is explored together. */
export const SPACES: Readonly<Record<string, readonly Space[]>> = {
  line: [...ONE_LINE, ...NEVER_READY],
  lanes: LANES,
  hedges: HEDGES,
};
