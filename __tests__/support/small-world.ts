/** The shape of the tiny world around an engine, and what can be told from its commits alone. */
import type { CommitId, PullRequestNumber, TestRunId } from "../../src/domain/ids.js";
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import type { Effect } from "../../src/engine/model/effect.js";
import type { ContainedHead, Queue } from "../../src/engine/model/queue.js";

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
  /** Jobs that did not pass, or took too long. */
  readonly failures: readonly Job[];
  /** Commits that were put on the tip and compared with what was tested. */
  readonly compared: ReadonlySet<CommitId>;
  /** Heads that the queue brought to the branch. */
  readonly landed: ReadonlySet<string>;
  /** What was last uploaded for each head that was ever in the queue. */
  readonly touched: ReadonlyMap<string, ImpactedTargets | null>;
  /** What the queue was last told about each head. */
  readonly told: ReadonlyMap<CommitId, PullRequestFacts>;
  /** The checks that failed for each evicted entry since a landing or since the tip was known to be sound. */
  readonly evictions: readonly (readonly string[])[];
  /** Runs whose failure ever waited for a test of the commit below it. */
  readonly doubted: ReadonlySet<TestRunId>;
  /** Those whose entries were asked to leave. */
  readonly leaving: ReadonlySet<PullRequestNumber>;
  /** Pairs of pull requests that do not merge on top of each other, such as `1:2`. */
  readonly conflicts: ReadonlySet<string>;
  /** Pairs that touch the same file, such as `3~5`, whatever their targets say; `3~3` is more than its head alone. */
  readonly clashes: ReadonlySet<string>;
}

/** An outside commit has no head of a pull request. */
export interface CommitOrigin {
  readonly parent: CommitId | null;
  readonly head: ContainedHead | null;
  /** What was to land, where the code host made a commit of its own for it. */
  readonly merges?: CommitId;
}

export interface Commit extends CommitOrigin {
  readonly commit: CommitId;
}

/** CI at work on a test branch. */
export interface Job {
  readonly run: TestRunId;
  readonly commit: CommitId;
  readonly requiredStatuses: readonly string[];
}

export class BrokenTruth extends Error {}

export type HeadName = Pick<ContainedHead, "pullRequest" | "headSha">;

export function nameOf({ pullRequest, headSha }: HeadName): string {
  return `#${pullRequest}@${headSha}`;
}

/** From the newest commit back to the first. */
export function history(world: World, from: CommitId): readonly Commit[] {
  const commits: Commit[] = [];
  let commit: CommitId | null = from;
  while (commit !== null) {
    const origin: CommitOrigin | undefined = world.commits.get(commit);
    if (origin === undefined) throw new Error(`no commit ${commit}`);
    commits.push({ commit, ...origin });
    commit = origin.parent;
  }
  return commits;
}

/** What is on top of `base`, newest first; null when `base` is not below. */
export function commitsSince(world: World, base: CommitId, tip: CommitId): readonly Commit[] | null {
  const commits = history(world, tip);
  const at = commits.findIndex(({ commit }) => commit === base);
  return at === -1 ? null : commits.slice(0, at);
}

export function headsOn(world: World, tip: CommitId): ReadonlySet<string> {
  const origin = world.commits.get(tip);
  const known = origin && headsBelow.get(origin);
  if (known !== undefined) return known;
  const heads = new Set(history(world, tip).flatMap(({ head }) => (head === null ? [] : [nameOf(head)])));
  if (origin !== undefined) headsBelow.set(origin, heads);
  return heads;
}

/** What is below a commit is settled when it is made, and it is asked about in thousands of states. */
const headsBelow = new WeakMap<CommitOrigin, ReadonlySet<string>>();

/** Whether two commits are made of the same, whatever the commits that it came in are called. */
export function isSame(world: World, one: CommitId, other: CommitId): boolean {
  return contentsOf(world, one).join() === contentsOf(world, other).join();
}

function contentsOf(world: World, tip: CommitId): readonly string[] {
  return history(world, tip).map(({ commit, head }) => (head === null ? commit : nameOf(head)));
}

export function isOnBranch(world: World, head: HeadName, tip = world.tip): boolean {
  const name = nameOf(head);
  return history(world, tip).some((origin) => origin.head !== null && nameOf(origin.head) === name);
}

export function isInConflict(world: World, parent: CommitId, pullRequest: PullRequestNumber): boolean {
  if (world.conflicts.size === 0) return false;
  return history(world, parent).some(
    ({ head }) => head !== null && world.conflicts.has(`${head.pullRequest}:${pullRequest}`),
  );
}

export function doClash(world: World, one: PullRequestNumber, other: PullRequestNumber): boolean {
  return world.clashes.has(`${one}~${other}`) || world.clashes.has(`${other}~${one}`);
}

/** By the targets last uploaded for each head: everything overlaps all but nothing. */
export function shareTargets(world: World, one: HeadName, other: HeadName): boolean {
  const some = namesOf(world.touched.get(nameOf(one)));
  const others = namesOf(world.touched.get(nameOf(other)));
  if (some === "everything") return others === "everything" || others.length > 0;
  if (others === "everything") return some.length > 0;
  return some.some((name) => others.includes(name));
}

/** Whoever came without, before targets were asked for, touches everything. */
function namesOf(targets: ImpactedTargets | null | undefined): "everything" | readonly string[] {
  return targets?.kind === "list" ? targets.names : "everything";
}
