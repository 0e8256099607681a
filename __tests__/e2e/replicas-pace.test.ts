/**
 * Two replicas, each a process, on one Postgres and the counterpart of GitHub: together they stay below GitHub's limit on
 * new content. One is frozen while the other works, so that each has created content of its own.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "@jest/globals";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { onPostgres } from "../support/postgres-server.js";
import { REPOSITORY, type Replica, Replicas } from "../support/replicas.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const ON_MAIN = { repo: REPOSITORY, targetBranch: "main" };
/** Of 80 a minute: a comment and a check for each of two pull requests. */
const LEFT = 4;
const REFUSED = /was not sent: the service may create content again in \d+ s/;

let github: GitHub;
let replicas: Replicas;

beforeEach(async () => {
  github = await openGitHub();
  github.protect("main", { checks: ["build"] });
  replicas = await Replicas.start(0);
  const settings = {
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
    MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
    MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
    // A replica that polls could be frozen in a transaction that the other waits for.
    MERGE_QUEUE_POLL_INTERVAL: "1h",
    MERGE_QUEUE_TEST_COMMAND: undefined,
  };
  for (const name of ["first", "second"]) await replicas.add(name, 0, settings);
});
afterEach(async () => {
  await replicas.close();
  await github.close();
});

/** Of the last minute, by the database's clock, as if other replicas had created so much. */
async function takeTurns(count: number): Promise<void> {
  const now = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
  await onPostgres(
    replicas.database.url,
    `insert into turns (what, next_at) select 'content github.com/acme ' || number, ${now} from generate_series(0, ${count - 1}) number`,
  );
}

async function created(): Promise<number> {
  const comments = [...github.world.pulls.keys()].map(
    async (number) => (await github.comments(number)).length,
  );
  const checks = github.world.checkRuns.filter(({ name }) => name === "Merge Queue").length;
  return (await Promise.all(comments)).reduce((sum, count) => sum + count, checks);
}

/** Only this replica is awake, and a pull request is submitted to it. */
async function submitTo(awake: Replica): Promise<void> {
  for (const { name, process } of replicas.all) process.kill(name === awake.name ? "SIGCONT" : "SIGSTOP");
  const { number, headSha } = await github.openPullRequest();
  github.reportCheck(headSha, "build", "success");
  await awake.client.submitPullRequest({ ...ON_MAIN, pr: { number } });
}

const logOf = async ({ name }: Replica) => readFile(join(replicas.folder, `${name}.log`), "utf8");

itInCi("count what the other has created, and wait for the same moment", async () => {
  await replicas.named("first").client.createQueue({ ...ON_MAIN, concurrency: 4 });
  await takeTurns(80 - LEFT);
  for (const [index, replica] of replicas.all.entries()) {
    await submitTo(replica);
    await until(async () => (await created()) === 2 * (index + 1), created);
  }
  for (const replica of replicas.all) {
    expect(await logOf(replica)).not.toMatch(REFUSED);
    await submitTo(replica);
    await until(
      async () => REFUSED.test(await logOf(replica)),
      async () => logOf(replica),
    );
  }
  expect(await created()).toBe(LEFT);
});
