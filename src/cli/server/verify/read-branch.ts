/** Reads the commits of a branch along first parents, from a local repository. Changes nothing. */
import { HARMLESS } from "../../../domain/git-configuration.js";
import {
  BRANCH_LOG,
  type BranchCommit,
  branchCommitsIn,
  type ProvenLanding,
} from "../../../domain/verify-branch.js";
import { gitVariables, lastWords, startGit } from "../../../process/run-git.js";
import { UsageError } from "../../client/missing-input.js";
import type { Surroundings } from "../../surroundings.js";

const DEADLINE_MS = 300_000;

export interface BranchPlace extends Pick<Surroundings, "environment"> {
  readonly folder: string;
  readonly branch: string;
  readonly signal: AbortSignal;
}

export interface BranchTip {
  readonly commit: string;
  /** The checkout lacks older commits. */
  readonly isShallow: boolean;
}

export interface BranchPart {
  readonly tip: BranchTip;
  /** Newest first. */
  readonly commits: readonly BranchCommit[];
  /** The commit before the oldest of them; null: the checkout ends with that one. */
  readonly since: string | null;
}

/** Throws `UsageError`. */
export async function readTip(place: BranchPlace): Promise<BranchTip> {
  const { folder, branch } = place;
  const commit =
    (await resolveCommit(`refs/heads/${branch}`, place)) ??
    (await resolveCommit(`refs/remotes/origin/${branch}`, place));
  if (commit === null) {
    throw new UsageError(
      `${folder} has no branch ${branch}, neither its own nor of origin; fetch it, or name another clone with --checkout.`,
    );
  }
  const { stdout } = await git(["rev-parse", "--is-shallow-repository"], place);
  return { commit, isShallow: stdout.trim() === "true" };
}

/** Begins after `since`; without it, where the first landing on the branch began. Throws `UsageError`. */
export async function readBranch(
  tip: BranchTip,
  since: string | undefined,
  landings: readonly ProvenLanding[],
  place: BranchPlace,
): Promise<BranchPart> {
  const { folder, branch } = place;
  if (since !== undefined) {
    const commit = await resolveCommit(since, place);
    const deeper = tip.isShallow ? "; the checkout is shallow, git fetch --unshallow gets the rest" : "";
    if (commit === null) throw new UsageError(`--since ${since}: ${folder} has no such commit${deeper}.`);
    if (await isBelow(commit, tip, place))
      return { tip, commits: await readLine(tip, commit, place), since: commit };
    throw new UsageError(`--since ${since} is not on ${branch}; name another commit${deeper}.`);
  }
  const first = landings.at(-1)?.from;
  if (first === undefined)
    throw new UsageError(`The queue of ${branch} has landed nothing yet; name the start with --since.`);
  const start = await resolveCommit(first, place);
  if (start !== null && (await isBelow(start, tip, place)))
    return { tip, commits: await readLine(tip, start, place), since: start };
  const line = await readLine(tip, null, place);
  if (tip.isShallow) return { tip, commits: await withOldestParents(line, place), since: null };
  return { tip, ...afterOldestStart(line, landings, branch) };
}

/** The first landing began on a commit that a force push removed: the oldest start that is left counts. */
function afterOldestStart(line: readonly BranchCommit[], landings: readonly ProvenLanding[], branch: string) {
  const starts = new Set(landings.map(({ from }) => from));
  const end = line.findLastIndex(({ commit }) => starts.has(commit));
  const since = line[end]?.commit;
  if (since !== undefined) return { commits: line.slice(0, end), since };
  throw new UsageError(
    `No landing of the queue began on a commit that is on ${branch} now; name the start with --since.`,
  );
}

/** Where a shallow clone ends, `git log` shows a commit without the parents that it has. */
async function withOldestParents(line: readonly BranchCommit[], place: BranchPlace) {
  const oldest = line.at(-1);
  if (oldest === undefined) return line;
  const { stdout } = await git(["cat-file", "commit", oldest.commit], place);
  const [head = ""] = stdout.split("\n\n", 1);
  const parents = [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = ""]) => parent);
  return [...line.slice(0, -1), { ...oldest, parents }];
}

async function isBelow(commit: string, tip: BranchTip, place: BranchPlace): Promise<boolean> {
  return (await git(["merge-base", "--is-ancestor", commit, tip.commit], place)).exitCode === 0;
}

/** null: no such commit. */
async function resolveCommit(revision: string, place: BranchPlace): Promise<string | null> {
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { exitCode, stdout } = await git(words, place);
  return exitCode === 0 ? stdout.trim() : null;
}

/** Newest first, without `since` and what is before it. */
async function readLine(
  { commit: tip }: BranchTip,
  since: string | null,
  place: BranchPlace,
): Promise<readonly BranchCommit[]> {
  const range = since === null ? tip : `${since}..${tip}`;
  const { exitCode, stdout, stderr } = await git([...BRANCH_LOG, range, "--"], place);
  if (exitCode !== 0) throw new UsageError(`git log failed in ${place.folder}: ${lastWords(stderr)}.`);
  return branchCommitsIn(stdout);
}

async function git(
  words: readonly string[],
  { folder, signal, environment }: BranchPlace,
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  const { PATH = "", HOME = "" } = environment;
  const end = await startGit(words, {
    folder,
    // A replaced commit would be verified by what stands in for it.
    environment: { PATH, HOME, GIT_NO_REPLACE_OBJECTS: "1", ...gitVariables(HARMLESS) },
    deadlineMs: DEADLINE_MS,
    signal,
  });
  switch (end.kind) {
    case "exited":
      return { exitCode: end.exitCode, stdout: end.stdout.toString("utf8"), stderr: end.stderr };
    case "missing":
      throw new UsageError("git is not on the PATH.");
    case "stopped":
      throw new UsageError(`git was stopped: ${end.because}.`);
  }
}
