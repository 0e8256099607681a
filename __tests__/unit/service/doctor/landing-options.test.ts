/** What the doctor finds of merges by GitHub, and of pull requests that shall show as merged. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import {
  DEFAULT_QUEUE_SETTINGS,
  type LandingWay,
  type QueueSettings,
} from "../../../../src/domain/queue-settings.js";
import { landingOptionsCheck } from "../../../../src/service/doctor/github/landing-options.js";
import { Questions } from "../../../../src/service/doctor/github/questions.js";
import { SERVICE_LOGIN, SERVICE_TOKEN } from "../../../support/github/open-git-hub.js";
import { ACME_SHOP, GitHubForgeWorld } from "../../../support/github-forge-world.js";
import { aStoredQueue } from "../../../support/stored-queue.js";

let world: GitHubForgeWorld;
beforeEach(async () => {
  world = await GitHubForgeWorld.open();
});
afterEach(async () => world[Symbol.asyncDispose]());

async function said(
  landing: LandingWay,
  settings: Partial<QueueSettings> = {},
  mergesInBackground = true,
): Promise<readonly string[]> {
  const name = { repository: ACME_SHOP, targetBranch: "main" };
  const stored = aStoredQueue({ settings: { ...DEFAULT_QUEUE_SETTINGS, ...settings } });
  const queue = { name, queue: stored, version: 0, wakeAt: null };
  const questions = new Questions({ kind: "token", token: SERVICE_TOKEN }, world.calls);
  const targets = async () => Promise.resolve([{ name: "main", queue }]);
  const check = landingOptionsCheck({ questions, targets, landing, mergesInBackground }, ACME_SHOP);
  return (await check.look()).map(({ level, says }) => `${level} ${says}`);
}

it("has nothing to say of a plain push", async () => {
  world.github.ruleset({ rules: [{ type: "update" }], bypass: [SERVICE_LOGIN] });
  expect(await said("push")).toEqual([]);
});

it("demands the bypass mode exempt where GitHub merges in the background, and only there", async () => {
  const rules = [{ type: "update" }];
  world.github.ruleset({ name: "closed", rules, bypassModes: { [SERVICE_LOGIN]: "always" } });
  expect(await said("merge")).toEqual([
    expect.stringMatching(
      /^problem branch main: the service may bypass the ruleset "closed", but not with the mode/,
    ),
  ]);
  expect(await said("merge", {}, false)).toEqual([]);
  world.github.world.rulesets.splice(0);
  world.github.ruleset({ rules, bypassModes: { [SERVICE_LOGIN]: "exempt" } });
  expect(await said("merge")).toEqual([]);
});

it("warns of rules that refuse a landing without a test run, where the service pushes", async () => {
  const settings = { directMergeMode: "always" } as const;
  expect(await said("push", settings)).toEqual([]);
  const parameters = { required_status_checks: [{ context: "tests" }] };
  const rules = [{ type: "required_status_checks", parameters }];
  world.github.ruleset({ name: "free", rules, bypass: [SERVICE_LOGIN] });
  expect(await said("push", settings)).toEqual([]);
  world.github.ruleset({ name: "strict", rules });
  world.github.protect("main", { checks: ["tests"] });
  expect(await said("push", settings)).toEqual([
    expect.stringMatching(
      /^warning branch main: landWithoutRetest is on, but the ruleset "strict" requires checks, and the service may not bypass it, so GitHub refuses/,
    ),
    expect.stringMatching(
      /^warning branch main: landWithoutRetest is on, but branch protection requires checks, which an App may not bypass/,
    ),
  ]);
  expect([await said("push"), await said("merge", settings)]).toEqual([[], []]);
});

it("names what a head push costs, and the rules that cost approvals or prevent it", async () => {
  expect(await said("push", { showAsMerged: "head-push" })).toEqual([
    expect.stringMatching(/^ok branch main: the head of each pull request is pushed before it lands/),
  ]);
  const parameters = { dismiss_stale_reviews_on_push: true };
  world.github.ruleset({ rules: [{ type: "pull_request", parameters }] });
  world.github.ruleset({ include: ["~ALL"], rules: [{ type: "non_fast_forward" }] });
  expect((await said("push", { showAsMerged: "head-push" })).slice(1)).toEqual([
    expect.stringMatching(/^warning branch main: a ruleset takes approvals away after a push/),
    expect.stringMatching(/^warning branch main: a ruleset applies to all branches \(non_fast_forward\)/),
  ]);
});

it("reports where a head push has no effect", async () => {
  expect(await said("merge", { showAsMerged: "head-push" })).toEqual([
    "ok branch main: showAsMerged has no effect, because GitHub merges",
  ]);
});
