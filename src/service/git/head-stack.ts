/**
 * The commits of a speculation, one pull request after the other, made by git in a clone or by GitHub. A step
 * depends only on what it is made of, so steps that an earlier speculation had already are not made again.
 */
import { createHash } from "node:crypto";
import type { CommitId, TreeId } from "../../domain/ids.js";
import type { ContainedHead } from "../../engine/model/queue.js";
import type { BuildOutcome, Speculation, UnusableHead } from "../ports/git.js";
import { Memo } from "./memo.js";

/** Heads on a commit, each on top of the one before. */
export type Stack = Omit<Speculation, "run">;

export interface Tip {
  readonly commit: CommitId;
  readonly tree: TreeId;
}

export type StepOutcome =
  | { readonly kind: "built"; readonly tip: Tip }
  | { readonly kind: "conflicted"; readonly files: readonly string[] }
  /** `why` names the commit of the pull request that cannot be used. */
  | { readonly kind: "unusable"; readonly why: string };

/** `earlier`: the heads between the commit that all stands on and the tip. */
type MakeStep = (tip: Tip, head: ContainedHead, earlier: readonly CommitId[]) => Promise<StepOutcome>;

const MAX_REMEMBERED = 10_000;

export class HeadStack {
  readonly #steps = new Memo<StepOutcome>(MAX_REMEMBERED);
  readonly #dependsOnBase: boolean;

  /** `dependsOnBase`: a step may come out otherwise where the commit that all stands on is another one. */
  constructor(dependsOnBase: boolean) {
    this.#dependsOnBase = dependsOnBase;
  }

  /** The last commit that is remembered of the stack. If it is gone, call `forget`. */
  lastRemembered(stack: Stack): CommitId | undefined {
    let last: CommitId | undefined;
    for (const head of stack.contains) {
      const step = this.#steps.get(this.#keyOf(stack, last ?? stack.testedOn, head));
      if (step?.kind !== "built") break;
      last = step.tip.commit;
    }
    return last;
  }

  forget(): void {
    this.#steps.clear();
  }

  /** `tree` is that of the commit that all stands on. */
  async build(stack: Stack, tree: TreeId, make: MakeStep): Promise<BuildOutcome> {
    let tip: Tip = { commit: stack.testedOn, tree };
    const commits: CommitId[] = [];
    for (const [index, head] of stack.contains.entries()) {
      const key = this.#keyOf(stack, tip.commit, head);
      const earlier = stack.contains.slice(0, index).map(({ headSha }) => headSha);
      const step = this.#steps.get(key) ?? (await make(tip, head, earlier));
      if (step.kind === "unusable") return unusable(head, step.why);
      this.#steps.set(key, step);
      if (step.kind === "conflicted")
        return { kind: "conflicted", commits, pullRequest: head.pullRequest, files: step.files };
      tip = step.tip;
      commits.push(tip.commit);
    }
    return { kind: "built", commits, tree: tip.tree };
  }

  /** Everything the step's outcome depends on; the tip stands for the heads between. */
  #keyOf({ mergeMethod, testedOn }: Stack, tip: CommitId, head: ContainedHead): string {
    const { pullRequest, headSha, title, submittedAt, mergeTitle, headName } = head;
    const ofHead = [pullRequest, headSha, title, submittedAt, mergeTitle ?? null, headName ?? null];
    const parts = JSON.stringify([mergeMethod, this.#dependsOnBase ? testedOn : null, tip, ...ofHead]);
    return createHash("sha256").update(parts).digest("base64");
  }
}

export function unusable({ pullRequest, headSha }: ContainedHead, why: string): UnusableHead {
  return { kind: "unusable", pullRequest, headSha, why };
}
