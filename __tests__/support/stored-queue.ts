/** Queues, entries, runs and decisions built by hand, for tests that store them and do not care how they came about. */

import {
  batchId,
  type CommitId,
  commitId,
  derivedUuid,
  effectId,
  entryId,
  pullRequestNumber,
  type QueueId,
  queueId,
  testRunId,
  treeId,
} from "../../src/domain/ids.js";
import { type ImpactedTargets, targetList } from "../../src/domain/impacted-targets.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import { DEFAULT_QUEUE_SETTINGS } from "../../src/domain/queue-settings.js";
import type { Decision, EndedRun, LandingRecord, Transition } from "../../src/engine/model/decision.js";
import type { Effect } from "../../src/engine/model/effect.js";
import type { Batch, Entry, EntryState, Queue, TestRun } from "../../src/engine/model/queue.js";
import { openPullRequest } from "./open-pull-request.js";

/** 2026-01-01, where the stories of these tests begin. */
export const START = 1_767_225_600_000;

/** A queue id that differs for each `seed`. */
export function aQueueId(seed = 1): QueueId {
  return queueId(`00000000-0000-4000-8000-${hexadecimal(seed, 12)}`);
}

/** A commit that differs for each `seed`. */
export function aCommit(seed: number): CommitId {
  return commitId(hexadecimal(seed, 40));
}

export function aQueueName(targetBranch = "main"): QueueName {
  return { repository: { host: "github.com", owner: "octo", name: "mono" }, targetBranch };
}

export function aStoredQueue(overrides: Partial<Queue> = {}): Queue {
  return {
    id: aQueueId(),
    targetBranch: "main",
    state: "running",
    modeSwitch: null,
    settings: DEFAULT_QUEUE_SETTINGS,
    tip: aCommit(1),
    entries: [],
    line: [],
    beside: [],
    runs: [],
    hedges: [],
    landing: null,
    nextNumber: 1,
    now: START,
    ...overrides,
  };
}

/** Pull request `number`, submitted as the `sequence`th of its queue. */
export function aStoredEntry(number: number, overrides: Partial<Entry> = {}): Entry {
  return {
    id: entryId(derivedUuid(aQueueId(), number)),
    facts: openPullRequest(number, aCommit(number + 1000)),
    priority: 100,
    usedDefaultPriority: true,
    noBatch: false,
    needsTests: false,
    targets: targetList([`//package-${number}:all`]),
    earlierTargets: null,
    sequence: number,
    submittedAt: START + number,
    admittedAt: null,
    leaving: null,
    ended: null,
    state: "pending",
    stateSince: START + number,
    reason: null,
    verifiedBy: null,
    ...overrides,
  };
}

/** A batch of the pull requests given, that nothing has happened to yet. */
export function aStoredBatch(counter: number, ...numbers: readonly number[]): Batch {
  return {
    id: batchId(counter),
    entries: numbers.map(pullRequestNumber),
    interruptions: 0,
    lostHedges: 0,
    isRetried: false,
    isSuspect: false,
    splitFrom: null,
  };
}

/** Test run `counter` of the pull requests given, built and running. */
export function aStoredRun(counter: number, ...numbers: readonly number[]): TestRun {
  const own = numbers.map(pullRequestNumber);
  return {
    id: testRunId(derivedUuid(aQueueId(), counter)),
    batch: batchId(counter),
    testedOn: aCommit(1),
    contains: own.map((pullRequest) => ({
      pullRequest,
      headSha: aCommit(pullRequest + 1000),
      title: `Change ${pullRequest}`,
      submittedAt: START + pullRequest,
    })),
    own,
    createdAt: START,
    validForTip: aCommit(1),
    landed: [],
    passedBy: [],
    commits: own.map((pullRequest) => aCommit(pullRequest + 2000)),
    tree: null,
    requiredStatuses: ["ci/build"],
    requiredStatusesSource: "merge_instance",
    checks: [{ name: "ci/build", url: "https://ci.example/1", status: "in_progress", conclusion: null }],
    progress: { kind: "running", startedAt: START },
  };
}

export function anEndedRun(run: TestRun, endedAt = START): EndedRun {
  return { run: { ...run, progress: { kind: "passed" } }, endedAt };
}

/** The landing of a run that moved the branch to the very commit that was tested. */
export function aLandingRecord(run: TestRun, overrides: Partial<LandingRecord> = {}): LandingRecord {
  return {
    at: START,
    run: run.id,
    from: run.testedOn,
    to: aCommit(2000),
    tree: treeId("7".repeat(40)),
    proof: { kind: "tested" },
    heads: run.contains,
    ...overrides,
  };
}

export function anEffect(id: number): Effect {
  return {
    id: effectId(id),
    kind: "discardTestRun",
    run: aStoredRun(id, id).id,
    own: [pullRequestNumber(id)],
  };
}

export function aTransition(
  number: number,
  from: EntryState | null,
  to: EntryState,
  overrides: Partial<Transition> = {},
): Transition {
  return {
    at: START,
    entry: aStoredEntry(number).id,
    pullRequest: pullRequestNumber(number),
    from,
    to,
    reason: null,
    run: null,
    ...overrides,
  };
}

export function aDecision(queue: Queue, overrides: Partial<Decision> = {}): Decision {
  return {
    queue,
    effects: [],
    transitions: [],
    concluded: [],
    endedRuns: [],
    landed: null,
    wakeAt: null,
    ...overrides,
  };
}

/** As many distinct names as asked for, about as long as real ones. */
export function manyTargets(count: number): ImpactedTargets {
  return targetList(Array.from({ length: count }, (_, index) => `//services/payments/area-${index}:lib`));
}

function hexadecimal(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
