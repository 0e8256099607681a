/** The service as it is configured for GitHub, on the counterpart: what it tests there is what lands there. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { NEEDED_PERMISSIONS } from "../../src/service/github/forge/access-needs.js";
import type { GitHub } from "../support/github/git-hub.js";
import { ServiceOnGitHub } from "../support/service-on-github.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const TEST_BRANCH = "refs/heads/mq-merge/";

let github: GitHub;
let service: ServiceOnGitHub;

beforeEach(async () => {
  // What the App is documented to need is enough.
  const permissions = Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));
  service = await ServiceOnGitHub.prepare({ permissions });
  ({ github } = service);
});
afterEach(() => service.close());

itInCi.each(["clone", "api"])("a pull request lands as it was tested, by an App (%s)", async (git) => {
  github.protect("main", { checks: ["build"] });
  const { number, headSha } = await github.openPullRequest({
    title: "Greet",
    files: { "hello.txt": "Hello\n" },
  });
  github.reportCheck(headSha, "build", "success");
  // The branch moves on, so that the two have to be merged.
  await github.pushToBranch("main", { "beside.txt": "beside\n" });
  const client = await service.start({ MERGE_QUEUE_GITHUB_GIT: git });
  await client.createQueue({ repo: SHOP, targetBranch: "main" });
  await client.submitPullRequest({ repo: SHOP, targetBranch: "main", pr: { number } });

  const testBranches = () => github.world.git.refsBelow(TEST_BRANCH);
  await until(() => testBranches().length === 1, testBranches);
  const [[, tested] = []] = testBranches();
  if (tested === undefined) throw new Error("there was a test branch a moment ago");
  github.reportCheck(tested, "build", "success");

  await until(
    () => github.tip("main") === tested,
    () => github.calls.slice(-5),
  );
  await until(() => testBranches().length === 0, testBranches);
  if (git === "api") {
    expect(await readdir(service.folder)).not.toContain("repositories");
    expect(github.calls.filter(({ route }) => route.startsWith("git "))).toEqual([]);
    return;
  }
  const clone = await readFile(join(service.folder, "repositories/github.com/acme/shop.git/config"), "utf8");
  expect(clone).not.toMatch(/authorization|github_pat|ghs_/i);
});
