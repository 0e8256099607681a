/**
 * Builds the commits of a speculation, one pull request after the other, by git in a clone or by GitHub. The result of a
 * step depends only on its inputs, so steps of earlier speculations are reused.
 */
import { createHash } from "node:crypto";
import type { CommitId, TreeId } from "../../domain/ids.js";
import { Memo } from "../../domain/memo.js";
import type { ContainedHead } from "../../engine/model/queue.js";
import type { BuildOutcome, Speculation, UnusableHead } from "../ports/git.js";

/** Heads to put on a commit, each on top of the previous one. */
export type Stack = Omit<Speculation, "run">;

export interface Tip {
  readonly commit: CommitId;
  readonly tree: TreeId;
}

export type StepOutcome =
  | { readonly kind: "built"; readonly tip: Tip }
  | { readonly kind: "conflicted"; readonly files: readonly string[] }
  /** `why` names the unusable commit of the pull request. */
  | { readonly kind: "unusable"; readonly why: string };

/** `earlier` are the heads between the base commit and the tip. */
type MakeStep = (tip: Tip, head: ContainedHead, earlier: readonly CommitId[]) => Promise<StepOutcome>;

const MAX_REMEMBERED = 10_000;

export class HeadStack {
  readonly #steps = new Memo<StepOutcome>(MAX_REMEMBERED);
  readonly #dependsOnBase: boolean;

  /** `dependsOnBase`: the result of a step also depends on the base commit, not only on its tip. */
  constructor(dependsOnBase: boolean) {
    this.#dependsOnBase = dependsOnBase;
  }

  /** The last remembered commit of the stack. If the commit no longer exists, call `forget`. */
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

  /** `tree` is the base commit's tree. */
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

  /** Contains all inputs of the step; the tip identifies the heads below it. */
  #keyOf({ mergeMethod, testedOn }: Stack, tip: CommitId, head: ContainedHead): string {
    const { pullRequest, headSha, title, submittedAt, mergeTitle, headName, wording } = head;
    const ofHead = [
      pullRequest,
      headSha,
      title,
      submittedAt,
      mergeTitle ?? null,
      headName ?? null,
      wording ?? null,
    ];
    const parts = JSON.stringify([mergeMethod, this.#dependsOnBase ? testedOn : null, tip, ...ofHead]);
    return createHash("sha256").update(parts).digest("base64");
  }
}

/** `trees` are those of the heads; undefined: unknown. */
export function withHeadTree(outcome: BuildOutcome, trees: readonly (TreeId | undefined)[]): BuildOutcome {
  const [only, ...others] = trees;
  const isHeadTree = outcome.kind === "built" && others.length === 0 && outcome.tree === only;
  return isHeadTree ? { ...outcome, isHeadTree } : outcome;
}

export function unusable({ pullRequest, headSha }: ContainedHead, why: string): UnusableHead {
  return { kind: "unusable", pullRequest, headSha, why };
}
