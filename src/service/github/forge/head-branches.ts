/**
 * The head branches of pull requests that the queue may push to. Such a push must concern nothing but its pull request,
 * so a branch that anything else depends on is left alone.
 */
import type { CommitId, PullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { HeadBranch, HeadBranches } from "../../ports/forge.js";
import { type PullAnswer, pullAnswer, readAll } from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";
import type { BranchRules } from "./branch-rules.js";
import { readPull } from "./read-pull-request.js";

export function gitHubHeadBranches(
  calls: GitHubCalls,
  rules: BranchRules,
  served: (repository: Repository) => Repository,
): HeadBranches {
  return {
    find: async (repository, ...asked) =>
      findHead({ calls, rules, repository: served(repository) }, ...asked),
  };
}

interface Place {
  readonly calls: GitHubCalls;
  readonly rules: BranchRules;
  readonly repository: Repository;
}

async function findHead(place: Place, number: PullRequestNumber, headSha: CommitId): Promise<HeadBranch> {
  const pull = await readPull(place.calls, place.repository, number);
  const obstacle = pull === null ? "it does not exist" : await obstacleOf(place, pull, headSha);
  return pull === null || obstacle !== null
    ? { kind: "fixed", why: obstacle ?? "" }
    : { kind: "movable", branch: pull.head.ref };
}

/** null: a push to the branch concerns only this pull request. */
async function obstacleOf(place: Place, pull: PullAnswer, headSha: CommitId): Promise<string | null> {
  const { head, base } = pull;
  const own = base.repo?.id;
  if (own === undefined || head.repo?.id !== own) return "its branch is in another repository";
  if (pull.state !== "open" || head.sha !== headSha) return "it was closed or pushed to";
  if (base.repo?.default_branch === undefined || base.repo.default_branch === head.ref)
    return "its branch is the default branch";
  const { rules, branch } = await place.rules.of(place.repository, head.ref);
  if (branch === null) return "its branch was deleted";
  if (branch.protected === true || branch.protection?.enabled === true) return "its branch is protected";
  const [rule] = rules;
  if (rule !== undefined) return `a ruleset applies to its branch (${rule.type})`;
  const others = await pullsWith(place, { base: head.ref });
  const [onto] = others.filter((other) => other.base.ref === head.ref);
  if (onto !== undefined) return `its branch is the base of #${onto.number}`;
  const twins = await pullsWith(place, { head: `${place.repository.owner}:${head.ref}` });
  const twin = twins.find((other) => other.number !== pull.number && other.head.ref === head.ref);
  return twin === undefined ? null : `its branch is also the head of #${twin.number}`;
}

async function pullsWith(
  { calls, repository }: Place,
  filter: { readonly head: string } | { readonly base: string },
): Promise<readonly PullAnswer[]> {
  return readAll(pullAnswer, await calls.list(repository, "/pulls", { ...filter, state: "open" }));
}
