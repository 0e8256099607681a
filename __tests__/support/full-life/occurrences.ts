/** What can be met in lives, and how often it was: a simulation in which something never happens proves nothing of it. */
import { REASON_CODES, type ReasonCode } from "../../../src/domain/reason.js";
import type { QueueEventKind } from "../../../src/engine/model/event.js";
import { FAULT_KINDS, type FaultKind } from "./faults.js";

const DEEDS = [
  "a queue decides",
  "a queue is deleted",
  "a process dies",
  "a process is asked to stop",
  "two writers meet",
  "a push arrives late",
  "what was tested lands",
  "something lands past others",
  "something merges directly",
  "several batches land at once",
  "a batch of several lands",
  "it lands by squash",
  "it lands by merge_commit",
  "it lands by rebase",
  "somebody asks to leave what lands",
  "a batch of several is formed",
  "a batch starts that is not full",
  "a noBatch entry is tested alone",
  "a rule isolates an entry",
  "a part is tested within the slots of the line",
  "a part is tested in slots of its own",
  "a batch is split at a conflict",
  "lanes are tested side by side",
  "an entry is tested on top of its lane",
  "an entry that touches everything is tested",
  "an entry that touches nothing is tested",
  "targets change under a run",
  "a single failure is tested once more",
  "a witness stays with one in doubt",
  "somebody goes on without one in doubt",
  "a hedge is begun",
  "a hedge becomes the run of its batch",
  "CI cancels a run",
  "somebody goes first by priority",
  "somebody goes first by age",
  "the branch is pushed forward",
  "the branch is pushed back",
  "a queue is paused",
  "a queue is drained",
  "a queue runs again",
  "a switch has to wait",
  "a switch ends paused",
  "the mode becomes parallel",
  "the mode becomes single",
] as const;

export const WATCHED_SETTINGS = [
  "mode",
  "concurrency",
  "bisectionConcurrency",
  "testingTimeoutMinutes",
  "pendingFailureDepth",
  "canOptimisticallyMerge",
  "batch",
  "batchingMaxWaitTimeMinutes",
  "batchingMinSize",
  "requiredStatuses",
  "directMergeMode",
  "optimizationMode",
  "mergeMethod",
  "notReadyTimeoutHours",
  "batchingRules",
  "hedging",
] as const;

const EVENTS: Readonly<Record<QueueEventKind, true>> = {
  entrySubmitted: true,
  entryCancelled: true,
  entryReadmitted: true,
  testsRestarted: true,
  targetsSet: true,
  settingsChanged: true,
  pullRequestObserved: true,
  pullRequestUnreadable: true,
  pullRequestReadable: true,
  headUnusable: true,
  testRunUnreadable: true,
  landingHindered: true,
  tipObserved: true,
  testRunBuilt: true,
  testRunConflicted: true,
  testRunStarted: true,
  testRunNotStarted: true,
  testRunAbandoned: true,
  checksReported: true,
  landingPrepared: true,
  landingDiffers: true,
  landed: true,
  landedUntested: true,
  headPushesChosen: true,
  headsTakenBack: true,
  landingTakenUp: true,
  landingRefused: true,
  landingFailed: true,
  timePassed: true,
  clockCorrected: true,
};

/**
 * Of code hosts that merge or show what merged, of heads that no simulated repository has, of pushes that fail for
 * minutes, and of broken branches, which are met in the random lives.
 */
const EVENTS_OF_OTHERS = [
  "landedUntested",
  "headUnusable",
  "landingHindered",
  "headPushesChosen",
  "headsTakenBack",
  "entryReadmitted",
];

/** Given by other forges, by people elsewhere than through the API, or by nobody here. */
const REASONS_OF_OTHERS: readonly ReasonCode[] = [
  "USER_REQUESTED",
  "ADMIN_REQUESTED",
  "TESTS_RESTARTED_BY_USER",
  "START_TEST_RUN_NO_REQUIRED_STATUSES",
  "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH",
  "GITHUB_API_BRANCH_PROTECTION_UNMET",
  "START_TEST_RUN_INVALID_EVENT",
  "PR_UPDATED_AT_MERGE_TIME",
  "PR_MERGED_INTO_OTHER_BRANCH",
  "TARGET_BRANCH_BROKEN",
  "CI_OUTAGE",
];

export type Occurrence =
  | (typeof DEEDS)[number]
  | `setting ${(typeof WATCHED_SETTINGS)[number]}`
  | `event ${string}`
  | `reason ${ReasonCode}`
  | `fault ${FaultKind}`;

export const OCCURRENCES: readonly Occurrence[] = [
  ...DEEDS,
  ...WATCHED_SETTINGS.map((setting) => `setting ${setting}` as const),
  ...Object.keys(EVENTS)
    .filter((kind) => !EVENTS_OF_OTHERS.includes(kind))
    .map((kind) => `event ${kind}` as const),
  ...REASON_CODES.filter((code) => !REASONS_OF_OTHERS.includes(code)).map(
    (code) => `reason ${code}` as const,
  ),
  ...FAULT_KINDS.map((kind) => `fault ${kind}` as const),
];

export type Tally = ReadonlyMap<Occurrence, number>;

export class Occurrences {
  readonly #counts = new Map<Occurrence, number>();

  get tally(): Tally {
    return this.#counts;
  }

  met(occurrence: Occurrence): void {
    this.#counts.set(occurrence, (this.#counts.get(occurrence) ?? 0) + 1);
  }

  add(tally: Tally): void {
    for (const [occurrence, times] of tally) {
      this.#counts.set(occurrence, (this.#counts.get(occurrence) ?? 0) + times);
    }
  }
}

/** Those that were met less often, with how often. */
export function metLessThan(times: number, tally: Tally): readonly string[] {
  return OCCURRENCES.filter((occurrence) => (tally.get(occurrence) ?? 0) < times).map(
    (occurrence) => `${occurrence}: ${tally.get(occurrence) ?? 0}`,
  );
}
