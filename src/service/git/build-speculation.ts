/** Builds the commits of a speculation in a clone, and keeps them there. */
import { type CommitId, type TestRunId, type TreeId, treeId } from "../../domain/ids.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { ContainedHead } from "../../engine/queue.js";
import type { BuildOutcome, Speculation } from "../ports/git.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { BASE_REF } from "./create-clone.js";
import { HeadStack, type Stack, type StepOutcome, type Tip, unusable } from "./head-stack.js";
import { mergeCommit } from "./merge-methods/merge-commit.js";
import { rebase } from "./merge-methods/rebase.js";
import { squash } from "./merge-methods/squash.js";
import type { MergeMethodStep } from "./merge-methods/step.js";
import { type CommitRecords, isPresent, obtainCommits } from "./read-commits.js";
import { runRef } from "./run-ref.js";

export interface Committer {
  readonly name: string;
  readonly email: string;
}

const STEPS: Readonly<Record<MergeMethod, MergeMethodStep>> = { squash, merge_commit: mergeCommit, rebase };

export class SpeculationBuilder {
  readonly #clone: Clone;
  readonly #committer: Committer;
  readonly #stack = new HeadStack(false);

  constructor(clone: Clone, committer: Committer) {
    this.#clone = clone;
    this.#committer = committer;
  }

  async build(speculation: Speculation): Promise<BuildOutcome> {
    const stacked = await this.stack(speculation);
    if (stacked.kind !== "built") return stacked;
    const { testedOn, run } = speculation;
    await this.#keep(run, stacked.commits.at(-1) ?? testedOn, testedOn);
    return stacked;
  }

  /** The same, but nothing keeps the commits from being collected once they are some weeks old. */
  async stack(stack: Stack): Promise<BuildOutcome> {
    const { testedOn, contains, mergeMethod } = stack;
    const remembered = this.#stack.lastRemembered(stack);
    const read = await obtainCommits(this.#clone, [
      testedOn,
      ...contains.map((head) => head.headSha),
      ...(remembered === undefined ? [] : [remembered]),
    ]);
    // The clone may have been thrown away, or have collected what no run needed for weeks.
    if (remembered !== undefined && !isPresent(read, remembered)) this.#stack.forget();
    const missing = [testedOn, ...contains.map(({ headSha }) => headSha)].find(
      (one) => !isPresent(read, one),
    );
    if (missing !== undefined) return { kind: "missing", commit: missing };
    const broken = contains.find(({ headSha }) => read.defects.has(headSha));
    if (broken !== undefined)
      return unusable(broken, `its head ${broken.headSha} ${read.defects.get(broken.headSha)}`);
    const tree = await this.#treeOf(testedOn, read.records);
    return this.#stack.build(stack, tree, (tip, head) => this.#step(mergeMethod, tip, head, read.records));
  }

  /** Of the branch only the tree is needed, whatever its message is. */
  async #treeOf(commit: CommitId, records: CommitRecords): Promise<TreeId> {
    const known = records.get(commit)?.tree;
    if (known !== undefined) return known;
    return treeId((await this.#clone.run(["rev-parse", "--verify", `${commit}^{tree}`])).stdout.trim());
  }

  async #step(
    mergeMethod: MergeMethod,
    tip: Tip,
    head: ContainedHead,
    records: CommitRecords,
  ): Promise<StepOutcome> {
    const record = records.get(head.headSha);
    if (record === undefined) throw new Error(`head ${head.headSha} was there a moment ago`);
    const committer = { ...this.#committer, date: `${Math.floor(head.submittedAt / 1000)} +0000` };
    try {
      return await STEPS[mergeMethod]({ clone: this.#clone, tip, head, record, committer });
    } catch (error) {
      // Those before it were built a moment ago, so what git cannot do for good is about this one.
      if (!(error instanceof GitError) || error.retryable) throw error;
      return {
        kind: "unusable",
        why: `its head ${head.headSha} cannot be put on a branch: ${error.message}`,
      };
    }
  }

  /** Keeps the commits from being collected, and the newest base as what later fetches start from. */
  async #keep(run: TestRunId, commit: CommitId, base: CommitId): Promise<void> {
    const input = `update ${runRef(run)} ${commit}\nupdate ${BASE_REF} ${base}\n`;
    await this.#clone.run(["update-ref", "--stdin"], { input });
  }
}
