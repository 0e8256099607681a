/** A demo on the user's repository. The queue works on a bare copy of it. */
import { join, resolve } from "node:path";
import { git } from "./demo-git.js";
import type { DemoPullRequest, Scenario } from "./queue-reader.js";

export interface OwnRepository {
  readonly path: string;
  readonly testCommand: string;
  readonly branches: readonly string[];
  /** Default: the branch checked out in that repository. */
  readonly targetBranch?: string | undefined;
}

export async function ownRepositoryScenario(folder: string, own: OwnRepository): Promise<Scenario> {
  const repository = join(folder, "copy.git");
  // Without --no-hardlinks, the copy would change the link count of the original's files.
  await git(
    folder,
    "clone",
    "--quiet",
    "--bare",
    "--no-hardlinks",
    "--",
    resolve(own.path),
    repository,
  ).catch(explained(`--repo ${own.path}: cannot be copied as a git repository`));
  const targetBranch = own.targetBranch ?? (await git(repository, "symbolic-ref", "--short", "HEAD"));
  for (const branch of [targetBranch, ...own.branches]) {
    await git(repository, "rev-parse", "--quiet", "--verify", `refs/heads/${branch}^{commit}`).catch(
      explained(`${own.path} has no local branch named ${branch}`),
    );
  }
  const pullRequests: DemoPullRequest[] = [];
  for (const [index, branch] of own.branches.entries()) {
    const number = index + 1;
    await git(repository, "update-ref", `refs/pull/${number}/head`, `refs/heads/${branch}`);
    const title = await git(repository, "log", "-1", "--format=%s", `refs/pull/${number}/head`);
    pullRequests.push({ number, title: `${title} (${branch})` });
  }
  return { repository, targetBranch, testCommand: own.testCommand, pullRequests, landing: null };
}

/** Replaces git's error with a message about the option. */
function explained(what: string): (error: unknown) => never {
  return (error) => {
    throw new Error(what, { cause: error });
  };
}
