/**
 * A tiny world around the engine: a branch made of commits, test branches, CI jobs and orders that wait. It does what
 * the engine orders, and throws `BrokenTruth` when that lets something happen that must not.
 */
import type { CommitId, TestRunId } from "../../src/domain/ids.js";
import type { Decision } from "../../src/engine/decision.js";
import type { Effect, Order } from "../../src/engine/effect.js";
import type { QueueEvent } from "../../src/engine/event.js";
import { brokenInvariants } from "../../src/engine/invariants.js";
import { picture } from "../../src/engine/picture.js";
import type { ContainedHead, Entry, Queue } from "../../src/engine/queue.js";
import { commitOf, namedCommit, treeOf } from "./fake-commits.js";

export type Decide = (queue: Queue, event: QueueEvent) => Decision;

export interface World {
  readonly queue: Queue;
  /** Where the branch really is. */
  readonly tip: CommitId;
  /** What each commit is made of. Commits only ever come to be, so all states of a world share them. */
  readonly commits: Map<CommitId, CommitOrigin>;
  /** Orders whose answer the queue has not taken yet, oldest first. */
  readonly orders: readonly Effect[];
  readonly jobs: readonly Job[];
  /** Commits whose required checks have all passed. */
  readonly proven: ReadonlySet<CommitId>;
  /** Heads that the queue brought to the branch. */
  readonly landed: ReadonlySet<string>;
  /** Pairs of pull requests that do not merge on top of each other, such as `1:2`. */
  readonly conflicts: ReadonlySet<string>;
}

/** An outside commit has no head of a pull request. */
interface CommitOrigin {
  readonly parent: CommitId | null;
  readonly head: ContainedHead | null;
}

/** CI at work on a test branch. */
export interface Job {
  readonly run: TestRunId;
  readonly commit: CommitId;
  readonly requiredStatuses: readonly string[];
}

/** What doing an order led to: the world after it, and the answer, which may still get lost. */
export interface Performed {
  readonly world: World;
  readonly answer: readonly QueueEvent[];
}

export class BrokenTruth extends Error {}

export function newWorld(queue: Queue, conflicts: Iterable<string> = []): World {
  return {
    queue,
    tip: queue.tip,
    commits: new Map([[queue.tip, { parent: null, head: null }]]),
    orders: [],
    jobs: [],
    proven: new Set(),
    landed: new Set(),
    conflicts: new Set(conflicts),
  };
}

/** Lets the engine decide on an event, and checks everything it must never do. */
export function happen(world: World, decide: Decide, event: QueueEvent): World {
  const decision = decide(world.queue, event);
  const broken = [...brokenInvariants(decision.queue, decision), ...liesAbout(world, decision.concluded)];
  if (broken.length > 0) {
    throw new BrokenTruth(
      `${event.kind}: ${picture(world.queue)} => ${picture(decision.queue)}: ${broken.join("; ")}`,
    );
  }
  return { ...world, queue: decision.queue, orders: [...world.orders, ...decision.effects] };
}

export function perform(world: World, order: Effect): Performed {
  switch (order.kind) {
    case "startTestRun":
      return start(world, order);
    case "discardTestRun":
      return { world: { ...world, jobs: world.jobs.filter(({ run }) => run !== order.run) }, answer: [] };
    case "land":
      return land(world, order);
  }
}

export function withoutOrder(world: World, order: Effect): World {
  return { ...world, orders: world.orders.filter((other) => other !== order) };
}

/**
 * Someone pushes to the branch past the queue. The one thing nobody does here: take off a part of a landing whose
 * answer got lost, and then push onto the rest. All the queue hears of it is a tip that it has never seen.
 */
export function pushedOutside(world: World): World {
  if (isHalfLanded(world)) return world;
  const commit = namedCommit(`outside on ${world.tip}`);
  world.commits.set(commit, { parent: world.tip, head: null });
  return { ...world, tip: commit };
}

/** Someone takes the newest commit off the branch. */
export function droppedOutside(world: World): World {
  return { ...world, tip: world.commits.get(world.tip)?.parent ?? world.tip };
}

function isHalfLanded({ queue, tip }: World): boolean {
  const { landing } = queue;
  if (landing === null || tip === landing.newTip || tip === landing.expectedTip) return false;
  return queue.runs.some(({ id, commits }) => id === landing.run && commits.includes(tip));
}

type Ordered<Kind extends Order["kind"]> = Extract<Effect, { readonly kind: Kind }>;

function start(world: World, order: Ordered<"startTestRun">): Performed {
  const isWanted = world.queue.runs.some(
    ({ id, progress }) => id === order.run && progress.kind === "building",
  );
  if (!isWanted) return { world, answer: [] };
  const at = world.queue.now;
  const { run, contains, mergeMethod } = order;
  const commits: CommitId[] = [];
  let parent = order.testedOn;
  for (const head of contains) {
    if (isInConflict(world, parent, head)) {
      const { pullRequest } = head;
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

function land(world: World, order: Ordered<"land">): Performed {
  const { run, newTip, expectedTip } = order;
  const at = world.queue.now;
  if (world.queue.landing?.run !== run) return { world, answer: [] };
  if (history(world, world.tip).some(({ commit }) => commit === newTip)) {
    return { world, answer: [{ kind: "landed", at, run, newTip }] };
  }
  if (world.tip !== expectedTip) {
    return { world, answer: [{ kind: "landingRefused", at, run, tip: world.tip }] };
  }
  if (!world.proven.has(newTip)) throw new BrokenTruth(`${newTip} lands untested: ${picture(world.queue)}`);
  const landed = new Set(world.landed);
  for (const head of headsBetween(world, newTip, expectedTip)) {
    if (isOnBranch(world, head))
      throw new BrokenTruth(`#${head.pullRequest} lands twice: ${picture(world.queue)}`);
    landed.add(nameOf(head));
  }
  return { world: { ...world, tip: newTip, landed }, answer: [{ kind: "landed", at, run, newTip }] };
}

function headsBetween(world: World, newTip: CommitId, expectedTip: CommitId): readonly ContainedHead[] {
  const heads: ContainedHead[] = [];
  for (const { commit, head } of history(world, newTip)) {
    if (commit === expectedTip) return heads;
    if (head !== null) heads.push(head);
  }
  throw new BrokenTruth(`${newTip} rewrites the branch: ${picture(world.queue)}`);
}

/** Who is told to have landed has; who is told to have left is not on the branch. */
function liesAbout(world: World, concluded: readonly Entry[]): readonly string[] {
  return concluded.flatMap(({ facts, ended, verifiedBy }) => {
    const head = { pullRequest: facts.number, headSha: facts.headSha };
    const isBelievedLanded = ended === "merged" && verifiedBy !== null;
    if (isBelievedLanded && !world.landed.has(nameOf(head)))
      return [`#${facts.number} is merged but never landed`];
    const isBelievedGone = ended === "failed" || ended === "cancelled";
    return isBelievedGone && isOnBranch(world, head)
      ? [`#${facts.number} is ${ended} but on the branch`]
      : [];
  });
}

type HeadName = Pick<ContainedHead, "pullRequest" | "headSha">;

function isOnBranch(world: World, head: HeadName): boolean {
  return history(world, world.tip).some(
    (origin) => origin.head !== null && nameOf(origin.head) === nameOf(head),
  );
}

function isInConflict(world: World, parent: CommitId, head: ContainedHead): boolean {
  return history(world, parent).some(
    (origin) => origin.head !== null && world.conflicts.has(`${origin.head.pullRequest}:${head.pullRequest}`),
  );
}

function nameOf({ pullRequest, headSha }: HeadName): string {
  return `#${pullRequest}@${headSha}`;
}

/** From the newest commit back to the first. */
function history(world: World, from: CommitId): readonly (CommitOrigin & { readonly commit: CommitId })[] {
  const commits: (CommitOrigin & { readonly commit: CommitId })[] = [];
  let commit: CommitId | null = from;
  while (commit !== null) {
    const origin: CommitOrigin | undefined = world.commits.get(commit);
    if (origin === undefined) throw new Error(`no commit ${commit}`);
    commits.push({ commit, ...origin });
    commit = origin.parent;
  }
  return commits;
}
