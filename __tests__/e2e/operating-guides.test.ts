/** The guides of docs/how-to/operating.md: an upgrade, and an empty machine after a disaster, with pull requests in flight. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect } from "@jest/globals";
import { MergeQueueClient } from "../../src/client/client.js";
import { GitRepository } from "../support/git-repository.js";
import { itIfThere } from "../support/if-there.js";
import { freePort } from "../support/serve-process.js";
import { shellBlocks } from "../support/shell-blocks.js";
import { itInAll } from "../support/sized-tests.js";
import { StandInMachine } from "../support/stand-in-machine.js";

const GUIDE = "docs/how-to/operating.md";
const TIMEOUT_MS = 120_000;
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 50;

const PROGRAMS = ["curl", "bash"];

const queue = {
  repo: { host: "git.example.com", owner: "acme", name: "shop" },
  targetBranch: "main",
};

let repository: GitRepository;
let machine: StandInMachine;
let client: MergeQueueClient;

beforeEach(async () => {
  repository = await GitRepository.create();
  await repository.commits([
    { files: { "a.txt": "1" }, message: "Base", refs: ["refs/heads/main"] },
    { parents: [0], files: { "one.txt": "1" }, message: "Change one", refs: ["refs/pull/1/head"] },
    { parents: [0], files: { "two.txt": "2" }, message: "Change two", refs: ["refs/pull/2/head"] },
  ]);
  machine = new StandInMachine(
    await freePort(),
    [
      `repositories: { git.example.com/acme/shop: ${repository.folder} }`,
      // A test lasts until its pull request's verdict is there.
      `testCommand: until test -e '${repository.folder}/verdicts/'"$MERGE_QUEUE_PULL_REQUESTS"; do sleep 0.05; done`,
      "pollInterval: 200ms",
      "logLevel: warn",
    ].join("\n"),
  );
  mkdirSync(join(repository.folder, "verdicts"));
  client = new MergeQueueClient({
    apiUrl: machine.apiUrl,
    credential: { kind: "token", token: machine.token },
    userAgent: "merge-queue/test",
  });
  machine.run("systemctl start merge-queue");
  await until("it serves", () => machine.log.includes("merge-queue serves"));
  await client.createQueue({ ...queue, concurrency: 2 });
  for (const number of [1, 2]) await client.submitPullRequest({ ...queue, pr: { number } });
  await until("both are tested", async () => (await testBranches()).length === 2);
});

afterEach(async () => {
  machine.remove();
  await repository.remove();
});

describe("the guide to upgrades", () => {
  itIfThere(
    PROGRAMS,
    "carries what is in the queue over to the new version",
    async () => {
      for (const block of shellBlocks(GUIDE, "## Upgrading")) machine.run(block);
      pass(1, 2);
      for (const number of [1, 2])
        await until(`#${number} is known to have landed`, async () => (await stateOf(number)) === "MERGED");
      expect(await landed()).toEqual(["Change one (#1)", "Change two (#2)"]);
      await until("no test branch is left", async () => (await testBranches()).length === 0);
    },
    TIMEOUT_MS,
    itInAll,
  );
});

describe("the guide to disasters", () => {
  itIfThere(
    PROGRAMS,
    "goes on from an older backup with what the branch tells",
    async () => {
      for (const block of shellBlocks(GUIDE, "## Backing up")) machine.run(block);
      pass(1);
      await until("the first has landed", async () => (await landed()).length === 1);
      machine.loseEverything();

      for (const block of shellBlocks(GUIDE, "## When the machine is lost")) machine.run(block);
      await until("the landed one is known to have landed", async () => (await stateOf(1)) === "MERGED");
      pass(2);
      await until("the other one has landed", async () => (await stateOf(2)) === "MERGED");
      expect(await landed()).toEqual(["Change one (#1)", "Change two (#2)"]);
    },
    TIMEOUT_MS,
    itInAll,
  );
});

function pass(...numbers: readonly number[]): void {
  for (const number of numbers) writeFileSync(join(repository.folder, "verdicts", String(number)), "");
}

async function stateOf(number: number): Promise<string | undefined> {
  return (await client.getSubmittedPullRequest({ ...queue, pr: { number } })).value.state;
}

/** Changes that are in the branch, the oldest first; one that landed twice is there twice. */
async function landed(): Promise<readonly string[]> {
  const subjects = await repository.git("log", "--reverse", "--format=%s", "--no-merges", "main");
  return subjects.split("\n").filter((subject) => subject.startsWith("Change "));
}

async function testBranches(): Promise<readonly string[]> {
  return (await repository.refs()).filter((ref) => ref.startsWith("refs/heads/mq-merge/"));
}

async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  const givenUpAt = Date.now() + PATIENCE_MS;
  while (!(await look())) {
    if (Date.now() > givenUpAt) {
      throw new Error(`it did not come about in ${PATIENCE_MS} ms that ${what}: ${machine.log.slice(-1500)}`);
    }
    await pause(LOOK_EVERY_MS);
  }
}
