/** Reads the commits of a branch along first parents, from a local repository. Changes nothing. */
import { HARMLESS } from "../../../domain/git-configuration.js";
import { gitVariables, lastWords, startGit } from "../../../process/run-git.js";
import type { BranchCommit } from "../../../service/replay/verify-branch.js";
import type { Surroundings } from "../../surroundings.js";
import { WrongUse } from "../database/ending.js";

const DEADLINE_MS = 300_000;
const FORMAT = "%H%x00%T%x00%P%x00%an%x00%cn%x00%cI%x00%s";

export interface BranchPlace {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The newest commit; null: no such revision. */
export async function resolveCommit(
  revision: string,
  place: BranchPlace,
  surroundings: Surroundings,
): Promise<string | null> {
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { exitCode, stdout } = await git(words, place, surroundings);
  return exitCode === 0 ? stdout.trim() : null;
}

/** Newest first, without `since` and what is before it. Throws `WrongUse`. */
export async function readBranch(
  tip: string,
  since: string,
  place: BranchPlace,
  surroundings: Surroundings,
): Promise<readonly BranchCommit[]> {
  const isBelow = await git(["merge-base", "--is-ancestor", since, tip], place, surroundings);
  if (isBelow.exitCode !== 0)
    throw new WrongUse(`the start ${since} is not on the branch; name another with --since`);
  const words = ["log", "--first-parent", `--format=${FORMAT}`, `${since}..${tip}`, "--"];
  const { exitCode, stdout, stderr } = await git(words, place, surroundings);
  if (exitCode !== 0) throw new WrongUse(`git log failed: ${lastWords(stderr)}`);
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [commitIn(line)]));
}

function commitIn(line: string): BranchCommit {
  const [commit = "", tree = "", parents = "", author = "", committer = "", committedAt = "", subject = ""] =
    line.split("\0");
  const above = parents === "" ? [] : parents.split(" ");
  return { commit, tree, parents: above, author, committer, committedAt, subject };
}

async function git(
  words: readonly string[],
  { folder, signal }: BranchPlace,
  { environment }: Surroundings,
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  const { PATH = "", HOME = "" } = environment;
  const end = await startGit(words, {
    folder,
    environment: { PATH, HOME, ...gitVariables(HARMLESS) },
    deadlineMs: DEADLINE_MS,
    signal,
  });
  switch (end.kind) {
    case "exited":
      return { exitCode: end.exitCode, stdout: end.stdout.toString("utf8"), stderr: end.stderr };
    case "missing":
      throw new WrongUse("git is not on the PATH");
    case "stopped":
      throw new WrongUse(`git was stopped: ${end.because}`);
  }
}
