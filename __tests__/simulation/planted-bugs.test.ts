/** The random lives and the exploration are worth something only if they find bugs: these are planted, and found. */
import { describe, expect, it } from "@jest/globals";
import { withFailed } from "../../src/engine/change.js";
import { decide, decideBy, RULES } from "../../src/engine/decide.js";
import type { Queue, TestRun } from "../../src/engine/queue.js";
import { failedByItself } from "../../src/engine/reasons.js";
import type { Rule } from "../../src/engine/rule.js";
import { evictProvenFailures } from "../../src/engine/rules/evict-proven-failures.js";
import { landPassedHeads } from "../../src/engine/rules/land-passed-heads.js";
import { passTestRuns } from "../../src/engine/rules/pass-test-runs.js";
import { refuteTestRuns } from "../../src/engine/rules/refute-test-runs.js";
import { removeEndedEntries } from "../../src/engine/rules/remove-ended-entries.js";
import { startTestRuns } from "../../src/engine/rules/start-test-runs.js";
import type { Decide } from "../support/engine-world.js";
import { explore } from "../support/exploration.js";
import { liveRandomly } from "../support/random-life.js";

const SEEDS = 200;
const MAX_STATES = 5_000;

/** The engine with one rule replaced by another, or left out. */
function withRule(rule: Rule, planted: Rule | null): Decide {
  const rules = RULES.flatMap((other) => (other === rule ? (planted ?? []) : other));
  return (queue, event) => decideBy(rules, queue, event);
}

function withProgress(queue: Queue, from: TestRun["progress"]["kind"], to: TestRun["progress"]): Queue {
  const runs = queue.runs.map((run) => (run.progress.kind === from ? { ...run, progress: to } : run));
  return { ...queue, runs };
}

const landsWhatIsStillTested: Rule = (queue) =>
  landPassedHeads(withProgress(queue, "running", { kind: "passed" }));

const passesWhatFailed: Rule = (queue) => {
  const passed = withProgress(queue, "failed", { kind: "passed" });
  const isPlanted = queue.runs.some(({ progress }) => progress.kind === "failed");
  return passTestRuns(queue) ?? (isPlanted ? { queue: passed } : null);
};

const startsOneTooMany: Rule = (queue) => {
  const { settings } = queue;
  const step = startTestRuns({ ...queue, settings: { ...settings, concurrency: settings.concurrency + 1 } });
  return step && { ...step, queue: { ...step.queue, settings } };
};

const blamesWhoeverFailed: Rule = (queue) => {
  const run = queue.runs.find(({ progress }) => progress.kind === "failed");
  if (run?.progress.kind !== "failed") return null;
  const reason = failedByItself(run, run.progress.failure, []);
  return { queue: withFailed(queue, run.own), reasons: new Map(run.own.map((own) => [own, reason])) };
};

const forgetsTheLandingOnCancel: Decide = (queue, event) => {
  const isForgotten = event.kind === "entryCancelled";
  const { landing } = queue;
  const decision = decide(isForgotten ? { ...queue, landing: null } : queue, event);
  return isForgotten ? { ...decision, queue: { ...decision.queue, landing } } : decision;
};

const believesAnyAnswer: Decide = (queue, event) => {
  const isAnswer = event.kind === "landed" || event.kind === "landingRefused";
  return decide(queue, isAnswer && queue.landing ? { ...event, run: queue.landing.run } : event);
};

type Bug = readonly [name: string, decide: Decide, found: RegExp];

const bugs: readonly Bug[] = [
  [
    "lands what is still tested",
    withRule(landPassedHeads, landsWhatIsStillTested),
    /passed without its required checks|untested/,
  ],
  ["passes what failed", withRule(passTestRuns, passesWhatFailed), /passed without its required checks/],
  ["keeps refuted runs", withRule(refuteTestRuns, null), /is refuted but still live/],
  ["blames whoever failed", withRule(evictProvenFailures, blamesWhoeverFailed), /was blamed without/],
  ["keeps the places of those that left", withRule(removeEndedEntries, null), /has a place in the line but/],
  ["starts nothing", withRule(startTestRuns, null), /stuck/],
  ["settles no failure", withRule(evictProvenFailures, null), /stuck/],
  ["forgets the landing on cancel", forgetsTheLandingOnCancel, /the landing has no live test run/],
];

/** It takes changed settings and doubled answers to meet these. */
const rareBugs: readonly Bug[] = [
  ["starts one run too many", withRule(startTestRuns, startsOneTooMany), /beyond the concurrency/],
  ["believes any answer", believesAnyAnswer, /never landed|on the branch|lands twice/],
];

describe("a random life finds an engine that", () => {
  it.each([...bugs, ...rareBugs])("%s", (_, broken, found) => {
    const live = (): void => {
      for (let seed = 1; seed <= SEEDS; seed++) liveRandomly(seed, broken);
    };
    expect(live).toThrow(found);
  });
});

describe("the exploration finds an engine that", () => {
  const small = {
    concurrency: 2,
    priorities: [100, 100, 100],
    conflicts: [],
    budget: { cancels: 1, lostAnswers: 1 },
  };

  it.each(bugs)("%s", (_, broken, found) => {
    expect(() => explore(small, broken, MAX_STATES)).toThrow(found);
  });
});
