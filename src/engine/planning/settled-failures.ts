/**
 * Which proven failures may end their entries now, and which wait for the test of the tip alone: the third in a row for
 * one check, and every failure without a result of CI. In both cases the entry may be the wrong one to blame.
 */
import { type Check, isFailed, isWithoutResult } from "../../domain/check.js";
import { withHealth } from "../model/change.js";
import { entriesOf, liveEntry, mayTestTip } from "../model/lookup.js";
import type { Queue, TestRun } from "../model/queue.js";
import {
  type EvictedEntry,
  type EvictionRow,
  healthOf,
  INCIDENT_MS,
  isTipSound,
  MAX_UNDOUBTED_EVICTIONS,
} from "../model/target-health.js";
import { isRetryDue, type ProvenFailure, provenFailures } from "./blame.js";

export interface SettledFailures {
  /** Of single entries that have had their retry. */
  readonly due: readonly ProvenFailure[];
  /** The same, but the tip alone has to be tested before. */
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
  const isSound = isTipSound(queue);
  const due: ProvenFailure[] = [];
  const doubted: ProvenFailure[] = [];
  let { row } = healthOf(queue);
  for (const failure of single) {
    const next = extended(queue, row, failure);
    const isThird = next !== row && (row?.evicted.length ?? 0) >= MAX_UNDOUBTED_EVICTIONS && isOf(next, row);
    if (!isSound && (isThird || hasNoResult(failure.run))) {
      doubted.push(failure);
      continue;
    }
    due.push(failure);
    row = next;
  }
  return { due, doubted, row };
}

/** An entry that this decision has evicted keeps its batch until the next round. */
function isLiveSingle(queue: Queue, { place }: ProvenFailure): boolean {
  const [only, ...others] = place.batch.entries;
  return only !== undefined && others.length === 0 && liveEntry(queue, only) !== undefined;
}

/** Whether the failure of the run says nothing about its code: CI or the code host gave no result. */
export function hasNoResult({ progress, checks, requiredStatuses }: TestRun): boolean {
  if (progress.kind !== "failed") return false;
  const { failure } = progress;
  switch (failure.kind) {
    case "noCheck":
    case "noResult":
      return true;
    case "timeout":
      return !checks.some(({ status }) => status !== "queued");
    case "check": {
      const bad = checks.filter(
        (check) => requiredStatuses.includes(check.name) && (isFailed(check) || isWithoutResult(check)),
      );
      return bad.length > 0 && bad.every(isWithoutResult);
    }
  }
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

/** Whether `next` continues `row` instead of beginning another one. */
function isOf(next: EvictionRow | null, row: EvictionRow | null): boolean {
  return next?.checks.some((name) => row?.checks.includes(name)) === true;
}

function failedChecks({ checks, requiredStatuses, progress }: TestRun): readonly string[] {
  if (progress.kind !== "failed" || progress.failure.kind !== "check") return [];
  const isVerdict = (check: Check) => isFailed(check) && !isWithoutResult(check);
  return checks
    .filter((check) => requiredStatuses.includes(check.name) && isVerdict(check))
    .map(({ name }) => name);
}
