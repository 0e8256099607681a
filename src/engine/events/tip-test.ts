/** Records events about the test of the tip alone. null: the event is about another run. */
import type { Check } from "../../domain/check.js";
import { withHealth } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import type { Queue } from "../model/queue.js";
import { type TipTest, tipTestOf } from "../model/target-health.js";

export function recordTipStarted(queue: Queue, event: EventOf<"testRunStarted">): Step | null {
  const test = tipTestOf(queue, event.run);
  if (test === null) return null;
  if (test.startedAt !== null) return { queue };
  const { requiredStatuses, requiredStatusesSource } = event;
  const { skippedChecks } = queue.settings;
  if (requiredStatuses.length === 0) {
    const sentence = "No check is required, so nothing decides a test of the target branch.";
    return updated(queue, { ...test, obstacle: { code: "START_TEST_RUN_NO_REQUIRED_STATUSES", sentence } });
  }
  const policies = skippedChecks === undefined ? {} : { skippedChecks };
  const startedAt = queue.now;
  return updated(queue, { ...test, requiredStatuses, requiredStatusesSource, ...policies, startedAt });
}

/** It could not be started, or will not get a verdict. */
export function recordTipObstacle(
  queue: Queue,
  { run, reason }: EventOf<"testRunNotStarted" | "testRunAbandoned">,
): Step | null {
  const test = tipTestOf(queue, run);
  return test === null ? null : updated(queue, { ...test, obstacle: reason });
}

export function recordTipChecks(queue: Queue, { run, checks }: EventOf<"checksReported">): Step | null {
  const test = tipTestOf(queue, run);
  if (test === null) return null;
  const byName = new Map<string, Check>([...test.checks, ...checks].map((check) => [check.name, check]));
  const reported = [...byName.values()];
  // Waiting for a runner does not count towards the timeout.
  const begins = test.startedAt !== null && !test.checks.some(hasBegun) && reported.some(hasBegun);
  return updated(queue, { ...test, checks: reported, ...(begins && { startedAt: queue.now }) });
}

function hasBegun({ status }: Check): boolean {
  return status !== "queued";
}

function updated(queue: Queue, test: TipTest): Step {
  return { queue: withHealth(queue, { test }) };
}
