/**
 * Which proven failures may end their entries now, and which are doubted: the third in a row for one check, and every
 * failure without a result of CI. The commit that a doubted run was built on is tested alone before.
 */
import { type Check, isFailed, isWithoutResult } from "../../domain/check.js";
import type { CommitId } from "../../domain/ids.js";
import { withHealth, withRuns } from "../model/change.js";
import { allRuns, entriesOf, liveEntry, mayTestTip } from "../model/lookup.js";
import type { Queue, TestRun } from "../model/queue.js";
import {
  type EvictedEntry,
  type EvictionRow,
  healthOf,
  INCIDENT_MS,
  isSoundBase,
  MAX_UNDOUBTED_EVICTIONS,
} from "../model/target-health.js";
import { isRetryDue, type ProvenFailure, provenFailures } from "./blame.js";
import { hasNoResult } from "./has-no-result.js";
import { baseOf } from "./tested-heads.js";

export interface SettledFailures {
  /** Of single entries that have had their retry. */
  readonly due: readonly ProvenFailure[];
  /** The same, but the commit below has to be tested alone before. The oldest run first, so that none waits forever. */
  readonly doubted: readonly ProvenFailure[];
  /** The row of evictions after those that are due. */
  readonly row: EvictionRow | null;
}

export function settledFailures(queue: Queue): SettledFailures {
  const single = provenFailures(queue).filter(
    (failure) => isLiveSingle(queue, failure) && !isRetryDue(queue, failure),
  );
  if (single.length === 0 || !mayTestTip(queue))
    return { due: single, doubted: [], row: healthOf(queue).row };
  const due: ProvenFailure[] = [];
  const doubted: ProvenFailure[] = [];
  let { row } = healthOf(queue);
  for (const failure of single) {
    const isDoubtful = isDoubtedForever(failure.run) || isNextIn(row, failure.run);
    const base = baseOf(failure.run);
    if (isDoubtful && !isSoundBase(queue, base)) {
      doubted.push(failure);
      continue;
    }
    due.push(failure);
    // Proven on an earlier tip, it shows nothing about the present one.
    const isProvenElsewhere = isDoubtful && base !== queue.tip && healthOf(queue).sound?.commit === base;
    if (!isProvenElsewhere) row = extended(queue, row, failure);
  }
  doubted.sort(({ run: one }, { run: other }) => one.createdAt - other.createdAt);
  return { due, doubted, row };
}

/** Independently of the row. */
function isDoubtedForever(run: TestRun): boolean {
  return run.isDoubted === true || hasNoResult(run);
}

/** Whether the row has as many evictions for a failed check of this run as need no doubt. */
function isNextIn(row: EvictionRow | null, run: TestRun): boolean {
  if (row === null || row.evicted.length < MAX_UNDOUBTED_EVICTIONS) return false;
  return failedChecks(run).some((name) => row.checks.includes(name));
}

/** The doubted failures that a test of this commit alone decides. */
export function doubtedOn(queue: Queue, commit: CommitId): readonly ProvenFailure[] {
  return settledFailures(queue).doubted.filter(({ run }) => baseOf(run) === commit);
}

/** Another row says nothing about failures that were doubted for the present one, so these remain doubted. */
export function withRow(queue: Queue, row: EvictionRow | null, doubted: readonly ProvenFailure[]): Queue {
  if (row === healthOf(queue).row) return queue;
  const remaining = new Set(doubted.map(({ run }) => run.id));
  const marked = allRuns(queue)
    .filter((run) => remaining.has(run.id) && !isDoubtedForever(run) && !isNextIn(row, run))
    .map((run): TestRun => ({ ...run, isDoubted: true }));
  return withRuns(withHealth(queue, { row }), marked);
}

/** A landing passed all checks on the tip, which ends the row. A tip test under way for the row still decides about it. */
export function withRowEnded(queue: Queue, doubted: readonly ProvenFailure[]): Queue {
  const { row, test } = healthOf(queue);
  const isOfTest = row !== null && test !== null && test.row === undefined && doubted.length > 0;
  return withRow(isOfTest ? withHealth(queue, { test: { ...test, row } }) : queue, null, doubted);
}

/** An entry that this decision has evicted keeps its batch until the next round. */
function isLiveSingle(queue: Queue, { place }: ProvenFailure): boolean {
  const [only, ...others] = place.batch.entries;
  return only !== undefined && others.length === 0 && liveEntry(queue, only) !== undefined;
}

/** Notes results of test runs. Any verdict shows that CI works; without one, runs without a result are counted. */
export function withResultsNoted(queue: Queue, hasVerdict: boolean, withoutResult: number): Queue {
  if (queue.settings.pauseOnRedTarget !== true) return queue;
  const { silence, pause } = healthOf(queue);
  if (hasVerdict) {
    const over = pause?.cause.kind === "ci" ? ({ ...pause, hadVerdict: true } as const) : null;
    return silence === null && over === null
      ? queue
      : withHealth(queue, { silence: null, ...(over !== null && { pause: over }) });
  }
  if (withoutResult === 0) return queue;
  const isSeries = silence !== null && queue.now - silence.latestAt < INCIDENT_MS;
  const count = (isSeries ? silence.count : 0) + withoutResult;
  return withHealth(queue, { silence: { count, latestAt: queue.now } });
}

/** The row with this eviction; the same row if the failure was of no check. */
function extended(queue: Queue, row: EvictionRow | null, { run, place }: ProvenFailure): EvictionRow | null {
  const [evicted] = entriesOf(queue, place.batch.entries).map(
    ({ id, facts, priority, usedDefaultPriority, noBatch, submittedAt, ...entry }): EvictedEntry => ({
      ...{ entry: id, pullRequest: facts.number, headSha: facts.headSha },
      ...{ priority, usedDefaultPriority, noBatch, submittedAt },
      sequence: entry.earlierSequence ?? entry.sequence,
    }),
  );
  const failed = failedChecks(run);
  if (evicted === undefined || failed.length === 0) return row;
  const shared = row?.checks.filter((name) => failed.includes(name)) ?? [];
  if (row === null || shared.length === 0) return { checks: failed, evicted: [evicted] };
  return { checks: shared, evicted: [...row.evicted, evicted].slice(-MAX_UNDOUBTED_EVICTIONS) };
}

function failedChecks({ checks, requiredStatuses, progress }: TestRun): readonly string[] {
  if (progress.kind !== "failed" || progress.failure.kind !== "check") return [];
  const isVerdict = (check: Check) => isFailed(check) && !isWithoutResult(check);
  return checks
    .filter((check) => requiredStatuses.includes(check.name) && isVerdict(check))
    .map(({ name }) => name);
}
