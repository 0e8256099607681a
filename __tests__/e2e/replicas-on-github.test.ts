/** Replicas on GitHub's counterpart, of which one has a revoked token: the whole one does the work of both. */
import { afterAll, beforeAll, expect, jest } from "@jest/globals";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub, SERVICE_TOKEN } from "../support/github/open-git-hub.js";
import { REPOSITORY, type Replica, Replicas } from "../support/replicas.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const PATIENCE_MS = 60_000;
const TEST_BRANCHES = "refs/heads/mq-merge/";

jest.setTimeout(2 * PATIENCE_MS);

let github: GitHub;
let replicas: Replicas;
let whole: Replica;
beforeAll(async () => {
  github = await openGitHub({ webhookSecret: "a-secret-that-both-sides-know" });
  github.protect("main", { checks: ["tests"] });
  github.setPermission("ada", "write");
  replicas = await Replicas.start(0, {
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: github.webhooks.secret,
    MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
  });
  const add = async (name: string, token: string) =>
    replicas.add(name, 0, { MERGE_QUEUE_TEST_COMMAND: undefined, MERGE_QUEUE_GITHUB_TOKEN: token });
  whole = await add("whole", SERVICE_TOKEN);
  await whole.client.createQueue({ repo: REPOSITORY, targetBranch: "main" });
  const revoked = await add("revoked", "ghp_revoked");
  // It gets all webhooks, so that it is the first to know of each command.
  github.webhooks.url = `${revoked.url}/github/webhooks`;
});
afterAll(async () => {
  await replicas.close();
  await github.close();
});

/** null: it was not submitted. */
async function stateOf(number: number): Promise<string | null> {
  return replicas.state(whole, number).catch(() => null);
}

async function untilState(number: number, state: string): Promise<void> {
  await until(
    async () => (await stateOf(number)) === state,
    async () => stateOf(number),
    PATIENCE_MS,
  );
}

async function landsByComment(file: string): Promise<number> {
  const { number, headSha } = await github.openPullRequest({ files: { [file]: `${file}\n` } });
  github.reportCheck(headSha, "tests", "success");
  await github.comment("ada", number, "/merge");
  await untilState(number, "TESTING");
  const tested = () => github.world.git.refsBelow(TEST_BRANCHES).at(-1)?.[1];
  await until(() => tested() !== undefined);
  github.reportCheck(tested() ?? headSha, "tests", "success");
  await untilState(number, "MERGED");
  return number;
}

itInCi("give up no command and no status because one of them has a revoked token", async () => {
  for (const file of ["a.txt", "b.txt"]) {
    const number = await landsByComment(file);
    const bodies = async () => (await github.comments(number)).map(({ body }) => String(body));
    const isShown = async () => (await bodies()).some((body) => body.includes("Merge Queue: Merged"));
    await until(isShown, bodies, PATIENCE_MS);
  }
  expect(github.world.reactions.map(({ content }) => content)).toEqual(["+1", "+1"]);
});
