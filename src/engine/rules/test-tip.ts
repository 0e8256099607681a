/**
 * Tests one commit without any pull request: the base of a doubted failure, usually the tip. Also the tip itself, when CI is
 * doubted and during the pause that such a test caused; these wait while something lands, because that moves the tip.
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
