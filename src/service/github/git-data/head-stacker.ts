/** Builds the commits of a speculation on GitHub. */
import type { CommitId, TreeId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import type { MergeMethod } from "../../../domain/queue-settings.js";
import {
  type CommitPlan,
  type CommitRecord,
  MAX_MESSAGE_BYTES,
  MAX_NAMED_COMMITS,
  TOO_LONG_A_MESSAGE,
} from "../../git/commit.js";
import { HeadStack, type Stack, unusable, withHeadTree } from "../../git/head-stack.js";
import { mergeCommitMessage, squashCommit } from "../../git/merge-methods/message.js";
import type { BuildOutcome } from "../../ports/git.js";
import { dateOf, readCommitObject, writeCommitObject } from "./commit-objects.js";
import { commitsBetween, compareCommits } from "./compare-commits.js";
import type { HeadStep, MakeStep } from "./head-step.js";
import { rebaseHead, topologicalOrder } from "./rebase-head.js";
import type { Place } from "./refs.js";
import { ScratchBranch, type ScratchOptions } from "./scratch-branch.js";

/** Squash and merge commit: builds the merged tree of a pull request and one commit for it. */
const squashHead: MakeStep = async (step) =>
  addCommit(step, async ({ tip, record, head }) => ({
    parents: [tip.commit],
    ...(await squashCommit(head, record, async () => namedCommits(step))),
  }));

const mergeHead: MakeStep = async (step) =>
  addCommit(step, async ({ tip, head, committer }) => ({
    parents: [tip.commit, head.headSha],
    author: committer,
    message: await mergeCommitMessage(head, async () => namedCommits(step)),
  }));

/** Oldest first, in the order of a clone. */
async function namedCommits({ place, base, head }: HeadStep): Promise<readonly CommitRecord[]> {
  const listed = topologicalOrder(await commitsBetween(place, base, head.headSha), head.headSha);
  return listed.filter(({ parents }) => parents.length < 2).slice(-MAX_NAMED_COMMITS);
}

async function addCommit(
  step: HeadStep,
  planOf: (step: HeadStep) => Promise<Pick<CommitPlan, "parents" | "author" | "message">>,
) {
  const tree = await mergedTree(step);
  if (tree === null) return { kind: "conflicted", files: [] } as const;
  const { place, committer } = step;
  const commit = await writeCommitObject(place, { ...(await planOf(step)), committer, tree });
  return { kind: "built", tip: { commit, tree } } as const;
}

async function mergedTree({
  place,
  scratch,
  base,
  tip,
  record,
  committer,
}: HeadStep): Promise<TreeId | null> {
  // A freshly built tip cannot contain the pull request or be contained in it, so only the base is compared.
  const compared = tip.commit === base ? await compareCommits(place, base, record.id) : null;
  if (compared?.status === "ahead") return record.tree;
  if (compared?.status === "behind" || compared?.status === "identical") return tip.tree;
  return await scratch.merge({ tree: tip.tree, parent: tip.commit, committer }, record.id);
}

const STEPS: Readonly<Record<MergeMethod, MakeStep>> = {
  squash: squashHead,
  merge_commit: mergeHead,
  rebase: rebaseHead,
};

const MAX_REMEMBERED = 10_000;

export class HeadStacker {
  readonly #place: Place;
  readonly #options: ScratchOptions;
  readonly #stack = new HeadStack(true);
  readonly #records = new Memo<CommitRecord>(MAX_REMEMBERED);

  constructor(place: Place, options: ScratchOptions) {
    this.#place = place;
    this.#options = options;
  }

  async stack(stack: Stack): Promise<BuildOutcome> {
    const { testedOn, contains, mergeMethod } = stack;
    await this.#forgetWhatIsGone(stack);
    const wanted = [testedOn, ...contains.map(({ headSha }) => headSha)];
    const records = await Promise.all(wanted.map(async (commit) => this.read(commit)));
    const missing = wanted.find((_, index) => records[index] === null);
    if (missing !== undefined) return { kind: "missing", commit: missing };
    for (const head of contains) {
      const { message } = await this.#known(head.headSha);
      if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES)
        return unusable(head, `its head ${head.headSha} ${TOO_LONG_A_MESSAGE}`);
    }
    const place = this.#place;
    const scratch = new ScratchBranch(place, this.#options);
    try {
      const { tree } = await this.#known(testedOn);
      const outcome = await this.#stack.build(stack, tree, async (tip, head, earlier) => {
        const record = await this.#known(head.headSha);
        const date = dateOf(Math.floor(head.submittedAt / 1000));
        const committer = { ...this.#options.committer, date };
        const made = { place, scratch, base: testedOn, earlier, tip, head, record, committer };
        return await STEPS[mergeMethod](made);
      });
      return withHeadTree(
        outcome,
        contains.map(({ headSha }) => this.#records.get(headSha)?.tree),
      );
    } finally {
      await scratch.remove();
    }
  }

  /** null: the repository has no such commit. */
  async read(commit: CommitId): Promise<CommitRecord | null> {
    const known = this.#records.get(commit);
    if (known !== undefined) return known;
    const found = await readCommitObject(this.#place, commit);
    if (found !== null) this.#records.set(commit, found);
    return found;
  }

  async #known(commit: CommitId): Promise<CommitRecord> {
    const record = await this.read(commit);
    if (record === null) throw new Error(`commit ${commit} disappeared while a speculation was built`);
    return record;
  }

  /** GitHub may garbage-collect commits that no branch has contained for weeks. */
  async #forgetWhatIsGone(stack: Stack): Promise<void> {
    const last = this.#stack.lastRemembered(stack);
    if (last !== undefined && (await readCommitObject(this.#place, last)) === null) this.#stack.forget();
  }
}
