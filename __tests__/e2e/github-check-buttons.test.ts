/** The whole service as an App on the counterpart: the buttons of its check, and what a failure shows. */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect } from "@jest/globals";
import type { MergeQueueClient } from "../../src/client/client.js";
import type { GitHub } from "../support/github/git-hub.js";
import { ServiceOnGitHub } from "../support/service-on-github.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const ON_MAIN = { repo: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" };
const SECRET = "a-webhook-secret-for-this-test";
const LOG =
  "2026-11-20T10:00:00.1234567Z expected 1 @ada, got 2\n2026-11-20T10:00:01.1Z ##[error]exit code 1\n";

let github: GitHub;
let service: ServiceOnGitHub;
let client: MergeQueueClient;
let logs: Server;

beforeEach(async () => {
  logs = createServer((_request, response) => response.end(LOG)).listen(0, "127.0.0.1");
  await once(logs, "listening");
  service = await ServiceOnGitHub.prepare({ webhookSecret: SECRET });
  ({ github } = service);
  github.protect("main", { checks: ["build"] });
  github.setPermission("ada", "write");
  client = await service.start({
    MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: SECRET,
    MERGE_QUEUE_POLL_INTERVAL: "1h",
  });
  github.webhooks.url = new URL("/github/webhooks", service.apiUrl).href;
  await client.createQueue(ON_MAIN);
});
afterEach(async () => {
  await service.close();
  logs.close();
});

itInCi('a click cancels, "Re-run" submits again, and a failure shows the end of its log', async () => {
  const { number, headSha } = await github.openPullRequest({ files: { "a.txt": "a\n" } });
  github.reportCheck(headSha, "build", "success");
  await client.submitPullRequest({ ...ON_MAIN, pr: { number } });
  const check = () => github.world.checkRuns.findLast(({ name }) => name === "Merge Queue");
  const stateOf = async () => {
    const { value } = await client.getSubmittedPullRequest({ ...ON_MAIN, pr: { number } });
    return value.state;
  };
  await until(() => check()?.status === "in_progress", check);
  expect(check()?.actions).toMatchObject([{ identifier: "cancel" }, { identifier: "retry" }]);
  expect(check()?.output["summary"]).toContain("Required checks:");
  github.clickOnCheck(check()?.id ?? 0, "cancel", "ada");
  await until(async () => (await stateOf()) === "CANCELLED", stateOf);
  await until(() => check()?.conclusion === "cancelled", check);
  github.clickOnCheck(check()?.id ?? 0, "rerun", "stranger");
  github.clickOnCheck(check()?.id ?? 0, "rerun", "ada");
  await until(async () => (await stateOf()) === "TESTING", stateOf);

  const address = logs.address();
  const port = typeof address === "object" ? address?.port : null;
  const failOnce = async (seen: ReadonlySet<string>) => {
    const branches = () =>
      github.world.git.refsBelow("refs/heads/mq-merge/").filter(([ref]) => !seen.has(ref));
    await until(() => branches().length > 0);
    const [branch] = branches();
    if (branch === undefined) throw new Error("there is nothing to test");
    const [ref, commit] = branch;
    const headBranch = ref.replace("refs/heads/", "");
    const run = github.workflowRun({ headSha: commit, headBranch });
    const { id } = github.reportJob(run, "build", null);
    github.world.jobLogs.set(id, `http://127.0.0.1:${port}/log`);
    github.reportJob(run, "build", "failure");
    github.changeWorkflowRun(run, "completed", "failure");
    return new Set([...seen, ref]);
  };
  await failOnce(await failOnce(new Set()));
  const bodies = async () => (await github.comments(number)).map(({ body }) => String(body));
  await until(
    async () => (await bodies()).some((body) => body.includes("Left without landing (yours)")),
    bodies,
  );
  const notice = (await bodies()).findLast((body) => body.includes("Left without landing"));
  expect(notice).toContain("<pre> expected 1 &#64;\u200bada, got 2\n Error: exit code 1</pre>");
  expect(notice).toMatch(/\[<code>build<\/code>\]\(.*\/actions\/runs\/\d+\/job\/\d+\)/);
  await until(() => check()?.conclusion === "failure", check);
  expect(check()?.output["summary"]).toMatch(/- \[<code>build<\/code>\]\(.*\): failed/);
  expect(check()?.actions).toMatchObject([{ label: "Retry", identifier: "merge" }]);
});
