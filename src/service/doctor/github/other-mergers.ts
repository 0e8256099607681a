/** What else merges into a target branch: GitHub's own queue, and auto-merge. */
import * as z from "zod/mini";
import type { LandingWay } from "../../../domain/queue-settings.js";
import type { GitHubQueries, GitHubReads } from "../../github/api/github-calls.js";
import { doubtful, type Found, fine } from "../finding.js";
import { type RuledBranch, rulesOf } from "./push-rules.js";
import type { RepositoryAnswer } from "./questions.js";

export async function otherMergers(
  calls: GitHubReads & GitHubQueries,
  ruled: RuledBranch,
  facts: RepositoryAnswer,
  way: LandingWay,
): Promise<readonly Found[]> {
  const rules = (await rulesOf(calls, ruled.repository, ruled.branch)) ?? [];
  const has = (type: string) => rules.some((rule) => rule.type === type);
  const hasQueue = has("merge_queue") || (await hasGitHubQueue(calls, ruled));
  return [
    ...(hasQueue ? [queueFinding(ruled, way)] : []),
    ...(facts.allow_auto_merge === true ? [autoMergeFinding(ruled, has("update"))] : []),
  ];
}

function queueFinding({ branch, called }: RuledBranch, way: LandingWay): Found {
  const effect =
    way === "merge"
      ? "GitHub then refuses the service's merges"
      : "both queues move the branch, and each landing of GitHub's queue makes this one test again";
  return doubtful(
    `${called}: GitHub's own merge queue is switched on: ${effect}`,
    `switch it off: remove "Require merge queue" from the rulesets and the branch protection of ${branch}`,
  );
}

function autoMergeFinding({ called }: RuledBranch, isRestricted: boolean): Found {
  const says = `${called}: the repository allows auto-merge`;
  if (isRestricted) return fine(`${says}, but a ruleset restricts who may update the branch`);
  return doubtful(
    `${says}: GitHub then merges a pull request past the queue as soon as its own checks and reviews pass, untested together with the others`,
    'switch off "Allow auto-merge" in the repository\'s settings, or add a ruleset with "Restrict updates" that only the App may bypass',
  );
}

const QUEUE = `query OwnQueue($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      url
    }
  }
}`;

const queueAnswer = z.object({
  data: z.object({ repository: z.object({ mergeQueue: z.object({ url: z.string() }) }) }),
});

/** False where GitHub does not answer: an old Enterprise Server has no such queue. */
async function hasGitHubQueue(calls: GitHubQueries, { repository, branch }: RuledBranch): Promise<boolean> {
  const { owner, name } = repository;
  const answer = await calls.query(repository, QUEUE, { owner, name, branch }).catch(() => null);
  return queueAnswer.safeParse(answer).success;
}
