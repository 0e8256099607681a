/** Writes commits whose id depends only on the given plan. */
import { type CommitId, commitId, type TreeId, treeId } from "../../domain/ids.js";
import type { ContainedHead } from "../../engine/model/queue.js";
import type { Clone } from "./clone.js";
import type { CommitPlan, CommitRecord, Identity } from "./commit.js";
import { type CommitSigner, withSignature } from "./commit-signer.js";
import type { StepOutcome, Tip } from "./head-stack.js";

export async function writeCommit(clone: Clone, plan: CommitPlan): Promise<CommitId> {
  const { stdout } = await clone.run(
    ["commit-tree", ...plan.parents.flatMap((parent) => ["-p", parent]), plan.tree],
    {
      input: plan.message.replaceAll("\0", ""),
      environment: { ...variables("AUTHOR", plan.author), ...variables("COMMITTER", plan.committer) },
    },
  );
  return commitId(stdout.trim());
}

/** Like `writeCommit`, with a signature. A commit that is not pushed needs none. */
export async function writeSignedCommit(
  clone: Clone,
  plan: CommitPlan,
  signer: CommitSigner | null,
): Promise<CommitId> {
  const unsigned = await writeCommit(clone, plan);
  if (signer === null) return unsigned;
  const { stdout: text } = await clone.run(["cat-file", "commit", unsigned]);
  const signature = await signer.sign(text, Number.parseInt(readableDate(plan.committer.date), 10));
  const words = ["hash-object", "-t", "commit", "-w", "--stdin"];
  const { stdout } = await clone.run(words, { input: withSignature(text, signature) });
  return commitId(stdout.trim());
}

/** Git refuses a name that consists only of these characters, but old commits may have one. */
const DROPPED_BY_GIT = /[\0-\x20.,:;<>"\\']/g;

function variables(role: "AUTHOR" | "COMMITTER", { name, email, date }: Identity): Record<string, string> {
  return {
    [`GIT_${role}_NAME`]: name.replaceAll(DROPPED_BY_GIT, "") === "" ? "unknown" : name.replaceAll("\0", ""),
    [`GIT_${role}_EMAIL`]: email.replaceAll("\0", ""),
    [`GIT_${role}_DATE`]: `@${readableDate(date)}`,
  };
}

function readableDate(date: string): string {
  const [, seconds = "0", offset = "+0000"] = /^(\d{1,11})(?: ([+-]\d{4}))?/.exec(date) ?? [];
  return `${seconds} ${offset}`;
}

interface Step {
  readonly clone: Clone;
  readonly tip: Tip;
  readonly head: ContainedHead;
  /** The commit of `head`. */
  readonly record: CommitRecord;
  readonly committer: Identity;
  readonly signer: CommitSigner | null;
}

/** Adds at least one commit, even without changes, so that each pull request is visible in the history. */
export type MergeMethodStep = (step: Step) => Promise<StepOutcome>;

export type MergedTrees =
  | { readonly kind: "merged"; readonly tree: TreeId }
  | { readonly kind: "conflicted"; readonly files: readonly string[] };

/** Limits the size of the queue's log. */
const MAX_FILES = 1_000;

/** Merges two commits. Commits without a common ancestor conflict without naming files. */
export async function mergeTrees(clone: Clone, ours: CommitId, theirs: CommitId): Promise<MergedTrees> {
  const words = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs];
  const { exitCode, stdout, stderr } = await clone.run(words, { answers: [0, 1, 128] });
  const [tree = "", ...files] = stdout.split("\0");
  if (exitCode === 0) return { kind: "merged", tree: treeId(tree) };
  if (exitCode === 1) {
    return { kind: "conflicted", files: files.filter((file) => file !== "").slice(0, MAX_FILES) };
  }
  if (/unrelated histories/.test(stderr)) return { kind: "conflicted", files: [] };
  throw clone.failure("clone", words, { exitCode, stdout, stderr });
}
