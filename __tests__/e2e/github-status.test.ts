/** What people see of a whole service on GitHub's counterpart, with a draft pull request for each test branch. */
import { afterEach, beforeEach, expect } from "@jest/globals";
import type { GitHub } from "../support/github/git-hub.js";
import { ServiceOnGitHub } from "../support/service-on-github.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };

let github: GitHub;
let service: ServiceOnGitHub;

beforeEach(async () => {
  service = await ServiceOnGitHub.prepare();
  ({ github } = service);
});
afterEach(() => service.close());

itInCi("a pull request that lands has a draft for its tests, is told of, checked and closed", async () => {
  github.protect("main", { checks: ["build"] });
  const { number, headSha } = await github.openPullRequest({ files: { "hello.txt": "Hello\n" } });
  github.reportCheck(headSha, "build", "success");
  const client = await service.start();
  await client.createQueue({ repo: SHOP, targetBranch: "main" });
  const byDefault = await client.getQueue({ repo: SHOP, targetBranch: "main" });
  expect(byDefault.value).toMatchObject({ testBranchTrigger: "push", createPrsForTestingBranches: false });
  const drafting = await client.updateQueue({
    ...{ repo: SHOP, targetBranch: "main" },
    ...{ testBranchTrigger: "draft", skippedChecks: { docs: "pass" } },
  });
  expect(drafting.value).toMatchObject({
    ...{ testBranchTrigger: "draft", createPrsForTestingBranches: true },
    skippedChecks: { docs: "pass" },
  });
  await client.submitPullRequest({ repo: SHOP, targetBranch: "main", pr: { number } });

  const drafts = () =>
    [...github.world.pulls.values()].filter(({ headRef }) => headRef.startsWith("mq-merge/"));
  await until(() => drafts().length === 1, drafts);
  const [draft] = drafts();
  if (draft === undefined) throw new Error("there was a draft a moment ago");
  const title = `Merge Queue: test of pull request ${number} for main`;
  expect(draft).toMatchObject({ draft: true, base: "main", title });
  const test = { repo: SHOP, targetBranch: "main", pr: { number: draft.number } };
  await expect(client.submitPullRequest(test)).rejects.toThrow(`${draft.number}`);
  github.reportCheck(draft.headSha, "build", "success");
  await until(
    () => github.pull(number).state === "closed",
    () => github.calls.slice(-5),
  );
  const check = () => github.world.checkRuns.find(({ name }) => name === "Merge Queue");
  await until(() => check()?.conclusion === "success", check);
  const comments = async () => (await github.comments(number)).map(({ body }) => String(body).split("\n")[1]);
  const isMerged = (said: readonly unknown[]) => said.join() === "### Merge Queue: Merged";
  await until(async () => isMerged(await comments()), comments);
  // Its head is on the branch now: GitHub would show an open draft as merged.
  expect(github.pull(draft.number)).toMatchObject({ state: "closed", merged: null });
  const left = () => github.world.git.refsBelow("refs/heads/mq-merge/");
  await until(() => left().length === 0, left);
});
