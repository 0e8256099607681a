/**
 * Stories about queues: `after(aQueue(), submitted(1), passed("1"))`. Test branches are built and CI starts at once
 * unless a story holds it, and every decision on the way is checked against the invariants.
 */

import type { CHECK_CONCLUSIONS, Check } from "../../src/domain/check.js";
import { type CommitId, type PullRequestNumber, pullRequestNumber, queueId } from "../../src/domain/ids.js";
import { type ImpactedTargets, targetList } from "../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../src/domain/queue-settings.js";
import type { ReasonCode } from "../../src/domain/reason.js";
import { decide } from "../../src/engine/decide.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { Decision, EndedRun, LandingRecord, Transition } from "../../src/engine/model/decision.js";
import type { Effect, EffectOf, NewEffect } from "../../src/engine/model/effect.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { brokenInvariants } from "../../src/engine/model/invariants.js";
import { allRuns } from "../../src/engine/model/lookup.js";
import { newQueue } from "../../src/engine/model/new-queue.js";
import type { Entry, Landing, Queue, QueueState, TestRun } from "../../src/engine/model/queue.js";
import { leftToLand } from "../../src/engine/planning/tested-heads.js";
import { commitsOn, headOf, namedCommit, treeOf } from "./fake-commits.js";
import { evidenceOf } from "./head-evidence.js";
import { openPullRequest } from "./open-pull-request.js";

/** 2026-01-01, where these stories begin. */
export const BEGINNING = 1_767_225_600_000;
const MINUTE_MS = 60_000;

/** Something that happens to the queue as it is then. */
export interface Happening {
  readonly events: (queue: Queue) => readonly QueueEvent[];
  /** True leaves what is started now unbuilt. */
  readonly holdsBuilds: boolean;
}

/** A queue after a number of happenings, with everything that was decided on the way. */
export interface Story {
  readonly beginning: Queue;
  readonly queue: Queue;
  readonly events: readonly QueueEvent[];
  readonly effects: readonly Effect[];
  readonly transitions: readonly Transition[];
  readonly concluded: readonly Entry[];
  readonly endedRuns: readonly EndedRun[];
  /** Oldest first. */
  readonly landings: readonly LandingRecord[];
  readonly wakeAt: number | null;
}

export function aQueue(settings: Partial<QueueSettings> = {}): Queue {
  return newQueue({
    id: queueId("0c9b7a3e-5d14-4f0e-8f8b-2a51f8f0a911"),
    targetBranch: "main",
    tip: namedCommit("v1"),
    settings: { ...DEFAULT_QUEUE_SETTINGS, concurrency: 3, pauseOnRedTarget: false, ...settings },
    at: BEGINNING,
  });
}

export function after(queue: Queue, ...happenings: readonly Happening[]): Queue {
  return story(queue, ...happenings).queue;
}

export function story(queue: Queue, ...happenings: readonly Happening[]): Story {
  return storyBy(decide, queue, ...happenings);
}

/** As another engine decides. */
export function storyBy(by: typeof decide, queue: Queue, ...happenings: readonly Happening[]): Story {
  let told: Story = {
    beginning: queue,
    queue,
    events: [],
    effects: [],
    transitions: [],
    concluded: [],
    endedRuns: [],
    landings: [],
    wakeAt: null,
  };
  for (const happening of happenings) {
    const pending = [...happening.events(told.queue)];
    for (let event = pending.shift(); event !== undefined; event = pending.shift()) {
      const decision = checked(told.queue, event, by(told.queue, event));
      told = {
        ...told,
        queue: decision.queue,
        events: [...told.events, event],
        effects: [...told.effects, ...decision.effects],
        transitions: [...told.transitions, ...decision.transitions],
        concluded: [...told.concluded, ...decision.concluded],
        endedRuns: [...told.endedRuns, ...decision.endedRuns],
        landings: decision.landed === null ? told.landings : [...told.landings, decision.landed],
        wakeAt: decision.wakeAt,
      };
      if (happening.holdsBuilds) continue;
      for (const effect of decision.effects) {
        if (effect.kind === "startTestRun") pending.push(...startedAsOrdered(told.queue.now, effect));
        if (effect.kind === "testTip") pending.push(tipStarted(told.queue.now, effect));
      }
    }
  }
  return told;
}

function checked(queue: Queue, event: QueueEvent, decision: Decision): Decision {
  const broken = brokenInvariants(decision.queue, decision);
  if (broken.length === 0) return decision;
  throw new Error(`${event.kind} on "${picture(queue)}" breaks: ${broken.join("; ")}`);
}

function tipStarted(at: number, { run, requiredStatuses: own }: EffectOf<"testTip">): QueueEvent {
  const requiredStatuses = own.length > 0 ? own : ["tests"];
  return { kind: "testRunStarted", at, run, requiredStatuses, requiredStatusesSource: "merge_instance" };
}

export type StartOrder = Extract<NewEffect, { readonly kind: "startTestRun" }>;

/** What git and CI answer to an order to start a run, when all goes well. */
export function startedAsOrdered(at: number, order: StartOrder): readonly QueueEvent[] {
  const { run, testedOn, contains, mergeMethod } = order;
  const commits = commitsOn(testedOn, contains, mergeMethod);
  const tree = treeOf(commits.at(-1) ?? testedOn);
  const requiredStatuses = order.requiredStatuses.length > 0 ? order.requiredStatuses : ["tests"];
  return [
    { kind: "testRunBuilt", at, run, commits, tree },
    { kind: "testRunStarted", at, run, requiredStatuses, requiredStatusesSource: "merge_instance" },
  ];
}

/** Lets what this starts wait for its test branch. */
export function unbuilt(happening: Happening): Happening {
  return { ...happening, holdsBuilds: true };
}

export interface Wishes {
  readonly facts?: Partial<PullRequestFacts>;
  readonly priority?: number;
  readonly noBatch?: boolean;
  readonly targets?: ImpactedTargets;
  readonly earlierEntry?: Entry;
  readonly by?: string;
}

/** Ready at once unless the facts say otherwise. */
export function submitted(number: number, wishes: Wishes = {}): Happening {
  return happening((queue) => ({
    kind: "entrySubmitted",
    at: queue.now,
    facts: { ...factsOf(number), ...wishes.facts },
    priority: wishes.priority ?? 100,
    usedDefaultPriority: wishes.priority === undefined,
    noBatch: wishes.noBatch ?? false,
    targets: wishes.targets ?? null,
    earlierEntry: wishes.earlierEntry?.id ?? null,
    ...(wishes.by !== undefined && { by: wishes.by }),
  }));
}

/** Submitted with these impacted targets. */
export function touching(...names: readonly string[]): Wishes {
  return { targets: targetList(names) };
}

/** Its head stands on the tip of the story's beginning, and its own checks have passed there. */
export const onTip: Wishes = { facts: { basedOn: namedCommit("v1"), ownChecksPassed: true } };

/** The same, as forges tell it since they gather evidence. */
export function provenOnTip(number: number, evidence = evidenceOf(treeOf(headOf(number)))): Wishes {
  return { facts: { ...onTip.facts, headEvidence: evidence } };
}

/** One after the other, as they are. */
export function allSubmitted(...numbers: readonly number[]): readonly Happening[] {
  return numbers.map((number) => submitted(number));
}

export function factsOf(number: number): PullRequestFacts {
  return openPullRequest(number, headOf(number));
}

export function cancelled(number: number): Happening {
  const reason = { code: "API_REQUESTED", sentence: `#${number} was cancelled.` } as const;
  return about(number, (pullRequest, at) => ({ kind: "entryCancelled", at, pullRequest, reason }));
}

export function restarted(number: number, { by }: Pick<Wishes, "by"> = {}): Happening {
  const asked = by === undefined ? {} : { by };
  return about(number, (pullRequest, at) => ({ kind: "testsRestarted", at, pullRequest, ...asked }));
}

/** What the forge says now, where it differs from `factsOf`. */
export function observed(number: number, facts: Partial<PullRequestFacts>): Happening {
  const seen = { ...factsOf(number), ...facts };
  return about(number, (pullRequest, at) => ({ kind: "pullRequestObserved", at, pullRequest, facts: seen }));
}

export function pushed(number: number): Happening {
  return observed(number, { headSha: headOf(number, 1) });
}

export function mergedOutside(number: number): Happening {
  return observed(number, { state: "merged" });
}

export function gone(number: number): Happening {
  return about(number, (pullRequest, at) => ({ kind: "pullRequestObserved", at, pullRequest, facts: null }));
}

const BAD_GATEWAY = {
  code: "START_TEST_RUN_RETRY_EXHAUSTED",
  sentence: "The code host answered 502.",
} as const;

/** With the head that the queue knows. */
export function unreadable(number: number): Happening {
  return happening((queue) => ({
    kind: "pullRequestUnreadable",
    at: queue.now,
    pullRequest: pullRequestNumber(number),
    headSha: entryNumbered(queue, number).facts.headSha,
    reason: BAD_GATEWAY,
  }));
}

export function readable(number: number): Happening {
  return about(number, (pullRequest, at) => ({ kind: "pullRequestReadable", at, pullRequest }));
}

export function unusable(number: number): Happening {
  return happening((queue) => ({
    kind: "headUnusable",
    at: queue.now,
    pullRequest: pullRequestNumber(number),
    headSha: entryNumbered(queue, number).facts.headSha,
    reason: { code: "START_TEST_RUN_INVALID_EVENT", sentence: "its head has too long a message" },
  }));
}

export function checksUnreadable(run: string): Happening {
  return happening((queue) => ({
    kind: "testRunUnreadable",
    at: queue.now,
    run: runNamed(queue, run).id,
    reason: BAD_GATEWAY,
  }));
}

/** The push failed, and may have worked. */
export function hindered(): Happening {
  return happening((queue) => ({
    kind: "landingHindered",
    at: queue.now,
    run: landingOf(queue).run,
    takeUps: landingOf(queue).takeUps ?? 0,
    reason: { code: "GITHUB_API_MERGE_PR_FAILED", sentence: "The push timed out." },
  }));
}

/** Reported now, and once a minute for so many minutes. */
export function eachMinute(minutes: number, report: Happening): readonly Happening[] {
  return Array.from({ length: minutes }, () => [report, minutesPassed(1)])
    .flat()
    .concat(report);
}

export function targetsSet(number: number, headSha: CommitId, targets: ImpactedTargets): Happening {
  return about(number, (pullRequest, at) => ({ kind: "targetsSet", at, pullRequest, headSha, targets }));
}

export function changed(settings: Partial<QueueSettings>): Happening {
  return happening(({ now }) => ({ kind: "settingsChanged", at: now, settings, state: null }));
}

export function turned(state: Exclude<QueueState, "switchingModes">): Happening {
  return happening(({ now }) => ({ kind: "settingsChanged", at: now, settings: {}, state }));
}

/** The branch was seen elsewhere. */
export function movedTo(name: string): Happening {
  return happening(({ now, tip }) => ({ kind: "tipObserved", at: now, from: tip, to: namedCommit(name) }));
}

export function minutesPassed(minutes: number): Happening {
  return happening(({ now }) => ({ kind: "timePassed", at: now + minutes * MINUTE_MS }));
}

/** The clock was set by so many minutes: negative for back. */
export function clockSet(minutes: number): Happening {
  const byMs = minutes * MINUTE_MS;
  return happening(({ now }) => ({ kind: "clockCorrected", at: now + byMs, byMs }));
}

/** A run, or a hedge, goes by what it would still land, its own entries last, as in `1+2`. */
export function passed(run: string): Happening {
  return reported(run, { tests: "success" });
}

export function failed(run: string, check = "tests"): Happening {
  return reported(run, { [check]: "failure" });
}

type Conclusion = (typeof CHECK_CONCLUSIONS)[number];

/** Null: the check has begun. */
export function reported(run: string, conclusions: Readonly<Record<string, Conclusion | null>>): Happening {
  const checks = Object.entries(conclusions).map(
    ([name, conclusion]): Check => ({
      name,
      url: `https://ci.example/${name}`,
      status: conclusion === null ? "in_progress" : "completed",
      conclusion,
    }),
  );
  return happening((queue) => ({
    kind: "checksReported",
    at: queue.now,
    run: runNamed(queue, run).id,
    checks,
  }));
}

/** The head of `number` does not merge; what is before it in the run does. */
export function conflicted(run: string, number: number): Happening {
  return happening((queue) => {
    const { id, testedOn, contains } = runNamed(queue, run);
    const before = contains.slice(
      0,
      contains.findIndex(({ pullRequest }) => pullRequest === number),
    );
    return {
      kind: "testRunConflicted",
      at: queue.now,
      run: id,
      commits: commitsOn(testedOn, before, queue.settings.mergeMethod),
      pullRequest: pullRequestNumber(number),
      files: ["src/shared.ts"],
    };
  });
}

export function notStarted(run: string, code: ReasonCode): Happening {
  return happening((queue) => ({
    kind: "testRunNotStarted",
    at: queue.now,
    run: runNamed(queue, run).id,
    reason: { code, sentence: "It cannot start." },
  }));
}

/** CI ran it, and will never have a verdict. */
export function abandoned(run: string, code: ReasonCode = "START_TEST_RUN_RETRY_EXHAUSTED"): Happening {
  return happening((queue) => ({
    kind: "testRunAbandoned",
    at: queue.now,
    run: runNamed(queue, run).id,
    reason: { code, sentence: "It has no verdict." },
  }));
}

/** Git and CI do now what a story held back. */
export function builds(run: string): Happening {
  return {
    holdsBuilds: false,
    events: (queue) => {
      const { id, testedOn, contains, own } = runNamed(queue, run);
      const { mergeMethod, requiredStatuses } = queue.settings;
      const order = { run: id, testedOn, contains, mergeMethod, requiredStatuses, own } as const;
      return startedAsOrdered(queue.now, { kind: "startTestRun", ...order });
    },
  };
}

export function landed(): Happening {
  return happening((queue) => {
    const { run, commit } = landingOf(queue);
    if (commit === null) throw new Error(`the landing is not prepared in "${picture(queue)}"`);
    return { kind: "landed", at: queue.now, run, newTip: commit.newTip };
  });
}

/** What was tested stands on the tip now, where others landed since; on the very tip it has the tree of its head. */
export function prepared(): Happening {
  return happening((queue) => {
    const { run, expectedTip, heads, mergeMethod, proof } = landingOf(queue);
    const newTip = commitsOn(expectedTip, heads, mergeMethod).at(-1) ?? expectedTip;
    const tree = treeOf(proof.kind === "direct" ? proof.head : newTip);
    return { kind: "landingPrepared", at: queue.now, run, newTip, tree };
  });
}

/** Put on the tip, it is not what was tested. */
export function differs(): Happening {
  return happening((queue) => ({
    kind: "landingDiffers",
    at: queue.now,
    run: landingOf(queue).run,
    files: ["src/shared.ts"],
  }));
}

export function landingRefused(tip: string): Happening {
  return happening((queue) => ({
    kind: "landingRefused",
    at: queue.now,
    run: landingOf(queue).run,
    tip: namedCommit(tip),
  }));
}

/** Trying again does not help. `needsTests`: not without a test run. */
export function landingFailed(code: ReasonCode, needsTests?: true): Happening {
  return happening((queue) => ({
    kind: "landingFailed",
    at: queue.now,
    run: landingOf(queue).run,
    reason: { code, sentence: "It cannot land." },
    ...(needsTests === true && { needsTests }),
  }));
}

/** What the timeline says of an entry: each step with the reason that was given for it. */
export function timelineOf({ transitions }: Story, number: number): readonly string[] {
  return transitions
    .filter(({ pullRequest }) => pullRequest === number)
    .map(({ from, to, reason }) => {
      const why = reason === null ? "" : `: ${reason.code} ${reason.sentence}`;
      return `${from ?? "nowhere"} to ${to}${why}`;
    });
}

export function runNamed(queue: Queue, name: string): TestRun {
  const run = allRuns(queue).find((candidate) => nameOf(candidate) === name);
  if (run === undefined) throw new Error(`no test run ${name} in "${picture(queue)}"`);
  return run;
}

export function entryNumbered(queue: Queue, number: number): Entry {
  const entry = queue.entries.find(({ facts }) => facts.number === number);
  if (entry === undefined) throw new Error(`no entry #${number} in "${picture(queue)}"`);
  return entry;
}

function nameOf(run: TestRun): string {
  return leftToLand(run)
    .map(({ pullRequest }) => pullRequest)
    .join("+");
}

function landingOf(queue: Queue): Landing {
  if (queue.landing === null) throw new Error(`nothing is landing in "${picture(queue)}"`);
  return queue.landing;
}

function about(number: number, event: (pullRequest: PullRequestNumber, at: number) => QueueEvent): Happening {
  return happening(({ now }) => event(pullRequestNumber(number), now));
}

export function happening(event: (queue: Queue) => QueueEvent): Happening {
  return { events: (queue) => [event(queue)], holdsBuilds: false };
}
