/**
 * A tiny world around the engine: a branch made of commits, test branches, CI jobs and orders that wait. It does what
 * the engine orders, and throws `BrokenTruth` when that lets something happen that must not.
 */
import { assertNever } from "../../src/domain/assert-never.js";
import { isFailed } from "../../src/domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../src/domain/ids.js";
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import { picture } from "../../src/engine/explain/picture.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { Effect, EffectOf } from "../../src/engine/model/effect.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { brokenInvariants } from "../../src/engine/model/invariants.js";
import { allRuns, findRun, landsOneByOne } from "../../src/engine/model/lookup.js";
import type { ContainedHead, Queue } from "../../src/engine/model/queue.js";
import { healthOf, isSoundBase, isTipSound, tipTestOf } from "../../src/engine/model/target-health.js";
import { hasNoResult } from "../../src/engine/planning/has-no-result.js";
import { settledFailures } from "../../src/engine/planning/settled-failures.js";
import { baseOf } from "../../src/engine/planning/tested-heads.js";
import { misconduct } from "./conduct-truths.js";
import { commitOf, namedCommit, treeOf } from "./fake-commits.js";
import {
  BrokenTruth,
  type Commit,
  commitsSince,
  doClash,
  type HeadName,
  headsOn,
  history,
  isInConflict,
  isOnBranch,
  isSame,
  type Job,
  nameOf,
  type World,
} from "./small-world.js";
import { brokenTruths } from "./world-truths.js";

const MINUTE_MS = 60_000;

export type Decide = (queue: Queue, event: QueueEvent) => Decision;

/** What doing an order led to: the world after it, and the answer, which may still get lost. */
export interface Performed {
  readonly world: World;
  readonly answer: readonly QueueEvent[];
}

/** Pairs that do not merge, such as `1:2`, and pairs that merge into something new, such as `1~2`. */
export function newWorld(queue: Queue, pairs: Iterable<string> = []): World {
  const all = [...pairs];
  return {
    queue,
    tip: queue.tip,
    commits: new Map([[queue.tip, { parent: null, head: null }]]),
    orders: [],
    jobs: [],
    proven: new Set(),
    failures: [],
    compared: new Set(),
    landed: new Set(),
    touched: new Map(),
    told: new Map(),
    evictions: [],
    doubted: new Set(),
    leaving: new Set(),
    conflicts: new Set(all.filter((pair) => pair.includes(":"))),
    clashes: new Set(all.filter((pair) => pair.includes("~"))),
  };
}

/** Lets the engine decide on an event, and checks everything it must never do. */
export function happen(world: World, decide: Decide, event: QueueEvent): World {
  const decision = decide(world.queue, event);
  const jumpedMs = event.kind === "clockCorrected" ? Math.max(event.byMs, 0) : 0;
  const heard = withEvictions(withTimeouts(told(world, event), decision.queue, jumpedMs), decision);
  const broken = [
    ...brokenInvariants(decision.queue, decision),
    ...brokenTruths(heard, decision),
    ...misconduct(heard, event, decision),
  ];
  if (broken.length > 0) {
    throw new BrokenTruth(
      `${event.kind}: ${picture(world.queue)} => ${picture(decision.queue)}: ${broken.join("; ")}`,
    );
  }
  const { queue, effects } = decision;
  const orders = effects.length === 0 ? world.orders : [...world.orders, ...effects];
  return { ...withDoubts(heard, queue), queue, orders };
}

/** A failed check that was doubted once remains so for as long as its run lives. */
function withDoubts(world: World, queue: Queue): World {
  const doubted = settledFailures(queue).doubted.filter(({ run }) => !hasNoResult(run));
  if (doubted.length === 0) return world;
  return { ...world, doubted: new Set([...world.doubted, ...doubted.map(({ run }) => run.id)]) };
}

export function perform(world: World, order: Effect): Performed {
  switch (order.kind) {
    case "startTestRun":
      return start(world, order);
    case "discardTestRun":
      return { world: { ...world, jobs: world.jobs.filter(({ run }) => run !== order.run) }, answer: [] };
    case "testTip":
      return startTip(world, order);
    case "discardTipTest":
      return { world: { ...world, jobs: world.jobs.filter(({ run }) => run !== order.run) }, answer: [] };
    case "readmitEntry":
      return readmit(world, order);
    case "takeHeadBack":
      return { world, answer: [] };
    case "prepareLanding":
      return prepare(world, order);
    case "land":
      return land(world, order);
    default:
      return assertNever(order);
  }
}

export function withoutOrder(world: World, order: Effect): World {
  return { ...world, orders: world.orders.filter((other) => other !== order) };
}

/** CI has said that all required checks passed. */
export function withPass(world: World, { commit }: Job): World {
  return { ...world, proven: new Set([...world.proven, commit]) };
}

/** CI has said something else. */
export function withFailure(world: World, job: Job): World {
  const isKnown = world.failures.some(({ run }) => run === job.run);
  return isKnown ? world : { ...world, failures: [...world.failures, job] };
}

/**
 * Someone pushes to the branch past the queue. The one thing nobody does here: take off a part of a landing whose
 * answer got lost, and then push onto the rest. All the queue hears of it is a tip that it has never seen.
 */
export function pushedOutside(world: World): World {
  if (isHalfLanded(world, world.tip)) return world;
  const commit = namedCommit(`outside on ${world.tip}`);
  world.commits.set(commit, { parent: world.tip, head: null });
  return { ...world, tip: commit };
}

/** Someone takes the newest commit off the branch; a landing that was put on the tip anew is not taken off in part. */
export function droppedOutside(world: World): World {
  const tip = world.commits.get(world.tip)?.parent ?? world.tip;
  const isPrepared = world.queue.landing?.proof.kind !== "tested";
  return isPrepared && isHalfLanded(world, tip) ? world : { ...world, tip };
}

function isHalfLanded(world: World, tip: CommitId): boolean {
  const { landing } = world.queue;
  if (landing?.commit == null || tip === landing.commit.newTip || tip === landing.expectedTip) return false;
  const landed = commitsSince(world, landing.expectedTip, landing.commit.newTip) ?? [];
  return landed.some(({ commit }) => commit === tip);
}

/** Of entries whose required checks failed. A landing, and a tip that is known to be sound, end the series. */
function withEvictions(world: World, { queue, concluded, endedRuns, landed }: Decision): World {
  if (queue.settings.pauseOnRedTarget !== true || isTipSound(queue) || landed !== null)
    return world.evictions.length === 0 ? world : { ...world, evictions: [] };
  const evicted = concluded.flatMap(({ ended, reason, facts }) => {
    if (ended !== "failed" || reason?.code !== "TEST_RUN_REQUIRED_STATUS_FAILED") return [];
    const run = endedRuns.findLast(({ run: { own } }) => own.includes(facts.number))?.run;
    if (run !== undefined && isSoundBase(queue, baseOf(run))) return [];
    const required = run?.checks.filter(({ name }) => run.requiredStatuses.includes(name)) ?? [];
    return [required.filter(isFailed).map(({ name }) => name)];
  });
  return evicted.length === 0 ? world : { ...world, evictions: [...world.evictions, ...evicted] };
}

/** What the event tells about targets and heads, whatever the queue makes of it. */
function told(world: World, event: QueueEvent): World {
  if (event.kind === "entryReadmitted") {
    const isReturning = healthOf(world.queue).returning.some((one) => one.pullRequest === event.pullRequest);
    return isReturning ? withCommand(world, event.pullRequest, false) : world;
  }
  if (event.kind === "entrySubmitted") {
    const { facts, targets } = event;
    const wished = withCommand(world, facts.number, false);
    if (isLive(world, facts.number)) return wished;
    return withFacts(
      withTargets(wished, { pullRequest: facts.number, headSha: facts.headSha }, targets),
      facts,
    );
  }
  if (!("pullRequest" in event) || !isLive(world, event.pullRequest)) return world;
  if (event.kind === "entryCancelled") return withCommand(world, event.pullRequest, true);
  if (event.kind === "targetsSet") return withTargets(world, event, event.targets);
  return event.kind === "pullRequestObserved" && event.facts !== null ? withFacts(world, event.facts) : world;
}

function withTargets(world: World, head: HeadName, targets: ImpactedTargets | null): World {
  return { ...world, touched: new Map([...world.touched, [nameOf(head), targets]]) };
}

function isLive({ queue }: World, pullRequest: number): boolean {
  return queue.entries.some(({ facts }) => facts.number === pullRequest);
}

function withCommand(world: World, pullRequest: PullRequestNumber, isLeaving: boolean): World {
  if (world.leaving.has(pullRequest) === isLeaving) return world;
  const others = [...world.leaving].filter((other) => other !== pullRequest);
  return { ...world, leaving: new Set(isLeaving ? [...others, pullRequest] : others) };
}

function withFacts(world: World, facts: PullRequestFacts): World {
  return { ...world, told: new Map([...world.told, [facts.headSha, facts]]) };
}

/** A job that took too long has failed, whatever it says later. What the clock jumped over did not pass. */
function withTimeouts(world: World, { now, settings }: Queue, jumpedMs: number): World {
  const limitMs = settings.testingTimeoutMinutes * MINUTE_MS;
  if (limitMs === 0) return world;
  const late = allRuns(world.queue).filter(
    ({ progress }) => progress.kind === "running" && progress.startedAt + limitMs <= now - jumpedMs,
  );
  if (late.length === 0) return world;
  const jobs = world.jobs.filter((job) => late.some(({ id }) => id === job.run));
  return jobs.reduce(withFailure, world);
}

function start(world: World, order: EffectOf<"startTestRun">): Performed {
  const isWanted = findRun(world.queue, order.run)?.progress.kind === "building";
  if (!isWanted) return { world, answer: [] };
  const at = world.queue.now;
  const { run, contains, mergeMethod } = order;
  const commits: CommitId[] = [];
  let parent = order.testedOn;
  for (const head of contains) {
    const { pullRequest } = head;
    if (isInConflict(world, parent, pullRequest)) {
      const answer = { kind: "testRunConflicted", at, run, commits, pullRequest, files: ["shared"] } as const;
      return { world, answer: [answer] };
    }
    const commit = commitOf(parent, head, mergeMethod);
    world.commits.set(commit, { parent, head });
    commits.push(commit);
    parent = commit;
  }
  const requiredStatuses = order.requiredStatuses.length > 0 ? order.requiredStatuses : ["tests"];
  const job: Job = { run, commit: parent, requiredStatuses };
  return {
    world: { ...world, jobs: [...world.jobs.filter((other) => other.run !== run), job] },
    answer: [
      { kind: "testRunBuilt", at, run, commits, tree: treeOf(parent) },
      { kind: "testRunStarted", at, run, requiredStatuses, requiredStatusesSource: "merge_instance" },
    ],
  };
}

function startTip(world: World, order: EffectOf<"testTip">): Performed {
  const { run, commit } = order;
  if (tipTestOf(world.queue, run)?.startedAt !== null) return { world, answer: [] };
  if (!world.commits.has(commit)) throw new BrokenTruth(`a tip test of ${commit}, which is not there`);
  const requiredStatuses = order.requiredStatuses.length > 0 ? order.requiredStatuses : ["tests"];
  const job: Job = { run, commit, requiredStatuses };
  const at = world.queue.now;
  return {
    world: { ...world, jobs: [...world.jobs.filter((other) => other.run !== run), job] },
    answer: [{ kind: "testRunStarted", at, run, requiredStatuses, requiredStatusesSource: "merge_instance" }],
  };
}

/** The pull request as it was last told of. */
function readmit(world: World, { pullRequest, headSha }: EffectOf<"readmitEntry">): Performed {
  const facts = world.told.get(headSha) ?? null;
  const targets = world.touched.get(nameOf({ pullRequest, headSha })) ?? null;
  return {
    world,
    answer: [{ kind: "entryReadmitted", at: world.queue.now, pullRequest, facts, targets }],
  };
}

function prepare(world: World, order: EffectOf<"prepareLanding">): Performed {
  const { run, onto, heads, mergeMethod } = order;
  const { landing, now: at } = world.queue;
  if (landing?.run !== run || landing.commit !== null) return { world, answer: [] };
  if (doesDiffer(world, order)) {
    return { world, answer: [{ kind: "landingDiffers", at, run, files: ["shared"] }] };
  }
  let newTip = onto;
  for (const head of heads) {
    const commit = commitOf(newTip, head, mergeMethod);
    world.commits.set(commit, { parent: newTip, head });
    newTip = commit;
  }
  // A head that contains the tip has on it the tree that it has by itself.
  const tree = treeOf(landing.proof.kind === "direct" ? landing.proof.head : newTip);
  return {
    world: { ...world, compared: new Set([...world.compared, newTip]) },
    answer: [{ kind: "landingPrepared", at, run, newTip, tree }],
  };
}

/** Someone it clashes with, or does not merge with, landed since it was tested. */
function doesDiffer(world: World, { testedOn, tested, onto, heads }: EffectOf<"prepareLanding">): boolean {
  const isDirect = !world.commits.has(tested);
  const present = isDirect ? new Set<string>() : headsOn(world, tested);
  const strangers = (commitsSince(world, testedOn, onto) ?? []).flatMap(({ head }) =>
    head === null || present.has(nameOf(head)) ? [] : [head],
  );
  return heads.some(
    ({ pullRequest }) =>
      isInConflict(world, onto, pullRequest) ||
      (isDirect && doClash(world, pullRequest, pullRequest)) ||
      strangers.some((stranger) => doClash(world, pullRequest, stranger.pullRequest)),
  );
}

/** Said before a landing is done once more, whose answer may still come. */
export function takenUp({ queue }: World, order: Effect): readonly QueueEvent[] {
  if (order.kind !== "land" || queue.landing?.run !== order.run) return [];
  return [{ kind: "landingTakenUp", at: queue.now, run: order.run }];
}

/** The branch is not where the landing expects it. */
export function refused({ queue }: World, run: TestRunId, tip: CommitId): QueueEvent {
  const takeUps = queue.landing?.takeUps ?? 0;
  return { kind: "landingRefused", at: queue.now, run, tip, takeUps };
}

function land(world: World, order: EffectOf<"land">): Performed {
  if (world.queue.landing?.run !== order.run) return { world, answer: [] };
  return landsOneByOne(world.queue) ? merge(world, order) : push(world, order);
}

function push(world: World, { run, newTip, expectedTip }: EffectOf<"land">): Performed {
  const at = world.queue.now;
  if (history(world, world.tip).some(({ commit }) => commit === newTip)) {
    return { world, answer: [{ kind: "landed", at, run, newTip }] };
  }
  if (world.tip !== expectedTip) {
    return { world, answer: [refused(world, run, world.tip)] };
  }
  mustBeTested(world, newTip);
  const commits = commitsSince(world, expectedTip, newTip);
  if (commits === null) throw new BrokenTruth(`${newTip} rewrites the branch: ${picture(world.queue)}`);
  const landed = new Set(world.landed);
  for (const { head } of commits) landed.add(nameOf(mustBeNew(world, newTip, head)));
  return { world: { ...world, tip: newTip, landed }, answer: [{ kind: "landed", at, run, newTip }] };
}

/** The code host makes a commit of its own. It sees nothing of where the branch stands, so it may come too late. */
function merge(world: World, { run, newTip, expectedTip }: EffectOf<"land">): Performed {
  const merged = history(world, world.tip).find(({ merges }) => merges === newTip);
  if (merged !== undefined) return mergedBefore(world, run, newTip, merged);
  const heads = world.queue.landing?.heads ?? [];
  if (heads.length !== 1)
    throw new BrokenTruth(`${heads.length} are to be merged at once: ${picture(world.queue)}`);
  if (world.tip !== expectedTip && !isTooLate(world, newTip)) {
    return { world, answer: [refused(world, run, world.tip)] };
  }
  mustBeTested(world, newTip);
  const head = mustBeNew(world, newTip, heads[0] ?? null);
  const as = namedCommit(`${newTip} merged on ${world.tip}`);
  world.commits.set(as, { parent: world.tip, head, merges: newTip });
  if (world.tip === expectedTip && !isSame(world, as, newTip))
    throw new BrokenTruth(`what a merge makes is not what was tested: ${picture(world.queue)}`);
  const landed = new Set(world.landed).add(nameOf(head));
  const merging = { ...world, tip: as, landed };
  return mergedBefore(merging, run, newTip, { commit: as, parent: world.tip });
}

/** Whether what the merge made is what was tested is told by its parent. */
function mergedBefore(
  world: World,
  run: TestRunId,
  newTip: CommitId,
  { commit, parent }: Pick<Commit, "commit" | "parent">,
): Performed {
  const at = world.queue.now;
  const isTested = parent === world.queue.landing?.expectedTip;
  return isTested
    ? { world, answer: [{ kind: "landed", at, run, newTip, as: commit }] }
    : { world, answer: [{ kind: "landedUntested", at, run, tip: commit }] };
}

/** Somebody pushed between the last look at the branch and the merge; one case in four. */
function isTooLate({ tip }: World, newTip: CommitId): boolean {
  return /^[0-3]/.test(namedCommit(`${newTip} after ${tip}`));
}

function mustBeTested(world: World, newTip: CommitId): void {
  if (!world.proven.has(newTip) && !world.compared.has(newTip)) {
    throw new BrokenTruth(`${newTip} lands untested: ${picture(world.queue)}`);
  }
}

function mustBeNew(world: World, newTip: CommitId, head: ContainedHead | null): ContainedHead {
  if (head === null) throw new BrokenTruth(`${newTip} brings what nobody submitted: ${picture(world.queue)}`);
  if (isOnBranch(world, head)) {
    throw new BrokenTruth(`#${head.pullRequest} lands twice: ${picture(world.queue)}`);
  }
  return head;
}
