/** Records events about test runs. Events about ended runs change nothing. */
import type { Check } from "../../domain/check.js";
import type { Reason } from "../../domain/reason.js";
import { sameReasonFor } from "../explain/reasons/pull-requests.js";
import { restarted } from "../explain/reasons/restarts.js";
import {
  heldByConflict,
  mayHaveFailedByItself,
  noRequiredStatuses,
  notTestable,
} from "../explain/reasons/verdicts.js";
import {
  inHalves,
  sharedReason,
  withEntries,
  withFailed,
  withoutLostHedges,
  withoutRuns,
  withRuns,
} from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import {
  allBatches,
  batchOf,
  entriesOf,
  findRun,
  hedgesOf,
  isHedge,
  isLanding,
  liveEntry,
  runOf,
  stateOf,
} from "../model/lookup.js";
import type { Entry, Queue, TestRun, TestRunFailure } from "../model/queue.js";
import { withoutTrouble } from "../model/queue.js";
import { aheadOf } from "../planning/plan.js";
import { withResultsNoted } from "../planning/settled-failures.js";
import { asNamed } from "../planning/tested-heads.js";

/** Ends the run and the hedges of the entry's batch. Runs of successors that contain the entry continue. */
export function recordRestart(queue: Queue, { pullRequest, by }: EventOf<"testsRestarted">): Step {
  const entry = liveEntry(queue, pullRequest);
  const batch = batchOf(queue, pullRequest);
  const run = batch && runOf(queue, batch.id);
  if (entry === undefined || run === undefined) return { queue };
  const state = stateOf(queue, entry);
  if (state !== "testing" && state !== "pendingFailure") return { queue };
  const endedRuns = [run, ...hedgesOf(queue, run.batch)];
  return {
    queue: withoutRuns(queue, endedRuns),
    endedRuns,
    reasons: sharedReason(run.own, restarted(run.own, by)),
  };
}

export function recordBuilt(queue: Queue, event: EventOf<"testRunBuilt">): Step {
  const run = buildingRun(queue, event.run);
  if (run === undefined) return { queue };
  const { tree, isHeadTree } = event;
  const [pullRequest] = run.own;
  const isHeadGreen = pullRequest !== undefined && liveEntry(queue, pullRequest)?.facts.isHeadGreen;
  const built: TestRun = {
    ...{ ...run, commits: asNamed(event.commits, run.renamed), tree },
    ...(isHeadTree === true && { isHeadTree }),
    ...(isHeadTree === true && isHeadGreen === true && { isHeadGreen }),
  };
  return { queue: withRuns(queue, [built]) };
}

export function recordConflict(queue: Queue, event: EventOf<"testRunConflicted">): Step {
  const run = buildingRun(queue, event.run);
  if (run === undefined) return { queue };
  if (isHedge(queue, run)) return lost(queue, run);
  const { commits, pullRequest, files } = event;
  const progress = { kind: "conflicted", pullRequest, files } as const;
  const conflicted = withRuns(queue, [{ ...run, commits: asNamed(commits, run.renamed), progress }]);
  const ahead = aheadOf(conflicted, run.batch);
  if (!run.own.includes(pullRequest) || ahead.length === 0) return { queue: conflicted };
  return { queue: conflicted, reasons: sharedReason(run.own, heldByConflict(pullRequest, ahead, files)) };
}

/** A run without required checks could never get a verdict, so it counts as not startable. */
export function recordStarted(queue: Queue, event: EventOf<"testRunStarted">): Step {
  const run = buildingRun(queue, event.run);
  if (run === undefined || run.tree === null) return { queue };
  const { requiredStatuses, requiredStatusesSource } = event;
  if (requiredStatuses.length === 0) return notStarted(queue, run, noRequiredStatuses(run.own));
  const { skippedChecks } = queue.settings;
  const policies = skippedChecks === undefined || isEmpty(skippedChecks) ? {} : { skippedChecks };
  const progress = { kind: "running", startedAt: queue.now } as const;
  const started: TestRun = { ...run, requiredStatuses, requiredStatusesSource, ...policies, progress };
  return { queue: withRuns(queue, [started]) };
}

export function recordNotStarted(queue: Queue, { run: id, reason }: EventOf<"testRunNotStarted">): Step {
  const run = buildingRun(queue, id);
  return run === undefined ? { queue } : untestable(queue, run, reason);
}

export function recordAbandoned(queue: Queue, { run: id, reason }: EventOf<"testRunAbandoned">): Step {
  const run = findRun(queue, id);
  return run?.progress.kind === "running" ? untestable(queue, run, reason) : { queue };
}

/**
 * A single entry without predecessors fails. Otherwise one of several may be the cause, such as a change to a workflow
 * that the queue must not push, so the batch is bisected.
 */
export function untestable(queue: Queue, run: TestRun, reason: Reason): Step {
  // It lands on the passed run of a successor.
  if (isLanding(queue, run.batch)) return { queue };
  const isOfHost = reason.code === "START_TEST_RUN_RETRY_EXHAUSTED";
  if (isOfHost && queue.settings.pauseOnRedTarget === true && !isHedge(queue, run))
    return withoutResult(queue, run, reason);
  const batch = allBatches(queue).find((one) => one.id === run.batch);
  const ahead = aheadOf(queue, run.batch);
  // All entries have the same required statuses.
  const isOfAll = reason.code === "START_TEST_RUN_NO_REQUIRED_STATUSES";
  const isAlone = batch?.entries.length === 1 && ahead.length === 0;
  if (isHedge(queue, run) || isOfAll || isAlone || batch === undefined)
    return notStarted(queue, run, sameReasonFor(run.own, reason));
  const why = notTestable(batch.entries, ahead, reason);
  return { ...inHalves(queue, [batch], false), reasons: sharedReason(batch.entries, why) };
}

/** The code host may have an outage, so it is a failure like any other until the tip alone was tested. */
function withoutResult(queue: Queue, run: TestRun, { sentence: why }: Reason): Step {
  const failure: TestRunFailure = { kind: "noResult", why };
  const failed: TestRun = { ...withoutTrouble(run), progress: { kind: "failed", failure } };
  const reason = mayHaveFailedByItself(run, failure, aheadOf(queue, run.batch));
  return {
    queue: withRuns(withResultsNoted(queue, false, 1), [failed]),
    reasons: sharedReason(run.own, reason),
  };
}

/** A pass is final. After a failure people may rerun CI, so its checks are still recorded. */
export function recordChecks(queue: Queue, { run: id, checks }: EventOf<"checksReported">): Step {
  const run = findRun(queue, id);
  if (run === undefined || run.progress.kind === "passed") return { queue };
  const byName = new Map<string, Check>([...run.checks, ...checks].map((check) => [check.name, check]));
  const reported = [...byName.values()];
  // The timeout counts from the first started check: waiting for a runner is not the code's fault.
  const begins = run.progress.kind === "running" && !run.checks.some(hasBegun) && reported.some(hasBegun);
  const progress = begins ? ({ kind: "running", startedAt: queue.now } as const) : run.progress;
  const updated = { ...withoutTrouble(run), checks: reported, progress };
  const seen = noteSeen(queue, run, reported);
  if (run.isUnnoticed !== true || reported.every(({ isMissing }) => isMissing === true))
    return { queue: withRuns(seen, [updated]) };
  const { isUnnoticed: _noticed, ...noticed } = updated;
  return { queue: withRuns(withoutReason(seen, run), [noticed]) };
}

/** A check has started after all, so the reason that named it no longer applies. */
function withoutReason(queue: Queue, { own }: TestRun): Queue {
  const named = entriesOf(queue, own).filter(({ reason }) => reason?.code === "TEST_RUN_NO_CHECK_STARTED");
  return withEntries(
    queue,
    named.map((entry): Entry => ({ ...entry, reason: null })),
  );
}

/** Names of checks are chosen in settings, so there are few; queues that changed them often forget the oldest. */
const MAX_SEEN = 50;

/** Queues of earlier versions lack the setting, and their logs must replay as they were recorded. */
function noteSeen(queue: Queue, { requiredStatuses }: TestRun, checks: readonly Check[]): Queue {
  const { checksSeen = {}, settings, now } = queue;
  if (settings.checkGraceMinutes === undefined) return queue;
  const names = checks.flatMap(({ name, isMissing }) =>
    isMissing !== true && requiredStatuses.includes(name) ? [name] : [],
  );
  if (names.length === 0) return queue;
  const others = Object.entries(checksSeen).filter(([name]) => !names.includes(name));
  const kept = others.sort(([, one], [, other]) => other - one).slice(0, MAX_SEEN - names.length);
  return {
    ...queue,
    checksSeen: Object.fromEntries([...kept, ...names.map((name) => [name, now] as const)]),
  };
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

function hasBegun({ status }: Check): boolean {
  return status !== "queued";
}

function buildingRun(queue: Queue, id: TestRun["id"]): TestRun | undefined {
  const run = findRun(queue, id);
  return run?.progress.kind === "building" ? run : undefined;
}

function notStarted(queue: Queue, run: TestRun, reason: Reason): Step {
  if (isHedge(queue, run)) return lost(queue, run);
  return { queue: withFailed(queue, run.own), reasons: sharedReason(run.own, reason) };
}

function lost(queue: Queue, hedge: TestRun): Step {
  return { queue: withoutLostHedges(queue, [hedge]), endedRuns: [hedge] };
}
