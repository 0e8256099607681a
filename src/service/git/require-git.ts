/** Checks at the start that the installed git can do what the service needs. */
import { tmpdir } from "node:os";
import { GitError } from "../ports/world-error.js";
import { createGitRunner, DEFAULT_DEADLINES } from "./run-git.js";

/** The first with everything that builds use of `git merge-tree --write-tree`. */
const MINIMUM_GIT_VERSION = "2.39";

/** The installed version, or a `GitError` that says what to do. */
export async function requireGit(minimum: string = MINIMUM_GIT_VERSION): Promise<string> {
  const runGit = createGitRunner({}, DEFAULT_DEADLINES);
  const { stdout } = await runGit({ arguments: ["--version"], side: "clone", folder: tmpdir() });
  const installed = /(\d+)\.(\d+)(?:\.\d+)*/.exec(stdout)?.[0];
  if (installed === undefined || isOlder(installed, minimum)) {
    throw new GitError(
      `git ${minimum} or newer is needed, but ${JSON.stringify(stdout.trim())} is installed; install a newer git`,
      false,
    );
  }
  return installed;
}

function isOlder(installed: string, minimum: string): boolean {
  const [have, need] = [installed, minimum].map((version) => version.split(".").map(Number));
  for (const [index, needed] of (need ?? []).entries()) {
    const part = have?.[index] ?? 0;
    if (part !== needed) return part < needed;
  }
  return false;
}
