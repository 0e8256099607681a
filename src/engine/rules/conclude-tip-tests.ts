/**
 * Ends the test of the tip with its verdict. Passed: the failures are the entries' own. Failed: the target branch is
 * broken, and the queue pauses. Without a result: CI is, and it pauses too. A tip that cannot be tested proves nothing.
 */
import { isSkipped, isWithoutResult } from "../../domain/check.js";
import { verdictOn } from "../../domain/check-verdict.js";
import { tipHadNoResult } from "../explain/reasons/target-branch.js";
import { withHealth } from "../model/change.js";
import { checkGraceMs } from "../model/deadlines.js";
import type { Step } from "../model/decision.js";
import { mayTestTip } from "../model/lookup.js";
import type { Queue } from "../model/queue.js";
import { healthOf, isTipSound, type PauseCause, type TipTest } from "../model/target-health.js";
import { pausedFor } from "../planning/automatic-pause.js";

const MINUTE_MS = 60_000;
/** If the queue does not limit how long CI may take to report a check. */
const DEFAULT_GRACE_MS = 10 * MINUTE_MS;
/** If the queue does not limit its test runs. A check that never ends must not hold the pause forever. */
const LONGEST_MINUTES = 6 * 60;

type Answer = { readonly kind: "moot" } | { readonly kind: "sound" } | PauseCause;

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
      const sound = { commit: queue.tip, at: queue.now, isByPerson: false };
      return { queue: withHealth(ended, { row: null, silence: null, sound }), effects: [discard] };
    }
    case "ci":
      return { queue: pausedFor(ended, answer), effects: [discard] };
    case "targetBranch": {
      const evicted = (healthOf(queue).row?.evicted ?? []).filter((one) => one.isResubmitted !== true);
      const returning = [...healthOf(queue).returning, ...evicted];
      const effects = evicted.map(
        ({ pullRequest, headSha }) => ({ kind: "readmitEntry", run: test.id, pullRequest, headSha }) as const,
      );
      return {
        queue: withHealth(pausedFor(ended, answer), { row: null, returning }),
        effects: [discard, ...effects],
      };
    }
  }
}

/** null: still open. */
function answerOf(queue: Queue, test: TipTest): Answer | null {
  if (test.commit !== queue.tip || isTipSound(queue) || !mayTestTip(queue)) return { kind: "moot" };
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

/**
 * CI that works for entries may ignore the tip: by `[skip ci]`, a filter of paths, or since it only tests draft pull
 * requests, and a draft without a change is impossible.
 */
function overdue(queue: Queue, test: TipTest): Answer {
  if (test.checks.some(({ status }) => status !== "queued")) return { kind: "sound" };
  const isIgnored = test.checks.every(({ isMissing }) => isMissing === true);
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
