/**
 * Builds the commits of a speculation, one pull request after the other. A step depends only on what it is made of,
 * so steps that an earlier speculation had already are not made again.
 */
import { createHash } from "node:crypto";
import { type CommitId, type TestRunId, type TreeId, treeId } from "../../domain/ids.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { ContainedHead } from "../../engine/queue.js";
import type { BuildOutcome, Speculation, UnusableHead } from "../ports/git.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { BASE_REF } from "./create-clone.js";
import { Memo } from "./memo.js";
import { mergeCommit } from "./merge-methods/merge-commit.js";
import { rebase } from "./merge-methods/rebase.js";
import { squash } from "./merge-methods/squash.js";
import type { MergeMethodStep, StepOutcome, Tip } from "./merge-methods/step.js";
import { type CommitRecords, isPresent, obtainCommits } from "./read-commits.js";
import { runRef } from "./run-ref.js";

export interface Committer {
  readonly name: string;
  readonly email: string;
}

/** Heads on a commit, each on top of the one before. */
type Stack = Omit<Speculation, "run">;

const STEPS: Readonly<Record<MergeMethod, MergeMethodStep>> = { squash, merge_commit: mergeCommit, rebase };

const MAX_REMEMBERED_STEPS = 10_000;

export class SpeculationBuilder {
  readonly #clone: Clone;
  readonly #committer: Committer;
  readonly #steps = new Memo<StepOutcome>(MAX_REMEMBERED_STEPS);

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
  async stack({ testedOn, contains, mergeMethod }: Stack): Promise<BuildOutcome> {
    const remembered = this.#lastRememberedTip({ testedOn, contains, mergeMethod });
    const read = await obtainCommits(this.#clone, [
      testedOn,
      ...contains.map((head) => head.headSha),
      ...(remembered === undefined ? [] : [remembered]),
    ]);
    // The clone may have been thrown away, or have collected what no run needed for weeks.
    if (remembered !== undefined && !isPresent(read, remembered)) this.#steps.clear();
    const missing = [testedOn, ...contains.map(({ headSha }) => headSha)].find(
      (one) => !isPresent(read, one),
    );
    if (missing !== undefined) return { kind: "missing", commit: missing };
    const broken = contains.find(({ headSha }) => read.defects.has(headSha));
    if (broken !== undefined)
      return unusable(broken, `its head ${broken.headSha} ${read.defects.get(broken.headSha)}`);

    let tip: Tip = { commit: testedOn, tree: await this.#treeOf(testedOn, read.records) };
    const commits: CommitId[] = [];
    for (const head of contains) {
      const step = await this.#step(mergeMethod, tip, head, read.records);
      if (step.kind === "unusable") return unusable(head, step.why);
      if (step.kind === "conflicted") {
        return { kind: "conflicted", commits, pullRequest: head.pullRequest, files: step.files };
      }
      tip = step.tip;
      commits.push(tip.commit);
    }
    return { kind: "built", commits, tree: tip.tree };
  }

  /** Of the branch only the tree is needed, whatever its message is. */
  async #treeOf(commit: CommitId, records: CommitRecords): Promise<TreeId> {
    const known = records.get(commit)?.tree;
    if (known !== undefined) return known;
    return treeId((await this.#clone.run(["rev-parse", "--verify", `${commit}^{tree}`])).stdout.trim());
  }

  #lastRememberedTip({ testedOn, contains, mergeMethod }: Stack): CommitId | undefined {
    let last: CommitId | undefined;
    for (const head of contains) {
      const step = this.#steps.get(stepKey(mergeMethod, last ?? testedOn, head));
      if (step?.kind !== "built") break;
      last = step.tip.commit;
    }
    return last;
  }

  async #step(
    mergeMethod: MergeMethod,
    tip: Tip,
    head: ContainedHead,
    records: CommitRecords,
  ): Promise<StepOutcome> {
    const key = stepKey(mergeMethod, tip.commit, head);
    const remembered = this.#steps.get(key);
    if (remembered !== undefined) return remembered;
    const record = records.get(head.headSha);
    if (record === undefined) throw new Error(`head ${head.headSha} was there a moment ago`);
    const committer = { ...this.#committer, date: `${Math.floor(head.submittedAt / 1000)} +0000` };
    try {
      const step = await STEPS[mergeMethod]({ clone: this.#clone, tip, head, record, committer });
      this.#steps.set(key, step);
      return step;
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

function unusable({ pullRequest, headSha }: ContainedHead, why: string): UnusableHead {
  return { kind: "unusable", pullRequest, headSha, why };
}

/** Everything the step's outcome depends on. */
function stepKey(mergeMethod: MergeMethod, tip: CommitId, head: ContainedHead): string {
  const { pullRequest, headSha, title, submittedAt, mergeTitle, headName } = head;
  const ofHead = [pullRequest, headSha, title, submittedAt, mergeTitle ?? null, headName ?? null];
  const parts = JSON.stringify([mergeMethod, tip, ...ofHead]);
  return createHash("sha256").update(parts).digest("base64");
}
