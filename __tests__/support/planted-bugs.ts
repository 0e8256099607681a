/** Engines with one rule or one guard broken, for the tests that show that such a thing is found. */
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../src/domain/impacted-targets.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { decide, decideBy, RULES } from "../../src/engine/decide.js";
import { failedByItself } from "../../src/engine/explain/reasons/verdicts.js";
import { withFailed, withHealth } from "../../src/engine/model/change.js";
import type { Rule, Step } from "../../src/engine/model/decision.js";
import type { Batch, Entry, Queue, TestRun } from "../../src/engine/model/queue.js";
import { bisectFailedBatches } from "../../src/engine/rules/bisect-failed-batches.js";
import { concludeTipTests } from "../../src/engine/rules/conclude-tip-tests.js";
import { evictProvenFailures } from "../../src/engine/rules/evict-proven-failures.js";
import { formBatches } from "../../src/engine/rules/form-batches.js";
import { landPassedBatches } from "../../src/engine/rules/land-passed-batches.js";
import { mergeDirectly } from "../../src/engine/rules/merge-directly.js";
import { passTestRuns } from "../../src/engine/rules/pass-test-runs.js";
import { retrySingleFailures } from "../../src/engine/rules/retry-single-failures.js";
import { startTestRuns } from "../../src/engine/rules/start-test-runs.js";
import { switchModes } from "../../src/engine/rules/switch-modes.js";
import { testTip } from "../../src/engine/rules/test-tip.js";
import type { Decide } from "./engine-world.js";
import { commitsOn, treeOf } from "./fake-commits.js";

/** The engine with one rule replaced by another, or left out. */
export function withRule(rule: Rule, planted: Rule | null): Decide {
  if (!RULES.includes(rule)) throw new Error(`the engine has no rule ${rule.name}`);
  const rules = RULES.flatMap((other) => (other === rule ? (planted ?? []) : other));
  return (queue, event) => decideBy(rules, queue, event);
}

/** The rule sees other settings than there are. */
function underSettings(rule: Rule, change: (settings: QueueSettings) => Partial<QueueSettings>): Rule {
  return (queue) => {
    const { settings } = queue;
    const step = rule({ ...queue, settings: { ...settings, ...change(settings) } });
    return step && { ...step, queue: { ...step.queue, settings } };
  };
}

/** The rule sees other entries than there are. */
function amongEntries(rule: Rule, change: (entry: Entry) => Partial<Entry>): Rule {
  return (queue) => {
    const step = rule({ ...queue, entries: queue.entries.map((entry) => ({ ...entry, ...change(entry) })) });
    return step && { ...step, queue: { ...step.queue, entries: queue.entries } };
  };
}

/** The rule sees another line than there is. */
function alongLine(rule: Rule, change: (queue: Queue) => readonly Batch[]): Rule {
  return (queue) => {
    const step = rule({ ...queue, line: change(queue) });
    return step && { ...step, queue: { ...step.queue, line: queue.line } };
  };
}

function withProgress(queue: Queue, from: TestRun["progress"]["kind"], to: TestRun["progress"]): Queue {
  const runs = queue.runs.map((run) => (run.progress.kind === from ? { ...run, progress: to } : run));
  return { ...queue, runs };
}

export const landsWhatIsStillTested: Rule = (queue) =>
  landPassedBatches(withProgress(queue, "running", { kind: "passed" }));

export const passesWhatFailed: Rule = (queue) => {
  const passed = withProgress(queue, "failed", { kind: "passed" });
  const isPlanted = queue.runs.some(({ progress }) => progress.kind === "failed");
  return passTestRuns(queue) ?? (isPlanted ? { queue: passed } : null);
};

/** As GitHub's own rule has it. */
export const passesWhatWasSkipped: Rule = (queue) => {
  const runs = queue.runs.map((run) => ({
    ...run,
    skippedChecks: Object.fromEntries(run.requiredStatuses.map((name) => [name, "pass"] as const)),
  }));
  const step = passTestRuns({ ...queue, runs });
  if (step === null) return null;
  const before = new Map(queue.runs.map((run) => [run.id, run]));
  const passed = step.queue.runs.map(({ progress, ...run }) => ({
    ...(before.get(run.id) ?? run),
    progress,
  }));
  return { ...step, queue: { ...step.queue, runs: passed } };
};

export const landsOnThePassOfOthers = underSettings(landPassedBatches, () => ({
  canOptimisticallyMerge: true,
}));

/** Where nothing may land as it should. */
export const landsPastDoubt: Rule = (queue) => landPassedBatches(queue) ?? landsAsIfNobodyFailed(queue);

const landsAsIfNobodyFailed = alongLine(landPassedBatches, ({ line, runs }) =>
  line.filter(({ id }) => runs.find(({ batch }) => batch === id)?.progress.kind !== "failed"),
);

/** Settled and unsettled alike; nobody waits for those ahead. */
export const blamesWhoeverFailed: Rule = (queue) => {
  const run = queue.runs.find(({ progress, own }) => progress.kind === "failed" && own.length === 1);
  return run === undefined ? null : blamed(queue, run);
};

export const blamesWholeBatches: Rule = (queue) => {
  const run = queue.runs.find(({ progress, own }) => progress.kind === "failed" && own.length > 1);
  return run === undefined ? null : blamed(queue, run);
};

function blamed(queue: Queue, run: TestRun): Step | null {
  if (run.progress.kind !== "failed") return null;
  const reason = failedByItself(run, run.progress.failure, [], true);
  return { queue: withFailed(queue, run.own), reasons: new Map(run.own.map((own) => [own, reason])) };
}

/** The rule of queues that do not doubt their branch. */
export const doubtsNothing = underSettings(evictProvenFailures, () => ({ pauseOnRedTarget: false }));

/** Which failures were the third in a row, as soon as something lands. */
export const forgetsDoubts: Rule = (queue) => {
  const runs = queue.runs.map(({ isDoubted: _forgotten, ...run }): TestRun => run);
  return evictProvenFailures({ ...queue, runs });
};

/** A passed test of the tip counts for whatever was tested, on whatever. */
export const provesTooMuch: Rule = (queue) => {
  const { health } = queue;
  if (health?.sound == null) return evictProvenFailures(queue);
  const sound = { commit: queue.tip, at: queue.now, isByPerson: true };
  const step = evictProvenFailures({ ...queue, health: { ...health, sound } });
  return step && { ...step, queue: withHealth(step.queue, { sound: health.sound }) };
};

/** Only the tip of the moment is ever tested, so that each landing ends the test, as if nothing waited for it. */
export const testsOnlyTheTip: Decide = (queue, event) => {
  const rules = RULES.map((rule) => {
    if (rule === concludeTipTests) return landingEndsTipTests;
    return rule === testTip ? testsThePresentTip : rule;
  });
  return decideBy(rules, queue, event);
};

const landingEndsTipTests: Rule = (queue) => {
  const test = queue.health?.test ?? null;
  if (test === null || test.commit === queue.tip) return concludeTipTests(queue);
  const effects = [{ kind: "discardTipTest", run: test.id }] as const;
  return { queue: withHealth(queue, { test: null }), effects };
};

const testsThePresentTip: Rule = (queue) => {
  const step = queue.landing === null ? testTip(queue) : null;
  const test = step?.queue.health?.test;
  if (step === null || test == null) return null;
  const { tip: commit, settings } = queue;
  const { requiredStatuses } = settings;
  const effects = [{ kind: "testTip", run: test.id, commit, requiredStatuses }] as const;
  return { queue: withHealth(step.queue, { test: { ...test, commit } }), effects };
};

/** A pause for which nobody tests the tip again. */
export const neverTestsAgain: Rule = (queue) => (queue.health?.pause == null ? testTip(queue) : null);

export const blamesAtOnce: Decide = (queue, event) => {
  const rules = RULES.flatMap((rule) => {
    if (rule === retrySingleFailures) return [];
    return rule === evictProvenFailures ? evictsUnretried : rule;
  });
  return decideBy(rules, queue, event);
};

const evictsUnretried = alongLine(evictProvenFailures, ({ line }) =>
  line.map((batch) => ({ ...batch, isRetried: true })),
);

export const waitsForNoWitness = underSettings(retrySingleFailures, () => ({ pendingFailureDepth: 0 }));

export const startsOneTooMany = underSettings(startTestRuns, ({ concurrency }) => ({
  concurrency: concurrency + 1,
}));

export const countsNobodyBeside = underSettings(startTestRuns, () => ({ bisectionConcurrency: 100 }));

export const startsWhilePaused: Rule = (queue) => {
  const step = startTestRuns({ ...queue, state: "running", modeSwitch: null });
  return step && { ...step, queue: { ...step.queue, state: queue.state, modeSwitch: queue.modeSwitch } };
};

export const landsWhilePaused: Rule = (queue) => {
  const step = landPassedBatches({ ...queue, state: "running", modeSwitch: null });
  return step && { ...step, queue: { ...step.queue, state: queue.state, modeSwitch: queue.modeSwitch } };
};

export const fillsBatchesTooFull = underSettings(formBatches, ({ batch, batchingMinSize }) => ({
  batchingMinSize: batch ? batchingMinSize + 1 : batchingMinSize,
}));

export const batchesThoseAlone = amongEntries(formBatches, () => ({ noBatch: false }));

export const batchesAcrossLanes = amongEntries(formBatches, () => ({ targets: ALL_TARGETS }));

export const knowsNoBarrier = amongTargets(startTestRuns, (targets) =>
  targets?.kind === "all" ? targetList(["ALL"]) : targets,
);

export const takesNoneForAll = amongTargets(startTestRuns, (targets) =>
  targets?.kind === "list" && targets.names.length === 0 ? ALL_TARGETS : targets,
);

function amongTargets(rule: Rule, change: (targets: ImpactedTargets | null) => ImpactedTargets | null): Rule {
  return amongEntries(rule, ({ targets }) => ({ targets: change(targets) }));
}

/** Tested on those it shares a target with, but not on those they were tested on. */
export const linksOnlyNeighbours: Rule = (queue) => {
  const step = startTestRuns(queue);
  if (step === null) return null;
  const runs = step.queue.runs.map((run) => {
    if (queue.runs.includes(run)) return run;
    const own = run.own.flatMap((number) => namesOf(queue, number));
    const contains = run.contains.filter(
      ({ pullRequest }) =>
        run.own.includes(pullRequest) || namesOf(queue, pullRequest).some((name) => own.includes(name)),
    );
    return { ...run, contains };
  });
  return { ...step, queue: { ...step.queue, runs } };
};

function namesOf(queue: Queue, number: number): readonly string[] {
  const targets = queue.entries.find(({ facts }) => facts.number === number)?.targets;
  return targets?.kind === "list" ? targets.names : [];
}

export const switchesAtOnce: Rule = (queue) => {
  const { modeSwitch } = queue;
  if (modeSwitch === null || queue.landing !== null) return switchModes(queue);
  const settings = { ...queue.settings, mode: modeSwitch.mode };
  return { queue: { ...queue, state: modeSwitch.resume, modeSwitch: null, settings } };
};

export const mergesPastTheLine = alongLine(mergeDirectly, () => []);

export const mergesFromAnywhere: Rule = (queue) =>
  amongEntries(mergeDirectly, ({ facts }) => ({
    facts: { ...facts, basedOn: queue.tip, ownChecksPassed: true },
  }))(queue);

/** Parts that passed alone land as they are, though two of them may fail together. */
export const landsFromBeside: Rule = (queue) => {
  const landed = landPassedBatches(queue);
  if (landed !== null) return landed;
  const step = landPassedBatches({ ...queue, line: queue.beside, beside: [] });
  return step && { ...step, queue: { ...step.queue, line: queue.line, beside: queue.beside } };
};

/** Each half is the whole again. */
export const splitsIntoWholes: Rule = (queue) => {
  const step = bisectFailedBatches(queue);
  if (step === null) return null;
  const beside = step.queue.beside.map((part) => {
    const other = step.queue.beside.find(
      ({ id, splitFrom }) => splitFrom === part.splitFrom && id !== part.id,
    );
    return { ...part, entries: [...part.entries, ...(other?.entries ?? [])] };
  });
  return { ...step, queue: { ...step.queue, beside } };
};

export const forgetsTheLandingOnCancel: Decide = (queue, event) => {
  const isForgotten = event.kind === "entryCancelled";
  const { landing } = queue;
  const decision = decide(isForgotten ? { ...queue, landing: null } : queue, event);
  return isForgotten ? { ...decision, queue: { ...decision.queue, landing } } : decision;
};

/** Who asks to leave while landing was never heard. */
export const ignoresCommandsWhileLanding: Decide = (queue, event) => {
  const isIgnored =
    event.kind === "entryCancelled" &&
    queue.landing?.heads.some(({ pullRequest }) => pullRequest === event.pullRequest) === true;
  return decide(queue, isIgnored ? { kind: "timePassed", at: event.at } : event);
};

/** Whatever is said to have landed, it is what is landing now. */
export const believesAnyAnswer: Decide = (queue, event) => {
  const { landing } = queue;
  const isTaken = event.kind === "landed" && landing?.commit != null;
  return decide(queue, isTaken ? { ...event, run: landing.run, newTip: landing.commit.newTip } : event);
};

/** What the comparison says is not asked. */
export const pushesWhatDiffers: Decide = (queue, event) => {
  const { landing } = queue;
  if (event.kind !== "landingDiffers" || landing?.run !== event.run) return decide(queue, event);
  const newTip = commitsOn(landing.expectedTip, landing.heads, landing.mergeMethod).at(-1);
  if (newTip === undefined) return decide(queue, event);
  const { at, run } = event;
  return decide(queue, { kind: "landingPrepared", at, run, newTip, tree: treeOf(newTip) });
};

/** Whatever others pushed, every run is still taken for one of the tip. */
export const trustsRunsAnywhere: Decide = (queue, event) => {
  if (event.kind !== "tipObserved" || queue.landing !== null) return decide(queue, event);
  return decide({ ...queue, runs: queue.runs.map((run) => ({ ...run, testedOn: event.to })) }, event);
};

/** When something landed, nobody is asked whether it shares a target. */
export const ignoresWhoLanded: Decide = (queue, event) => {
  const { landing } = queue;
  if (event.kind !== "landed" || landing?.run !== event.run) return decide(queue, event);
  const numbers = landing.heads.map(({ pullRequest }) => pullRequest);
  const validForTip = event.as ?? event.newTip;
  const runs = queue.runs.map((run): TestRun => {
    const own = numbers.filter((number) => run.contains.some(({ pullRequest }) => pullRequest === number));
    return { ...run, validForTip, landed: [...run.landed, ...own] };
  });
  return decide({ ...queue, runs }, event);
};
