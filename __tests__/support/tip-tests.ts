/** What happens to the test of the tip alone, and to entries that return, for stories about queues. */
import type { CHECK_CONCLUSIONS } from "../../src/domain/check.js";
import { pullRequestNumber } from "../../src/domain/ids.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import type { ReasonCode } from "../../src/domain/reason.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { healthOf, type TipTest } from "../../src/engine/model/target-health.js";
import { aQueue, factsOf, failed, type Happening, happening, minutesPassed } from "./queue-builder.js";

/** A queue that doubts its target branch. */
export const guarded = (settings: Parameters<typeof aQueue>[0] = {}) =>
  aQueue({ concurrency: 1, pauseOnRedTarget: true, ...settings });

/** Fails alone, and again when it is tested once more. */
export function evicted(number: number, check = "tests"): readonly Happening[] {
  return [failed(`${number}`, check), failed(`${number}`, check)];
}

type Conclusion = (typeof CHECK_CONCLUSIONS)[number];

export function tipReports(conclusion: Conclusion | null, isMissing = false): Happening {
  return happening((queue) => {
    const { id, requiredStatuses } = tipTestIn(queue);
    const status = conclusion !== null ? "completed" : isMissing ? "queued" : "in_progress";
    const checks = requiredStatuses.map((name) => ({
      ...({ name, url: `https://ci.example/${name}`, status, conclusion } as const),
      ...(isMissing && { isMissing }),
    }));
    return { kind: "checksReported", at: queue.now, run: id, checks };
  });
}

export const tipPassed = (): Happening => tipReports("success");
export const tipFailed = (): Happening => tipReports("failure");

/** CI reports no check of it within the grace time. */
export const tipIgnored = (): readonly Happening[] => [tipReports(null, true), minutesPassed(10)];

export function tipNotStarted(code: ReasonCode): Happening {
  return happening((queue) => ({
    kind: "testRunNotStarted",
    at: queue.now,
    run: tipTestIn(queue).id,
    reason: { code, sentence: "The code host answered 502." },
  }));
}

/** Null facts: the pull request is gone. */
export function returned(number: number, facts: Partial<PullRequestFacts> | null = {}): Happening {
  return happening(({ now: at }) => ({
    kind: "entryReadmitted",
    at,
    pullRequest: pullRequestNumber(number),
    facts: facts && { ...factsOf(number), ...facts },
    targets: null,
  }));
}

function tipTestIn(queue: Queue): TipTest {
  const { test } = healthOf(queue);
  if (test === null) throw new Error(`the tip is not tested in "${picture(queue)}"`);
  return test;
}
