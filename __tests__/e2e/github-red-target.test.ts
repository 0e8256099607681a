/** On GitHub's counterpart: the target branch is tested on a test branch at its own commit, and repaired by a push. */
import { afterEach, beforeEach, expect } from "@jest/globals";
import type { MergeQueueClient } from "../../src/client/client.js";
import type { GitHub } from "../support/github/git-hub.js";
import { ServiceOnGitHub } from "../support/service-on-github.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const MAIN = { repo: SHOP, targetBranch: "main" };
const TEST_BRANCH = "refs/heads/mq-merge/";

let github: GitHub;
let service: ServiceOnGitHub;

beforeEach(async () => {
  service = await ServiceOnGitHub.prepare();
  ({ github } = service);
});
afterEach(() => service.close());

/** CI reports on each new test branch what the branch deserves. */
function ci(isBroken: (commit: string) => boolean) {
  const reported = new Set<string>();
  const tips: string[] = [];
  const report = (): void => {
    for (const [ref, commit] of github.world.git.refsBelow(TEST_BRANCH)) {
      if (reported.has(ref)) continue;
      reported.add(ref);
      if (ref.startsWith(`${TEST_BRANCH}tip/main/`)) tips.push(commit);
      github.reportCheck(commit, "build", isBroken(commit) ? "failure" : "success");
    }
  };
  return { report, tips };
}

async function queueOf(client: MergeQueueClient) {
  return (await client.getQueue(MAIN)).value;
}

itInCi("pauses with the cause, brings the evicted back, and lands all after the repair", async () => {
  github.protect("main", { checks: ["build"] });
  const numbers: number[] = [];
  for (const title of ["One", "Two", "Three"]) {
    const { number, headSha } = await github.openPullRequest({ title, files: { [title]: "changed\n" } });
    github.reportCheck(headSha, "build", "success");
    numbers.push(number);
  }
  const red = github.tip("main") ?? "";
  let isRed = true;
  const { report, tips } = ci(() => isRed);
  const client = await service.start();
  await client.createQueue(MAIN);
  for (const number of numbers) await client.submitPullRequest({ ...MAIN, pr: { number } });
  let reason = "";
  /** The state, and how many pull requests are in the queue. */
  const look = async (): Promise<string> => {
    report();
    const queue = await queueOf(client);
    reason = queue.stateReason ?? "";
    return `${queue.state} ${queue.enqueuedPullRequests?.length ?? 0}`;
  };
  const reaches = async (wanted: string): Promise<void> => {
    for (let round = 0; ; round++) {
      const now = await look();
      if (now === wanted) return;
      if (round > 1500) throw new Error(`it is ${now}, not ${wanted}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await reaches("PAUSED 3");
  expect(tips).toEqual([red]);
  expect(reason).toContain(`\`main\` itself fails \`build\` since ${red.slice(0, 8)}.`);

  isRed = false;
  await github.pushToBranch("main", { "repair.txt": "repaired\n" });
  await reaches("RUNNING 0");
  expect(tips).toHaveLength(2);
  await until(
    () => github.world.git.refsBelow(TEST_BRANCH).length === 0,
    () => github.calls.slice(-5),
  );
});
