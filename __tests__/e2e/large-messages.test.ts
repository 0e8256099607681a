/** Commit messages of many megabytes, on the real service: the pull request that has one holds up no other. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import type { CommitId } from "../../src/domain/ids.js";
import { ServiceOnRepository } from "../support/service-on-repository.js";
import { until } from "../support/until.js";

jest.setTimeout(120_000);

const MEGABYTE = 1_000_000;
const QUEUE = {
  repo: { host: "forge.test", owner: "acme", name: "shop" },
  targetBranch: "main",
};

let service: ServiceOnRepository;
beforeEach(async () => {
  service = await ServiceOnRepository.start({
    token: "mq_token-for-large-messages",
    files: { "README.md": "Shop\n" },
    names: ["forge.test/acme/shop"],
    settings: (folder) => ({
      MERGE_QUEUE_TEST_COMMAND: `until test -e "${folder}/go"; do sleep 0.1; done`,
      MERGE_QUEUE_POLL_INTERVAL: "1s",
    }),
  });
  await service.client.createQueue(QUEUE);
  await service.client.updateQueue({ ...QUEUE, mode: "parallel", concurrency: 20 });
});
afterEach(async () => service.stop());

async function letTestsPass(): Promise<void> {
  await writeFile(join(service.folder, "go"), "");
}

async function push(number: number, megabytes = 0): Promise<CommitId> {
  const filler = `${"lorem ipsum ".repeat(80)}\n`;
  const body = filler.repeat(Math.ceil((megabytes * MEGABYTE) / filler.length));
  return service.repository.commit({
    parents: [service.base],
    files: { [`change-${number}.txt`]: "changed\n" },
    message: `Change ${number}\n\n${body}`,
    refs: [`refs/pull/${number}/head`],
  });
}

/** Each in a lane of its own. */
async function submit(number: number, sha: CommitId): Promise<void> {
  const pr = { number };
  await service.client.submitPullRequest({ ...QUEUE, pr });
  await service.client.setImpactedTargets({ ...QUEUE, pr: { number, sha }, impactedTargets: [`t${number}`] });
}

async function read(number: number) {
  return (await service.client.getSubmittedPullRequest({ ...QUEUE, pr: { number } })).value;
}

async function expectState(number: number, state: string): Promise<void> {
  await until(
    async () => (await read(number)).state === state,
    async () => read(number),
  );
}

it("of 70 MB, force-pushed to a pull request under test, ends that one by name, and the others land", async () => {
  for (const number of [1, 2, 3]) await submit(number, await push(number));
  for (const number of [1, 2, 3]) await expectState(number, "TESTING");
  const head = await push(1, 70);
  await letTestsPass();
  await expectState(2, "MERGED");
  await expectState(3, "MERGED");
  await expectState(1, "FAILED");
  expect((await read(1)).stateReasonText).toContain(`commit ${head}`);
});

it("of 10 MB on seven pull requests are refused by name, and nobody else waits for them", async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const sha = await push(number, 10);
    await expect(submit(number, sha)).rejects.toThrow(`commit ${sha} has a message of 10`);
  }
  await submit(8, await push(8));
  await letTestsPass();
  await expectState(8, "MERGED");
});
