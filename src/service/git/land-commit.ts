/**
 * Pushes the tested commit to the target branch, and heads before it. Which commits these are, the engine chose in
 * `rules/land-passed-batches.ts` and stored as the landing's intent; this file pushes no others.
 */
import { randomUUID } from "node:crypto";
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { HeadMove } from "../ports/git.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { type Landing, type LandOutcome, landOnce, type Mover } from "./land-once.js";
import { parseRefListing } from "./list-branches.js";
import { keptHeadsOf, moveHead, type RefUpdate } from "./move-head.js";
import { isAncestorIn, obtainCommits } from "./read-commits.js";

/** Moves a branch to a tested commit in one push, which succeeds only from the expected tip. */
export async function landCommit(clone: Clone, landing: Landing): Promise<LandOutcome> {
  return landOnce(moverOf(clone, landing.branch), landing);
}

function moverOf(clone: Clone, branch: string): Mover {
  return {
    readTip: async () => clone.readTip(branch),
    hasLanded: async (commit, tip) => {
      const contains = await isAncestorIn(clone, commit, tip);
      if (contains !== null) return contains;
      throw new GitError(`the tip ${tip} of branch ${branch} disappeared before it was fetched`, true);
    },
    // The lease alone would allow rewriting the branch's history.
    problemOf: async ({ expectedTip, newTip }) => {
      const isBuiltOn = await isAncestorIn(clone, expectedTip, newTip);
      if (isBuiltOn === null) return "neither the clone nor the repository has it";
      return isBuiltOn ? null : "it was not built on that";
    },
    move: async ({ expectedTip, newTip }) =>
      pushBranch(clone, branch, newTip, [`--force-with-lease=refs/heads/${branch}:${expectedTip}`]),
  };
}

/** Pushes the head of a pull request, or takes it back. */
export async function moveHeadIn(
  clone: Clone,
  move: HeadMove,
  way: "push" | "takeBack",
): Promise<"moved" | "elsewhere"> {
  return moveHead(
    {
      read: async (refs) => clone.readRefs(refs),
      update: async (updates) => pushRefs(clone, updates),
      mayBeStale: false,
    },
    move,
    way,
  );
}

const PUSH = ["push", "--porcelain", "--no-verify"];

/** Patterns as destinations, for the reason given at `pushBranch`. */
async function pushRefs(clone: Clone, updates: readonly RefUpdate[]): Promise<void> {
  await obtainCommits(
    clone,
    updates.map(({ to }) => to),
  );
  const folder = `refs/mq/land/${randomUUID()}`;
  const sources = updates.map(({ ref, to }, index) => ({
    source: `${folder}/${index}/${nameIn(ref)}`,
    ref,
    to,
  }));
  const input = sources.map(({ source, to }) => `create ${source} ${to}\n`).join("");
  await clone.run(["update-ref", "--stdin"], { input });
  try {
    await clone.runOnRepository([
      ...PUSH,
      "--atomic",
      ...updates.map(({ ref, from }) => `--force-with-lease=${ref}:${from ?? ""}`),
      "origin",
      ...sources.map(({ ref }, index) => `${folder}/${index}/*:${namespaceOf(ref)}*`),
    ]);
  } finally {
    const removal = sources.map(({ source }) => `delete ${source}\n`).join("");
    // A remaining ref does no harm.
    await clone.run(["update-ref", "--stdin"], { input: removal }).catch(() => undefined);
  }
}

/** `refs/heads/` of `refs/heads/main`. */
function namespaceOf(ref: string): string {
  return /^refs\/[^/]+\//.exec(ref)?.[0] ?? ref;
}

function nameIn(ref: string): string {
  return ref.slice(namespaceOf(ref).length);
}

/** Removes the kept heads of a pull request. */
export async function forgetHeadsIn(clone: Clone, pullRequest: PullRequestNumber): Promise<void> {
  const below = keptHeadsOf(pullRequest);
  const { stdout } = await clone.runOnRepository(["ls-remote", "--refs", "--", "origin", `${below}*`]);
  const kept = [...parseRefListing(stdout).keys()].filter((ref) => ref.startsWith(below));
  if (kept.length === 0) return;
  await clone.runOnRepository([...PUSH, "--quiet", "origin", ...kept.map((ref) => `:${ref}`)]);
}

/**
 * If the repository also has a branch named `refs/heads/main`, git rejects the destination `refs/heads/main` as
 * ambiguous. A pattern is never ambiguous, and this one matches a single ref.
 */
export async function pushBranch(
  clone: Clone,
  branch: string,
  commit: CommitId,
  force: readonly string[],
): Promise<void> {
  const folder = `refs/mq/land/${randomUUID()}`;
  const ref = `${folder}/${branch}`;
  await clone.run(["update-ref", ref, commit]);
  try {
    await clone.runOnRepository([
      "push",
      "--porcelain",
      "--no-verify",
      ...force,
      "origin",
      `${folder}/*:refs/heads/*`,
    ]);
  } finally {
    // A remaining ref does no harm.
    await clone.run(["update-ref", "-d", ref]).catch(() => undefined);
  }
}
