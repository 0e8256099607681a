/** Stacked pull requests: the base of each is the branch of the one below, in the same repository. */
import { type PullRequestNumber, pullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { PullRequestStacks, Stack } from "../../ports/forge.js";
import { type PullAnswer, pullAnswer, readAll } from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";
import { readPull } from "./read-pull-request.js";

const MOST_BELOW = 9;

export function gitHubStacks(
  calls: GitHubCalls,
  served: (repository: Repository) => Repository = (repository) => repository,
): PullRequestStacks {
  return {
    below: async (repository, number, base, isTarget) =>
      below(calls, served(repository), number, base, isTarget),
    onBranch: async (repository, branch) =>
      (await pullsOf(calls, served(repository), branch, "all")).map(({ number }) =>
        pullRequestNumber(number),
      ),
    retarget: async (repository, number, from, to) => retarget(calls, served(repository), number, from, to),
  };
}

async function below(
  calls: GitHubCalls,
  repository: Repository,
  number: PullRequestNumber,
  from: string,
  isTarget: (branch: string) => Promise<boolean>,
): Promise<Stack> {
  const found: PullRequestNumber[] = [];
  let base = from;
  while (!(await isTarget(base))) {
    const [next, ...others] = await pullsOf(calls, repository, base, "open");
    if (next === undefined) return { kind: "loose", branch: base };
    const under = pullRequestNumber(next.number);
    if (others.length > 0) {
      const numbers = [next, ...others].map((pull) => `#${pull.number}`).join(" and ");
      return { kind: "unclear", why: `${numbers} are both open from ${base}` };
    }
    if (under === number || found.includes(under)) {
      return { kind: "unclear", why: `it is stacked on itself through #${under}` };
    }
    if (found.length === MOST_BELOW) {
      return { kind: "unclear", why: `more than ${MOST_BELOW} pull requests are below it` };
    }
    found.unshift(under);
    base = next.base.ref;
  }
  return { kind: "stack", below: found, targetBranch: base };
}

/** Ignores branches of the same name in forks, because a stack stays within one repository. */
async function pullsOf(
  calls: GitHubCalls,
  repository: Repository,
  branch: string,
  state: "open" | "all",
): Promise<readonly PullAnswer[]> {
  const head = `${repository.owner}:${branch}`;
  const listed = readAll(pullAnswer, await calls.list(repository, "/pulls", { head, state }));
  return listed.filter(
    ({ head: { ref, repo }, base }) => ref === branch && repo != null && repo.id === base.repo?.id,
  );
}

/**
 * GitHub answers 422 if the head has no new commits for that base, or another pull request has the same head and base.
 */
async function retarget(
  calls: GitHubCalls,
  repository: Repository,
  number: PullRequestNumber,
  from: string,
  to: string,
): Promise<boolean> {
  const pull = await readPull(calls, repository, number);
  if (pull?.state !== "open" || pull.base.ref !== from) return false;
  const { status } = await calls.send(repository, "PATCH", "/pulls/{number}", { number, base: to }, [422]);
  return status < 300;
}
