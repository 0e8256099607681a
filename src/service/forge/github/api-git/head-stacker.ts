/**
 * Builds the commits of a speculation on GitHub, one pull request after the other. A step depends only on what it is made
 * of, so steps that an earlier speculation had already are not made again.
 */
import { createHash } from "node:crypto";
import type { CommitId } from "../../../../domain/ids.js";
import type { MergeMethod } from "../../../../domain/queue-settings.js";
import type { ContainedHead } from "../../../../engine/queue.js";
import { type CommitRecord, MAX_MESSAGE_BYTES, TOO_LONG_A_MESSAGE } from "../../../git/commit.js";
import { Memo } from "../../../git/memo.js";
import type { BuildOutcome, Speculation } from "../../../ports/git.js";
import { readCommitObject } from "./commit-objects.js";
import type { HeadStep, MakeStep, StepOutcome, Tip } from "./head-step.js";
import { dateOf } from "./identity.js";
import { mergeHead, squashHead } from "./merge-head.js";
import type { Place } from "./place.js";
import { rebaseHead } from "./rebase-head.js";
import { ScratchBranch, type ScratchOptions } from "./scratch-branch.js";

/** Heads on a commit, each on top of the one before. */
export type Stack = Omit<Speculation, "run">;

const STEPS: Readonly<Record<MergeMethod, MakeStep>> = {
  squash: squashHead,
  merge_commit: mergeHead,
  rebase: rebaseHead,
};

const MAX_REMEMBERED = 10_000;

export class HeadStacker {
  readonly #place: Place;
  readonly #options: ScratchOptions;
  readonly #steps = new Memo<StepOutcome>(MAX_REMEMBERED);
  readonly #records = new Memo<CommitRecord>(MAX_REMEMBERED);

  constructor(place: Place, options: ScratchOptions) {
    this.#place = place;
    this.#options = options;
  }

  async stack({ testedOn, contains, mergeMethod }: Stack): Promise<BuildOutcome> {
    await this.#forgetWhatIsGone({ testedOn, contains, mergeMethod });
    const wanted = [testedOn, ...contains.map(({ headSha }) => headSha)];
    const records = await Promise.all(wanted.map(async (commit) => this.read(commit)));
    const missing = wanted.find((_, index) => records[index] === null);
    if (missing !== undefined) return { kind: "missing", commit: missing };
    for (const { pullRequest, headSha } of contains) {
      const message = (await this.#known(headSha)).message;
      if (Buffer.byteLength(message) <= MAX_MESSAGE_BYTES) continue;
      const why = `its head ${headSha} ${TOO_LONG_A_MESSAGE}`;
      return { kind: "unusable", pullRequest, headSha, why };
    }
    const scratch = new ScratchBranch(this.#place, this.#options);
    try {
      return await this.#build(scratch, { testedOn, contains, mergeMethod });
    } finally {
      await scratch.remove();
    }
  }

  /** Null when the repository has no such commit. */
  async read(commit: CommitId): Promise<CommitRecord | null> {
    const known = this.#records.get(commit);
    if (known !== undefined) return known;
    const found = await readCommitObject(this.#place, commit);
    if (found !== null) this.#records.set(commit, found);
    return found;
  }

  async #build(scratch: ScratchBranch, { testedOn, contains, mergeMethod }: Stack): Promise<BuildOutcome> {
    let tip: Tip = { commit: testedOn, tree: (await this.#known(testedOn)).tree };
    const commits: CommitId[] = [];
    for (const [index, head] of contains.entries()) {
      const earlier = contains.slice(0, index).map(({ headSha }) => headSha);
      const step = await this.#step(mergeMethod, { scratch, base: testedOn, earlier, tip, head });
      if (step.kind === "conflicted") {
        return { kind: "conflicted", commits, pullRequest: head.pullRequest, files: [] };
      }
      tip = step.tip;
      commits.push(tip.commit);
    }
    return { kind: "built", commits, tree: tip.tree };
  }

  async #step(
    mergeMethod: MergeMethod,
    step: Pick<HeadStep, "scratch" | "base" | "earlier" | "tip" | "head">,
  ): Promise<StepOutcome> {
    const { base, tip, head } = step;
    const key = stepKey(mergeMethod, base, tip.commit, head);
    const remembered = this.#steps.get(key);
    if (remembered !== undefined) return remembered;
    const record = await this.#known(head.headSha);
    const committer = { ...this.#options.committer, date: dateOf(Math.floor(head.submittedAt / 1000)) };
    const place = this.#place;
    const outcome = await STEPS[mergeMethod]({ ...step, place, record, committer });
    this.#steps.set(key, outcome);
    return outcome;
  }

  async #known(commit: CommitId): Promise<CommitRecord> {
    const record = await this.read(commit);
    if (record === null) throw new Error(`commit ${commit} was there a moment ago`);
    return record;
  }

  /** GitHub may collect what no branch has kept for weeks. */
  async #forgetWhatIsGone({ testedOn, contains, mergeMethod }: Stack): Promise<void> {
    let last: CommitId | undefined;
    for (const head of contains) {
      const step = this.#steps.get(stepKey(mergeMethod, testedOn, last ?? testedOn, head));
      if (step?.kind !== "built") break;
      last = step.tip.commit;
    }
    if (last !== undefined && (await readCommitObject(this.#place, last)) === null) this.#steps.clear();
  }
}

/** Everything the step's outcome depends on; the tip stands for the heads between. */
function stepKey(mergeMethod: MergeMethod, base: CommitId, tip: CommitId, head: ContainedHead): string {
  const { pullRequest, headSha, title, submittedAt, mergeTitle, headName } = head;
  const ofHead = [pullRequest, headSha, title, submittedAt, mergeTitle ?? null, headName ?? null];
  return createHash("sha256")
    .update(JSON.stringify([mergeMethod, base, tip, ...ofHead]))
    .digest("base64");
}
