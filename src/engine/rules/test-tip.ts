/**
 * Tests the commit alone that a doubted failure was built on, which usually is the tip; the tip when CI is doubted, and
 * again while the queue is paused for what such a test found. A landing is awaited for these, since it moves the tip.
 */
import { type CommitId, derivedTestRunId } from "../../domain/ids.js";
import { withHealth } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { mayTestTip } from "../model/lookup.js";
import type { Queue } from "../model/queue.js";
import { healthOf, isCiDoubted, isTipSound, retestAt } from "../model/target-health.js";
import { settledFailures } from "../planning/settled-failures.js";
import { baseOf } from "../planning/tested-heads.js";

export function testTip(queue: Queue): Step | null {
  const { test } = healthOf(queue);
  const commit = test !== null || !mayTestTip(queue) ? null : commitToTest(queue);
  if (commit === null) return null;
  const { now: createdAt, nextNumber, settings } = queue;
  const id = derivedTestRunId(queue.id, nextNumber);
  const tested = withHealth(queue, {
    test: {
      id,
      commit,
      createdAt,
      startedAt: null,
      requiredStatuses: [],
      requiredStatusesSource: null,
      checks: [],
    },
  });
  const { requiredStatuses } = settings;
  return {
    queue: { ...tested, nextNumber: nextNumber + 1 },
    effects: [{ kind: "testTip", run: id, commit, requiredStatuses }],
  };
}

/** null: none now. */
function commitToTest(queue: Queue): CommitId | null {
  const { pause } = healthOf(queue);
  const [oldest] = pause === null ? settledFailures(queue).doubted : [];
  if (oldest !== undefined) return baseOf(oldest.run);
  if (queue.landing !== null) return null;
  const isDue =
    pause === null
      ? isCiDoubted(queue) && !isTipSound(queue)
      : pause.testedTip !== queue.tip || retestAt(pause) <= queue.now;
  return isDue ? queue.tip : null;
}
