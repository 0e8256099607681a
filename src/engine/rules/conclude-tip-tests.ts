/**
 * Ends the test of the tip with its verdict. Passed: the failures on it are the entries' own. Failed: the target branch
 * is broken, and the queue pauses, unless something landed on it since. Without a result: CI is, and the queue pauses.
 * A tip that cannot be tested proves nothing.
 */
import { isSkipped, isWithoutResult } from "../../domain/check.js";
import { verdictOn } from "../../domain/check-verdict.js";
import { MINUTE_MS } from "../../domain/duration.js";
import { testedOnLaterTip, tipHadNoResult } from "../explain/reasons/target-branch.js";
import { withHealth } from "../model/change.js";
import { checkGraceMs } from "../model/deadlines.js";
import type { Step } from "../model/decision.js";
import { mayTestTip } from "../model/lookup.js";
import type { Queue } from "../model/queue.js";
import {
  type EvictionRow,
  healthOf,
  isTipSound,
  type PauseCause,
  type TipTest,
} from "../model/target-health.js";
import { pausedFor, startedOver } from "../planning/automatic-pause.js";
import { doubtedOn, settledFailures, withRow } from "../planning/settled-failures.js";

/** If the queue does not limit how long CI may take to report a check. */
const DEFAULT_GRACE_MS = 10 * MINUTE_MS;
/** If the queue does not limit its test runs. A check that never ends must not hold the pause forever. */
const LONGEST_MINUTES = 6 * 60;

type Answer = { readonly kind: "moot" } | { readonly kind: "sound" } | PauseCause;
type Broken = Extract<PauseCause, { readonly kind: "targetBranch" }>;

export function concludeTipTests(queue: Queue): Step | null {
  const { test } = healthOf(queue);
  const answer = test === null ? null : answerOf(queue, test);
  if (test === null || answer === null) return null;
  const ended = withHealth(queue, { test: null });
  const discard = { kind: "discardTipTest", run: test.id } as const;
  switch (answer.kind) {
    case "moot":
      return { queue: ended, effects: [discard] };
    case "sound": {
      const sound = { commit: test.commit, at: queue.now, isByPerson: false };
      const proven = withHealth(ended, { silence: null, sound });
      const isTip = test.commit === queue.tip;
      // What failed on other commits remains doubted.
      const { doubted } = settledFailures(proven);
      return { queue: isTip ? withRow(proven, null, doubted) : proven, effects: [discard] };
    }
    case "ci":
      return { queue: pausedFor(ended, answer, test.commit), effects: [discard] };
    case "targetBranch": {
      const isTip = test.commit === queue.tip;
      const { health, effects } = withReturn(queue, test, isTip ? healthOf(queue).row : null);
      const step = isTip ? { queue: pausedFor(ended, answer) } : testedAgain(queue, ended, test, answer);
      const returned = withHealth(step.queue, { ...health, ...(isTip && { row: null }) });
      return { ...step, queue: returned, effects: [discard, ...effects] };
    }
  }
}

/** The entries that were evicted for the tested commit return. */
function withReturn(queue: Queue, test: TipTest, row: EvictionRow | null) {
  const evicted = [test.row, row]
    .flatMap((one) => one?.evicted ?? [])
    .filter(({ isResubmitted }) => isResubmitted !== true);
  const returning = [...healthOf(queue).returning, ...evicted];
  const effects = evicted.map(
    ({ pullRequest, headSha }) => ({ kind: "readmitEntry", run: test.id, pullRequest, headSha }) as const,
  );
  return { health: { returning }, effects };
}

/** Something landed since on the broken commit, perhaps the repair. What failed on it shows nothing about the tip. */
function testedAgain(queue: Queue, ended: Queue, { commit }: TipTest, cause: Broken): Step {
  const failures = doubtedOn(queue, commit);
  const batches = failures.map(({ place }) => place.batch);
  const over = {
    runs: failures.map(({ run }) => run),
    batches,
    entries: batches.flatMap(({ entries }) => entries),
  };
  return startedOver(ended, over, (own) => testedOnLaterTip(queue, cause, own));
}

/** null: still open. */
function answerOf(queue: Queue, test: TipTest): Answer | null {
  if (!mayTestTip(queue) || !isWanted(queue, test)) return { kind: "moot" };
  const { obstacle } = test;
  if (obstacle !== undefined) {
    const isOfHost = obstacle.code === "START_TEST_RUN_RETRY_EXHAUSTED";
    return isOfHost ? silent(queue, test) : { kind: "sound" };
  }
  const verdict = verdictOn(test);
  switch (verdict.kind) {
    case "passed":
      return { kind: "sound" };
    case "interrupted":
      return silent(queue, test);
    case "failed": {
      const { check } = verdict;
      if (isSkipped(check)) return { kind: "sound" };
      if (isWithoutResult(check)) return silent(queue, test);
      return { kind: "targetBranch", check: check.name, url: check.url, tip: test.commit };
    }
    case "open":
      return tipTestEndsAt(queue, test) <= queue.now ? overdue(queue, test) : null;
  }
}

/** A landing does not end the test that a failure waits for, or a busy queue would never settle it. */
function isWanted(queue: Queue, { commit }: TipTest): boolean {
  return commit === queue.tip ? !isTipSound(queue) : doubtedOn(queue, commit).length > 0;
}

/**
 * CI that works for entries may ignore the tip: by `[skip ci]`, a filter of paths, or since it only tests draft pull
 * requests, and a draft without a change is impossible.
 */
function overdue(queue: Queue, test: TipTest): Answer {
  const open = test.checks.filter(
    ({ name, status }) => test.requiredStatuses.includes(name) && status !== "completed",
  );
  if (open.some(({ status }) => status === "in_progress")) return { kind: "sound" };
  // Without any report, the code host did not even show which checks are missing.
  const isIgnored = open.length > 0 && open.every(({ isMissing }) => isMissing === true);
  const worksForEntries = healthOf(queue).silence === null && healthOf(queue).pause === null;
  return isIgnored && (queue.settings.createPrsForTestingBranches || worksForEntries)
    ? { kind: "sound" }
    : silent(queue, test);
}

function silent(queue: Queue, test: TipTest): PauseCause {
  return { kind: "ci", why: tipHadNoResult(queue, test) };
}

/** When an open tip test ends without a verdict. Infinity: CI was not started yet. */
export function tipTestEndsAt(queue: Queue, { checks, startedAt }: TipTest): number {
  if (startedAt === null) return Number.POSITIVE_INFINITY;
  if (checks.every(({ isMissing }) => isMissing === true))
    return startedAt + (checkGraceMs(queue) || DEFAULT_GRACE_MS);
  return startedAt + (queue.settings.testingTimeoutMinutes || LONGEST_MINUTES) * MINUTE_MS;
}
