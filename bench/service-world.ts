/** A code host of endless pull requests for the service under load: each number there is, its tests run for ever. */
import { setImmediate } from "node:timers/promises";
import { instantGit, sha1 } from "../__tests__/support/contract-fuzz/instant-git.js";
import { openPullRequest } from "../__tests__/support/open-pull-request.js";
import type { Check } from "../src/domain/check.js";
import { commitId, type PullRequestNumber } from "../src/domain/ids.js";
import type { PullRequestFacts } from "../src/domain/pull-request.js";
import type { Repository } from "../src/domain/repository.js";
import type { Forge } from "../src/service/ports/forge.js";

export const TOKEN = "mq_the-token-under-load";
export const REPOSITORY: Repository = { host: "github.com", owner: "octo", name: "mono" };
export const TIP = commitId(sha1("the tip"));
export const git = instantGit;

const RUNNING: readonly Check[] = [{ name: "tests", url: "", status: "in_progress", conclusion: null }];

export function factsFor(number: number, baseBranch: string): PullRequestFacts {
  return { ...openPullRequest(number, commitId(sha1(`head ${number}`))), baseBranch };
}

/** Takes another turn of the event loop, as whatever comes over a wire does: else nobody else would have one meanwhile. */
async function onTheWire<Answer>(answer: Answer): Promise<Answer> {
  await setImmediate();
  return answer;
}

export const endlessForge: Forge = {
  name: "endless",
  hasRepository: async () => onTheWire(true),
  readTip: async () => onTheWire(TIP),
  readPullRequest: async (_repository, number: PullRequestNumber, branch: string) =>
    onTheWire(factsFor(number, branch)),
  pullRequestUrl: () => "",
  startTests: async () =>
    onTheWire({
      kind: "started",
      requiredStatuses: ["tests"],
      requiredStatusesSource: "repo_provider_branch_protection",
    }),
  readChecks: async () => onTheWire(RUNNING),
  stopTests: async () => Promise.resolve(),
  onChecks: () => undefined,
  close: async () => Promise.resolve(),
};
