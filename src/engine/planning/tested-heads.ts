/** The heads that a test run contains, and which of them have landed. */
import type { CommitId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { ContainedHead, Entry, Queue, RenamedCommit, TestRun } from "../model/queue.js";

/** The current head of an entry. Cached: the same object while its facts are the same. */
export function headOf({ facts, submittedAt }: Entry): ContainedHead {
  const known = heads.get(facts);
  if (known?.submittedAt === submittedAt) return known;
  const { number: pullRequest, headSha, title, mergeTitle, headName, wording } = facts;
  const head = {
    ...{ pullRequest, headSha, title, submittedAt },
    ...(mergeTitle !== undefined && { mergeTitle }),
    ...(headName !== undefined && { headName }),
    ...(wording !== undefined && { wording }),
  };
  heads.set(facts, head);
  return head;
}

const heads = new WeakMap<PullRequestFacts, ContainedHead>();

/** false if either is undefined. */
export function isSameHead(one: ContainedHead | undefined, other: ContainedHead | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || (one.pullRequest === other.pullRequest && one.headSha === other.headSha);
}

/** The heads of the run that have not landed. */
export function leftToLand(run: TestRun): readonly ContainedHead[] {
  const { heads, first } = leftWithin(run);
  return first === 0 ? heads : heads.slice(first);
}

/** The same without a copy: the heads from index `first` on. */
export function leftWithin({ contains, landed }: TestRun): {
  readonly heads: readonly ContainedHead[];
  readonly first: number;
} {
  let first = 0;
  while (first < landed.length && contains[first]?.pullRequest === landed[first]) first += 1;
  // Within one lane heads land in order.
  if (first === landed.length) return { heads: contains, first };
  const gone = new Set(landed);
  return { heads: contains.filter(({ pullRequest }) => !gone.has(pullRequest)), first: 0 };
}

/** The commit below the run's own heads: what else than these can have failed. Of an unbuilt run, what it starts from. */
export function baseOf({ contains, own, commits, testedOn }: TestRun): CommitId {
  return commits[contains.length - own.length - 1] ?? testedOn;
}

/** Whether exactly these heads of the run have not landed. */
export function leaves(run: TestRun, heads: readonly ContainedHead[]): boolean {
  if (run.contains === heads && run.landed.length === 0) return true;
  const { heads: left, first } = leftWithin(run);
  if (left.length - first !== heads.length) return false;
  for (let at = 0; at < heads.length; at++) if (!isSameHead(left[first + at], heads[at])) return false;
  return true;
}

/** Whether the run tests exactly these heads on the current tip. */
export function isTestOf({ tip, settings }: Queue, run: TestRun, heads: readonly ContainedHead[]): boolean {
  if (run.validForTip !== tip || (settings.mode !== "parallel" && !isExact(run))) return false;
  return leaves(run, heads);
}

/** Whether the run's commits build on the current tip itself: pushing its last commit lands exactly what was tested. */
export function isExact({ validForTip, testedOn, landed, commits, progress }: TestRun): boolean {
  if (validForTip === null) return false;
  const isUnbuilt = progress.kind === "building" && commits.length === 0;
  if (isUnbuilt || validForTip === testedOn) return true;
  // Usually it is the commit of the last landed head; this avoids comparing a hundred.
  return commits[landed.length - 1] === validForTip || commits.includes(validForTip);
}

/** The commits with the ids that they have on the branch. */
export function asNamed(
  commits: readonly CommitId[],
  renamed: readonly RenamedCommit[] | undefined,
): readonly CommitId[] {
  if (renamed === undefined) return commits;
  return commits.map((commit) => renamed.find(({ tested }) => tested === commit)?.onBranch ?? commit);
}
