/** A landing and a direct push on a real service and a real repository, by `merge-queue verify` and by the landings page. */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { callCommand } from "../support/command-line.js";
import { ServiceOnRepository } from "../support/service-on-repository.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const TOKEN = "mq_the-token-of-a-verified-service";
const MAIN = { repo: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" };
const REF = "refs/heads/main";

let service: ServiceOnRepository;

beforeAll(async () => {
  service = await ServiceOnRepository.start({
    token: TOKEN,
    files: { "README.md": "Shop\n" },
    names: ["github.com/acme/shop"],
    settings: () => ({ MERGE_QUEUE_TEST_COMMAND: "true", MERGE_QUEUE_POLL_INTERVAL: "300ms" }),
  });
});
afterAll(async () => service.stop());

itInCi("names a direct push by its author, and nothing before it", async () => {
  const { repository, client, base } = service;
  const pull = { parents: [base], files: { "a.txt": "a" }, message: "Change", refs: ["refs/pull/1/head"] };
  await repository.commit(pull);
  await client.createQueue(MAIN);
  const one = { ...MAIN, pr: { number: 1 } };
  await client.submitPullRequest(one);
  const state = async () => (await client.getSubmittedPullRequest(one)).value.state;
  await until(async () => (await state()) === "MERGED", state);
  const environment = {
    PATH: process.env["PATH"] ?? "",
    MERGE_QUEUE_API_URL: service.process.apiUrl,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_REPOSITORY: "acme/shop",
  };
  const verify = async () =>
    callCommand(["verify", "main", "--checkout", repository.folder], { environment });
  expect(await verify()).toMatchObject({
    exitCode: 0,
    stdout: `The only commit of main since ${base.slice(0, 12)} was landed by the queue as tested.\n`,
  });

  const landed = await repository.ref(REF);
  if (landed === null) throw new Error("the branch is gone");
  const author = "Mona Lisa <mona@example.com>";
  const hotfix = { parents: [landed], files: { "x.txt": "x" }, message: "Hotfix", author };
  const pushed = await repository.commit({ ...hotfix, refs: [REF] });
  const run = await verify();
  expect(run.exitCode).toBe(1);
  expect(run.stdout).toMatch(
    new RegExp(
      `${pushed.slice(0, 12)} \\S+ pushed outside the queue by Mona Lisa, committed by .*: Hotfix\n$`,
    ),
  );

  const address = new URL("/github.com/acme/shop/landings.json?branch=main", service.process.apiUrl);
  const page = async (): Promise<unknown> =>
    (await fetch(address, { headers: { "x-api-token": TOKEN } })).json();
  await until(async () => JSON.stringify(await page()).includes(pushed), page);
  const stranger = { commit: pushed, how: "pushedOutside", author: "Mona Lisa", subject: "Hotfix" };
  expect(await page()).toMatchObject({
    ...{ commits: "read", commitsCompared: 2 },
    moves: [
      { kind: "outside", end: "listed", from: landed, to: pushed, strangers: [stranger] },
      { kind: "landing", pullRequests: [1], strangers: [] },
    ],
  });
});
