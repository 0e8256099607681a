/** The heads that a test run is made of, and what of it has landed. */
import type { CommitId } from "../domain/ids.js";
import type { PullRequestFacts } from "../domain/pull-request.js";
import type { ContainedHead, Entry, Queue, RenamedCommit, TestRun } from "./queue.js";

/** As it is now: the very object for as long as the facts are. */
export function headOf({ facts, submittedAt }: Entry): ContainedHead {
  const known = heads.get(facts);
  if (known?.submittedAt === submittedAt) return known;
  const { number: pullRequest, headSha, title, mergeTitle, headName } = facts;
  const head = {
    ...{ pullRequest, headSha, title, submittedAt },
    ...(mergeTitle !== undefined && { mergeTitle }),
    ...(headName !== undefined && { headName }),
  };
  heads.set(facts, head);
  return head;
}

const heads = new WeakMap<PullRequestFacts, ContainedHead>();

/** False also when there is none to compare. */
export function isSameHead(one: ContainedHead | undefined, other: ContainedHead | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || (one.pullRequest === other.pullRequest && one.headSha === other.headSha);
}

/** What the run contains and has not landed. */
export function leftToLand(run: TestRun): readonly ContainedHead[] {
  const { heads, first } = leftWithin(run);
  return first === 0 ? heads : heads.slice(first);
}

/** The same without a copy: all of a list from its first one on. */
export function leftWithin({ contains, landed }: TestRun): {
  readonly heads: readonly ContainedHead[];
  readonly first: number;
} {
  let first = 0;
  while (first < landed.length && contains[first]?.pullRequest === landed[first]) first += 1;
  // In one lane the first ones land first.
  if (first === landed.length) return { heads: contains, first };
  const gone = new Set(landed);
  return { heads: contains.filter(({ pullRequest }) => !gone.has(pullRequest)), first: 0 };
}

/** Whether the run has exactly these left to land. */
export function leaves(run: TestRun, heads: readonly ContainedHead[]): boolean {
  if (run.contains === heads && run.landed.length === 0) return true;
  const { heads: left, first } = leftWithin(run);
  if (left.length - first !== heads.length) return false;
  for (let at = 0; at < heads.length; at++) if (!isSameHead(left[first + at], heads[at])) return false;
  return true;
}

/** Whether it is a test, on the branch as it is, of exactly these. */
export function isTestOf({ tip, settings }: Queue, run: TestRun, heads: readonly ContainedHead[]): boolean {
  if (run.standsOn !== tip || (settings.mode !== "parallel" && !isExact(run))) return false;
  return leaves(run, heads);
}

/** What landed of the run makes up the tip on the very commits that were tested; so does what a run not built will be. */
export function isExact({ standsOn, testedOn, landed, commits, progress }: TestRun): boolean {
  if (standsOn === null) return false;
  const isUnbuilt = progress.kind === "building" && commits.length === 0;
  if (isUnbuilt || standsOn === testedOn) return true;
  // Mostly it is the commit of the one that landed last, and a hundred need not be compared.
  return commits[landed.length - 1] === standsOn || commits.includes(standsOn);
}

/** The commits as they are called on the branch. */
export function asNamed(
  commits: readonly CommitId[],
  renamed: readonly RenamedCommit[] | undefined,
): readonly CommitId[] {
  if (renamed === undefined) return commits;
  return commits.map((commit) => renamed.find(({ tested }) => tested === commit)?.onBranch ?? commit);
}
