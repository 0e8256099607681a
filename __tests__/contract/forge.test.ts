/** Every forge keeps the promises of the port. A new forge is one more world here. */

import { describe } from "@jest/globals";
import { type CommitId, pullRequestNumber } from "../../src/domain/ids.js";
import type { PlainGitForgeOptions } from "../../src/service/plain-git/plain-git-forge.js";
import { namedCommit } from "../support/fake-commits.js";
import { FakeForge } from "../support/fake-forge.js";
import { GitHubForgeWorld } from "../support/github-forge-world.js";
import { openPullRequest } from "../support/open-pull-request.js";
import { PlainGitWorld } from "../support/plain-git-world.js";
import { migratedDatabase } from "../support/postgres-server.js";
import { sharedReplica } from "../support/shared-replica.js";
import { type ForgeWorld, forgeContract, SHOP, testRunContract } from "./forge.js";

const POLL_MS = 1000;
/** Every step is a process, and the machine may be busy with other suites. */
async function fakeWorld({ ci }: { readonly ci: boolean }): Promise<ForgeWorld> {
  const forge = new FakeForge(ci ? {} : { requiredStatuses: [] });
  let commits = 0;
  const nextCommit = (): CommitId => {
    commits += 1;
    return namedCommit(String(commits));
  };
  forge.addRepository(SHOP);
  forge.setBranch(SHOP, "main", nextCommit());
  return Promise.resolve({
    forge,
    pushToBranch: async (branch) => {
      const tip = nextCommit();
      forge.setBranch(SHOP, branch, tip);
      return Promise.resolve(tip);
    },
    removeBranch: async (branch) => {
      forge.setBranch(SHOP, branch, null);
      return Promise.resolve();
    },
    pushToPullRequest: async (number, title, author) => {
      const headSha = nextCommit();
      forge.setPullRequest(SHOP, { ...openPullRequest(number, headSha), title, author });
      return Promise.resolve(headSha);
    },
    mergePullRequest: async (number) => {
      const facts = await forge.readPullRequest(SHOP, pullRequestNumber(number));
      if (facts !== null) forge.setPullRequest(SHOP, { ...facts, state: "merged" });
    },
    testedCommit: async () => Promise.resolve(nextCommit()),
    author: "whoPushedLast",
    conclude: async (run, verdict) => {
      if (verdict === "success") forge.pass(run);
      else forge.fail(run);
      return Promise.resolve();
    },
    close: async () => forge.close(),
  });
}

async function plainGitWorld(
  { ci }: { readonly ci: boolean },
  options: Partial<PlainGitForgeOptions> = {},
): Promise<ForgeWorld> {
  const tests = ci ? {} : { testCommand: null };
  const world = await PlainGitWorld.create(SHOP, { parallelRuns: 2, ...tests, ...options });
  const { forge, origin } = world;
  return {
    forge,
    pushToBranch: async (branch) =>
      origin.commit({ parents: [await world.tip("main")], refs: [`refs/heads/${branch}`] }),
    removeBranch: async (branch) => origin.setRef(`refs/heads/${branch}`, null),
    pushToPullRequest: async (number, title, author) =>
      origin.commit({
        parents: [await world.tip("main")],
        message: `${title}\n\nWhy.\n`,
        author: `${author} <someone@example.com>`,
        refs: [`refs/pull/${number}/head`],
      }),
    mergePullRequest: async (number) => {
      const head = await origin.ref(`refs/pull/${number}/head`);
      if (head === null) throw new Error(`there is no pull request ${number}`);
      const message = `Merge pull request #${number}\n`;
      await origin.commit({ parents: [await world.tip("main"), head], message, refs: ["refs/heads/main"] });
    },
    testedCommit: async () => world.tip("main"),
    author: "whoPushedLast",
    conclude: async (run, verdict) => world.conclude(run, verdict),
    close: async () => world.close(),
  };
}

async function sharedPlainGitWorld(options: { readonly ci: boolean }): Promise<ForgeWorld> {
  const database = await migratedDatabase();
  const replica = await sharedReplica(database.url, POLL_MS);
  const world = await plainGitWorld(options, { board: replica.newBoard() });
  return {
    ...world,
    close: async () => {
      await world.close();
      await replica.stop();
      await replica.store.close();
      await database.drop();
    },
  };
}

async function gitHubWorld({ ci }: { readonly ci: boolean }): Promise<ForgeWorld> {
  const world = await GitHubForgeWorld.open();
  const { github, forge } = world;
  if (ci) github.protect("main", { checks: ["tests"] });
  return {
    forge,
    pushToBranch: async (branch) => github.pushToBranch(branch),
    removeBranch: async (branch) => github.setBranch(branch, null),
    pushToPullRequest: async (number, title, author) => world.pushToPullRequest(number, title, author),
    mergePullRequest: async (number) => github.mergePullRequest(number),
    testedCommit: async (run) => world.testedCommit(run),
    author: "whoOpenedIt",
    conclude: async (run, verdict) => {
      world.conclude(run, "tests", verdict);
      return Promise.resolve();
    },
    close: async () => world[Symbol.asyncDispose](),
  };
}

describe("the fake forge", () => forgeContract(fakeWorld));
describe("the plain-git forge", () => forgeContract(async (options) => plainGitWorld(options)));
describe("the GitHub forge", () => forgeContract(gitHubWorld));
describe("the plain-git forge of a replica", () => testRunContract(sharedPlainGitWorld));
