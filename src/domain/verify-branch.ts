/** Compares the commits of a branch with the proofs of the landings: each landed as tested, or is named. */

/** A commit of the branch, along first parents. */
export interface BranchCommit {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** Names and subject are untrusted text. */
  readonly author: string;
  readonly committer: string;
  /** ISO 8601. */
  readonly committedAt: string;
  readonly subject: string;
}

/** Words for git that print the commits, newest first; configuration may not add signatures or another encoding. */
export const BRANCH_LOG = [
  "log",
  "--first-parent",
  "--no-show-signature",
  "--encoding=UTF-8",
  "--format=%H%x00%T%x00%P%x00%an%x00%cn%x00%cI%x00%s",
] as const;

/** What git printed for `BRANCH_LOG`. */
export function branchCommitsIn(printed: string): readonly BranchCommit[] {
  return printed.split("\n").flatMap((line) => (line === "" ? [] : [branchCommitIn(line)]));
}

function branchCommitIn(line: string): BranchCommit {
  const [commit = "", tree = "", parents = "", author = "", committer = "", committedAt = "", subject = ""] =
    line.split("\0");
  const above = parents === "" ? [] : parents.split(" ");
  return { commit, tree, parents: above, author, committer, committedAt, subject };
}

/** What the comparison needs of a landing. */
export interface ProvenLanding {
  readonly from: string;
  readonly to: string;
  readonly tree: string;
  readonly proof: {
    /** `direct` is a landing without a test run. */
    readonly kind: string;
    readonly evidence?: { readonly tree: string };
  };
}

export type How =
  | "pushedOutside"
  | "mergedOutside"
  /** The queue moved the branch to this commit, which has another tree than the tested one. */
  | "notAsTested";

export interface Stranger {
  readonly commit: BranchCommit;
  readonly how: How;
}

export interface BranchVerdict {
  /** Commits that the queue landed as tested. */
  readonly proven: number;
  /** Landings among them without a test run, on the checks of their own heads. */
  readonly onOwnHead: number;
  /** Newest first. */
  readonly strangers: readonly Stranger[];
}

/** `commits` are newest first. A landing proves the commits after its `from`, up to its `to`. */
export function verifyBranch(
  commits: readonly BranchCommit[],
  landings: readonly ProvenLanding[],
): BranchVerdict {
  const byTip = new Map(landings.map((landing) => [landing.to, landing]));
  const strangers: Stranger[] = [];
  let proven = 0;
  let onOwnHead = 0;
  let until: string | null = null;
  for (const commit of commits) {
    if (commit.commit === until) until = null;
    const landing = byTip.get(commit.commit);
    if (landing !== undefined && testedTrees(landing).some((tree) => tree !== commit.tree)) {
      strangers.push({ commit, how: "notAsTested" });
      continue;
    }
    if (landing !== undefined) until = landing.from;
    if (landing?.proof.kind === "direct") onOwnHead += 1;
    if (until === null) strangers.push({ commit, how: howOf(commit) });
    else proven += 1;
  }
  return { proven, onOwnHead, strangers };
}

/**
 * The ends of landings that the branch has lost, as after a force push, oldest first. `landings` are newest first. One
 * that begins at the tip may be newer than the commits, so it does not count. `since` is the commit before the oldest of
 * them; null: unknown.
 */
export function lostLandings(
  commits: readonly BranchCommit[],
  since: string | null,
  landings: readonly ProvenLanding[],
): readonly string[] {
  const line = commits.map(({ commit }) => commit);
  const [tip, ...below] = since === null ? line : [...line, since];
  const kept = new Set(below);
  const lost = new Set<string>();
  for (const { from, to } of landings.toReversed()) {
    if (to !== tip && !kept.has(to) && (kept.has(from) || lost.has(from))) lost.add(to);
  }
  return [...lost];
}

/** The tree that was to land, and the one that the checks of the head tested. */
function testedTrees({ tree, proof }: ProvenLanding): readonly string[] {
  const ofHead = proof.kind === "direct" ? proof.evidence?.tree : undefined;
  return ofHead === undefined ? [tree] : [tree, ofHead];
}

function howOf({ parents }: BranchCommit): How {
  return parents.length > 1 ? "mergedOutside" : "pushedOutside";
}
