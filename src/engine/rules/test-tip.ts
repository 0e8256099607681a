/**
 * Tests the tip alone when a failure may not be the entry's own, and again while the queue is paused for what the last
 * such test found. During a landing the tip is about to move, so that is awaited.
 */
import { derivedTestRunId } from "../../domain/ids.js";
import { withHealth } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { mayTestTip } from "../model/lookup.js";
import type { Queue } from "../model/queue.js";
import { healthOf, isCiDoubted, isTipSound, retestAt } from "../model/target-health.js";
import { settledFailures } from "../planning/settled-failures.js";

export function testTip(queue: Queue): Step | null {
  const { test } = healthOf(queue);
  if (test !== null || queue.landing !== null || !mayTestTip(queue) || !isDue(queue)) return null;
  const { tip: commit, now: createdAt, nextNumber, settings } = queue;
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

function isDue(queue: Queue): boolean {
  const { pause } = healthOf(queue);
  if (pause !== null) return pause.testedTip !== queue.tip || retestAt(pause) <= queue.now;
  return !isTipSound(queue) && (isCiDoubted(queue) || settledFailures(queue).doubted.length > 0);
}
