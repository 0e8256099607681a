/** When time alone ends a test run or shows that CI does not start. */
import type { Check } from "../../domain/check.js";
import { MINUTE_MS } from "../../domain/duration.js";
import { QUEUE_SETTINGS } from "../../domain/queue-settings.js";
import { remembered } from "../index/queue-index.js";
import type { Queue, TestRun } from "./queue.js";

const DEFAULT_CHECK_GRACE_MINUTES = QUEUE_SETTINGS.checkGraceMinutes.absent;

/** When a run times out; null if it is not running or has no limit. */
export function deadlineOf(queue: Queue, { progress }: TestRun): number | null {
  const deadline = progress.kind === "running" ? progress.startedAt + timeoutMs(queue) : Infinity;
  return deadline === Infinity ? null : deadline;
}

/** The first moment at which one of the runs times out; Infinity: none does. */
export function firstDeadline(queue: Queue): number {
  const { runs, hedges } = queue;
  const startedAt = Math.min(runningTests(runs).firstStartedAt, runningTests(hedges).firstStartedAt);
  return startedAt + timeoutMs(queue);
}

function timeoutMs({ settings }: Queue): number {
  return settings.testingTimeoutMinutes > 0 ? settings.testingTimeoutMinutes * MINUTE_MS : Infinity;
}

/** How long CI may take to report a required check; 0: any time. */
export function checkGraceMs({ settings }: Queue): number {
  return (settings.checkGraceMinutes ?? DEFAULT_CHECK_GRACE_MINUTES) * MINUTE_MS;
}

/** What deadlines need of the running test runs of a list. */
interface RunningTests {
  /** The earliest start; Infinity without one. */
  readonly firstStartedAt: number;
  /** Those for which CI has reported no required check so far; usually few. */
  readonly silent: readonly TestRun[];
}

export const runningTests = remembered((runs: readonly TestRun[]): RunningTests => {
  const silent: TestRun[] = [];
  let firstStartedAt = Infinity;
  for (const run of runs) {
    if (run.progress.kind !== "running") continue;
    firstStartedAt = Math.min(firstStartedAt, run.progress.startedAt);
    if (isSilent(run)) silent.push(run);
  }
  return { firstStartedAt, silent };
});

function isSilent({ progress, checks, trouble }: TestRun): boolean {
  return progress.kind === "running" && checks.length > 0 && trouble === undefined && checks.every(isMissing);
}

/** Of a running test run: when CI should have reported a required check and had not; null: it has, or may still. */
export function checksMissingAt(queue: Queue, run: TestRun): number | null {
  const graceMs = checkGraceMs(queue);
  return graceMs > 0 && run.progress.kind === "running" && isSilent(run)
    ? run.progress.startedAt + graceMs
    : null;
}

/** When a required check of the run was last reported on any test branch; null: never. */
export function lastSeenOf({ checksSeen = {} }: Queue, { requiredStatuses }: TestRun): number | null {
  const times = requiredStatuses.flatMap((name) =>
    Object.hasOwn(checksSeen, name) ? (checksSeen[name] ?? []) : [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

function isMissing(check: Check): boolean {
  return check.isMissing === true;
}
