/**
 * A repository made of names only: a commit is what its parent holds and one thing more, the head of a pull request or
 * something from outside. Two commits that hold the same have the same tree, in whatever order it came in.
 */
import {
  type CommitId,
  type PullRequestNumber,
  pullRequestNumber,
  type TreeId,
  treeId,
} from "../../../src/domain/ids.js";
import type { MergeMethod } from "../../../src/domain/queue-settings.js";
import type { ContainedHead } from "../../../src/engine/model/queue.js";
import type { BuildOutcome, Replay, ReplayOutcome, Speculation } from "../../../src/service/ports/git.js";
import { commitOf, namedCommit } from "../fake-commits.js";

export const MAIN_REF = "refs/heads/main";
const BRANCHES = "refs/heads/";

export type HeadName = Pick<ContainedHead, "pullRequest" | "headSha">;

/** Pairs of pull requests such as `1:2`. */
export interface Pairs {
  /** Who comes second does not merge on top of the first. */
  readonly conflicts: ReadonlySet<string>;
  /** Both change one file, so that neither comes out as it was tested without the other. */
  readonly clashes: ReadonlySet<string>;
}

export interface SimulatedCommit {
  readonly id: CommitId;
  readonly parent: CommitId | null;
  /** Null for what came from outside. */
  readonly head: HeadName | null;
  /** Everything it holds. */
  readonly names: ReadonlySet<string>;
  readonly pullRequests: ReadonlySet<PullRequestNumber>;
}

export class SimulatedRepository {
  readonly refs = new Map<string, CommitId>();
  readonly #commits = new Map<CommitId, SimulatedCommit>();
  readonly #pairs: Pairs;
  readonly #hasHead: (head: ContainedHead) => boolean;

  /** `hasHead` says whether the repository still has the head of a pull request. */
  constructor(pairs: Pairs, hasHead: (head: ContainedHead) => boolean) {
    this.#pairs = pairs;
    this.#hasHead = hasHead;
    const first = namedCommit("v1");
    this.#commits.set(first, {
      id: first,
      parent: null,
      head: null,
      names: new Set(),
      pullRequests: new Set(),
    });
    this.refs.set(MAIN_REF, first);
  }

  get tip(): SimulatedCommit {
    const tip = this.refs.get(MAIN_REF);
    if (tip === undefined) throw new Error("the branch is never taken away");
    return this.commit(tip);
  }

  has(id: CommitId): boolean {
    return this.#commits.has(id);
  }

  commits(): readonly SimulatedCommit[] {
    return [...this.#commits.values()];
  }

  commit(id: CommitId): SimulatedCommit {
    const commit = this.#commits.get(id);
    if (commit === undefined) throw new Error(`no commit ${id}`);
    return commit;
  }

  tree(id: CommitId): TreeId {
    return treeId(namedCommit([...this.commit(id).names].sort().join("\n")));
  }

  /** One commit per head on top of `onto`, up to the first conflict. */
  put(
    onto: CommitId,
    heads: readonly ContainedHead[],
    mergeMethod: MergeMethod,
  ): { readonly commits: readonly CommitId[]; readonly conflict: PullRequestNumber | null } {
    const commits: CommitId[] = [];
    let parent = this.commit(onto);
    for (const head of heads) {
      if (this.isInConflict(parent, head)) return { commits, conflict: head.pullRequest };
      parent = this.#add(commitOf(parent.id, head, mergeMethod), parent, head, nameOf(head));
      commits.push(parent.id);
    }
    return { commits, conflict: null };
  }

  build({ testedOn, contains, mergeMethod }: Speculation): BuildOutcome {
    if (!this.has(testedOn)) return { kind: "missing", commit: testedOn };
    const missing = contains.find((head) => !this.#hasHead(head));
    if (missing !== undefined) return { kind: "missing", commit: missing.headSha };
    const { commits, conflict } = this.put(testedOn, contains, mergeMethod);
    if (conflict !== null)
      return { kind: "conflicted", commits, pullRequest: conflict, files: ["shared.txt"] };
    return { kind: "built", commits, tree: this.tree(commits.at(-1) ?? testedOn) };
  }

  /** Something counts as the same file when it goes by one name, or by two that clash. */
  prepareLanding({ onto, heads, mergeMethod, testedOn, tested }: Replay): ReplayOutcome {
    const gone = heads.find((head) => !this.#hasHead(head))?.headSha;
    const missing = gone ?? [onto, testedOn, tested].find((commit) => !this.has(commit));
    if (missing !== undefined) return { kind: "missing", commit: missing };
    const { commits, conflict } = this.put(onto, heads, mergeMethod);
    const newTip = commits.at(-1) ?? onto;
    return conflict === null && this.#isSameChange({ onto, newTip, testedOn, tested })
      ? { kind: "prepared", commits, newTip, tree: this.tree(newTip) }
      : { kind: "differs", files: ["shared.txt"] };
  }

  /** The head of a pull request, built on a commit of the branch. */
  addHead(head: HeadName, base: CommitId): void {
    this.#add(head.headSha, this.commit(base), head, nameOf(head));
  }

  /** The newest commit of the branch that a commit is built on. */
  baseOf(commit: CommitId): CommitId | null {
    const onBranch = new Set(this.since(null, this.tip.id).map(({ id }) => id));
    return this.since(null, commit).find(({ id }) => onBranch.has(id))?.id ?? null;
  }

  /** Somebody pushes to the branch past the queue, perhaps a pull request. */
  pushOutside(head: HeadName | null): void {
    const { tip } = this;
    const name = head === null ? `outside on ${tip.id}` : nameOf(head);
    this.refs.set(MAIN_REF, this.#add(namedCommit(`by hand ${tip.id} ${name}`), tip, head, name).id);
  }

  /** Takes the newest commit off the branch; the first one stays. */
  dropNewest(): void {
    const { parent } = this.tip;
    if (parent !== null) this.refs.set(MAIN_REF, parent);
  }

  branches(prefix: string): readonly string[] {
    return [...this.refs.keys()]
      .filter((ref) => ref.startsWith(`${BRANCHES}${prefix}`))
      .map((ref) => ref.slice(BRANCHES.length));
  }

  isAncestor(ancestor: CommitId, descendant: CommitId): boolean {
    return this.since(null, descendant).some(({ id }) => id === ancestor);
  }

  /** The commits after `from` up to `to`, newest first; all of them when `from` is null or not among them. */
  since(from: CommitId | null, to: CommitId): readonly SimulatedCommit[] {
    const commits: SimulatedCommit[] = [];
    let id: CommitId | null = to;
    while (id !== null && id !== from) {
      const commit = this.commit(id);
      commits.push(commit);
      id = commit.parent;
    }
    return commits;
  }

  isInConflict({ pullRequests }: SimulatedCommit, { pullRequest }: HeadName): boolean {
    if (this.#pairs.conflicts.size === 0) return false;
    return [...pullRequests].some((other) => this.#pairs.conflicts.has(`${other}:${pullRequest}`));
  }

  /** Whether one of them changes a file that one of the others changes. */
  doClash(some: Iterable<PullRequestNumber>, others: Iterable<PullRequestNumber>): boolean {
    const second = [...others];
    return [...some].some((one) =>
      second.some((other) => {
        const { clashes } = this.#pairs;
        return clashes.has(`${one}:${other}`) || clashes.has(`${other}:${one}`);
      }),
    );
  }

  #isSameChange({
    onto,
    newTip,
    testedOn,
    tested,
  }: Record<"onto" | "newTip" | "testedOn" | "tested", CommitId>) {
    const [there, landing, from, to] = [onto, newTip, testedOn, tested].map((id) => this.commit(id).names);
    if (there === undefined || landing === undefined || from === undefined || to === undefined) return false;
    const touched = [...without(from, to), ...without(to, from)];
    const isProven = without(landing, there).every((name) => touched.includes(name));
    const comesOut = touched.every((name) => landing.has(name) === to.has(name));
    return isProven && comesOut && !this.doClash(numbersIn(touched), numbersIn(without(there, to)));
  }

  #add(
    id: CommitId,
    { id: parent, names, pullRequests }: SimulatedCommit,
    head: HeadName | null,
    name: string,
  ): SimulatedCommit {
    const known = this.#commits.get(id);
    if (known !== undefined) return known;
    const commit = {
      id,
      parent,
      head,
      names: new Set(names).add(name),
      pullRequests: head === null ? pullRequests : new Set(pullRequests).add(head.pullRequest),
    };
    this.#commits.set(id, commit);
    return commit;
  }
}

export function nameOf({ pullRequest, headSha }: HeadName): string {
  return `#${pullRequest}@${headSha}`;
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !others.has(name));
}

/** Those of the names that are heads of pull requests. */
function numbersIn(names: readonly string[]): readonly PullRequestNumber[] {
  return names.flatMap((name) => {
    const number = /^#(\d+)@/.exec(name)?.[1];
    return number === undefined ? [] : [pullRequestNumber(Number(number))];
  });
}
