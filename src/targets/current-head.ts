/** Where a pull request stands by now, asked of the forge through git. */
import { type Remote, remoteEnvironment } from "./git/git-environment.js";
import { GitFailure } from "./git/git-failure.js";
import { runGit } from "./git/run-git.js";
import { outsideRepositories, userConfiguration } from "./git/user-configuration.js";

const DEADLINE_MS = 20_000;

/** Null when the forge does not say. */
export async function currentHead(
  remote: Remote,
  number: number,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const ref = `refs/pull/${number}/head`;
    const base = remoteEnvironment(remote, await userConfiguration(remote, signal));
    const { stdout } = await outsideRepositories((folder, outside) => {
      const call = { folder, environment: { ...base, ...outside }, deadlineMs: DEADLINE_MS, signal };
      return runGit(["ls-remote", "--refs", "origin", ref], call);
    });
    // Whatever ends alike is listed, too: a branch may be called `refs/pull/1/head`.
    const lines = stdout.toString("latin1").split("\n");
    const line = lines.find((one) => one.endsWith(`\t${ref}`));
    return /^[0-9a-f]{40,64}(?=\t)/.exec(line ?? "")?.[0] ?? null;
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  }
}
