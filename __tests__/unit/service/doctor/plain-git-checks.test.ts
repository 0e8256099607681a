/** What the doctor finds of a plain git repository and the queues of its branches. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../../../src/domain/queue-settings.js";
import { plainGitChecks } from "../../../../src/service/doctor/plain-git-checks.js";
import { settingsHeld } from "../../../../src/service/doctor/settings-held.js";
import { targetBranches } from "../../../../src/service/doctor/target-branches.js";
import { examineConfig } from "../../../../src/service/settings/config.js";
import { GitRepository } from "../../../support/git-repository.js";
import { aStoredQueue } from "../../../support/stored-queue.js";

let repository: GitRepository;
beforeAll(async () => {
  repository = await GitRepository.create();
  await repository.commit({ files: { "a.txt": "1" }, refs: ["refs/heads/main"] });
});
afterAll(() => repository.remove());

async function found(settings: Partial<QueueSettings>): Promise<readonly string[]> {
  const environment = {
    MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${repository.folder}`,
    MERGE_QUEUE_TEST_COMMAND: "true",
  };
  const name = {
    repository: { host: "git.example.com", owner: "acme", name: "shop" },
    targetBranch: "main",
  };
  const queue = aStoredQueue({ settings: { ...DEFAULT_QUEUE_SETTINGS, ...settings } });
  const targets = targetBranches(
    async () => Promise.resolve([{ name, queue, version: 0, wakeAt: null }]),
    [],
  );
  const checks = plainGitChecks(settingsHeld(examineConfig({ flags: {}, environment })), targets);
  const all = await Promise.all(checks.map(async (check) => check.look()));
  return all.flat().map(({ level, says, next }) => `${level} ${says} -> ${next ?? "nothing"}`);
}

it("warns of a stored landWithoutRetest, which has no effect without checks on heads, and names its remedy", async () => {
  expect(await found({ directMergeMode: "always" })).toEqual([
    "ok git can read it: 1 branch(es) -> nothing",
    "ok the branch main exists -> nothing",
    "warning queue main: landWithoutRetest is always, which has no effect: plain git runs no checks on the head of a pull request, so each one is tested -> `merge-queue update-queue --branch main --set landWithoutRetest=off`",
    "ok a test command is set -> nothing",
  ]);
});

it("reports only the branch of a queue without it", async () => {
  expect(await found({})).toEqual([
    "ok git can read it: 1 branch(es) -> nothing",
    "ok the branch main exists -> nothing",
    "ok a test command is set -> nothing",
  ]);
});
