/**
 * Landing by push on a protected branch of GitHub: a refusal is reported with a text and a code, and ends the attempts;
 * an unapproved change does not land, although the service may bypass the rule.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Forge } from "../../../../../src/service/ports/forge.js";
import { SERVICE_LOGIN } from "../../../../support/github/open-git-hub.js";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";
import { rowsBySize } from "../../../../support/test-size.js";

let world: GitHubLandingWorld;
afterEach(async () => world[Symbol.asyncDispose]());

const UNMET = "GITHUB_API_BRANCH_PROTECTION_UNMET";

itInCi("fails with GitHub's own words where changes have to be made through a pull request", async () => {
  world = await GitHubLandingWorld.open();
  const { number } = await world.github.openPullRequest();
  const tip = world.github.tip("main");
  world.github.ruleset({ rules: [{ type: "pull_request", parameters: {} }] });
  await world.submit(number);
  await world.pass(number);
  const { ended, reason } = await world.ended(number);
  expect([ended, reason?.code]).toEqual(["failed", UNMET]);
  expect(reason?.sentence).toMatch(/refused by .* rules: Changes must be made through a pull request\. /);
  expect(world.github.tip("main")).toBe(tip);
  expect(refusals(world)).toBe(1);
});

itInAll("waits for a check that is still to come, and lands then", async () => {
  world = await GitHubLandingWorld.open();
  const { number } = await world.github.openPullRequest();
  world.github.ruleset({ rules: [requiring("tests"), requiring("licences")] });
  world.github.reportCheck(world.github.pull(number).headSha, "tests", "success");
  world.github.reportCheck(world.github.pull(number).headSha, "licences", "success");
  await world.submit(number);
  const tested = await world.pass(number);
  await world.until(async () => Promise.resolve(refusals(world) > 1));
  world.github.reportCheck(tested, "licences", "success");
  expect(await world.ended(number)).toMatchObject({ ended: "merged" });
  expect(world.github.tip("main")).toBe(tested);
});

it("says that the rules forbid the test branch itself", async () => {
  world = await GitHubLandingWorld.open();
  const { number } = await world.github.openPullRequest();
  world.github.ruleset({ include: ["refs/heads/mq-merge/**/*"], rules: [{ type: "update" }] });
  await world.submit(number);
  expect((await world.ended(number)).reason).toMatchObject({
    code: "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH",
    sentence: expect.stringContaining("Cannot update this protected ref."),
  });
});

describe("under the protection that docs/how-to/github-app.md recommends", () => {
  /** How often the service has read the pull request by now. */
  let reads: number;

  /** Reviewed pull requests and a passed check, and the service on the bypass list. */
  async function openProtected(
    alter: (forge: Forge) => Forge = (forge) => forge,
    shown: "blocked" | "clean" = "blocked",
  ): Promise<number> {
    reads = 0;
    const counting = (forge: Forge) => countingReads(alter(forge));
    world = await GitHubLandingWorld.open({ requiredStatuses: [] }, { alter: counting });
    const { github } = world;
    github.world.bypassersSee = shown;
    github.setPermission("bob", "write");
    const parameters = { required_approving_review_count: 1, required_review_thread_resolution: true };
    const rules = [{ type: "pull_request", parameters }, requiring("tests")];
    github.ruleset({ rules, bypass: [SERVICE_LOGIN] });
    return (await github.openPullRequest({ author: "ada" })).number;
  }

  function countingReads(forge: Forge): Forge {
    const readPullRequest: Forge["readPullRequest"] = async (...asked) => {
      const facts = await forge.readPullRequest(...asked);
      reads += 1;
      return facts;
    };
    return { ...forge, readPullRequest };
  }

  const SIGHTS = ["blocked", "clean"] as const;

  itInAll.each(SIGHTS)("lands what is approved, where GitHub shows the service %s", async (shown) => {
    const number = await openProtected(undefined, shown);
    world.github.review(number, "bob", "APPROVED");
    await world.submit(number);
    const tested = await world.pass(number);
    expect(await world.ended(number)).toMatchObject({ ended: "merged" });
    expect(world.github.tip("main")).toBe(tested);
  });

  itInAll.each(SIGHTS)("waits for the approval by name, where GitHub shows the service %s", async (shown) => {
    const number = await openProtected(undefined, shown);
    await world.submit(number);
    expect(await entry(number)).toMatchObject({
      state: "notReady",
      reason: { sentence: `#${number} was submitted. It is not ready: 0 of 1 approval.` },
    });
    world.github.openThread(number);
    await world.until(async () => (await sentence(number)).includes("thread"));
    expect(await sentence(number)).toBe(
      `#${number} is not ready: 0 of 1 approval; 1 unresolved review thread.`,
    );
    world.github.review(number, "bob", "APPROVED");
    world.github.reportCheck(world.github.pull(number).headSha, "tests", null);
    world.github.resolveThread(world.github.world.threads[0]?.id ?? 0);
    await world.until(async () => !(await sentence(number)).includes("approval"));
    expect(await sentence(number)).toContain("`tests` is running");
    world.github.reportCheck(world.github.pull(number).headSha, "tests", "success");
    const tested = await world.pass(number);
    expect(await world.ended(number)).toMatchObject({ ended: "merged" });
    expect(world.github.tip("main")).toBe(tested);
  });

  itInCi.each(
    rowsBySize<readonly [string, string, (number: number) => void]>([
      [
        "an approval is dismissed",
        "0 of 1 approval",
        (number: number) => world.github.dismissReview(number, "bob"),
      ],
      [
        "changes are requested",
        "changes are requested by `bob`",
        (number: number) => world.github.review(number, "bob", "CHANGES_REQUESTED"),
      ],
      [
        "a thread is opened",
        "1 unresolved review thread",
        (number: number) => world.github.openThread(number),
      ],
    ]),
  )("does not land where %s after it was admitted", async (_, words, change) => {
    const number = await openProtected(undefined, "clean");
    const tip = world.github.tip("main");
    world.github.review(number, "bob", "APPROVED");
    await world.submit(number);
    await world.tested(number);
    change(number);
    await world.pass(number);
    const { ended, reason } = await world.ended(number);
    expect([ended, reason]).toEqual([
      "failed",
      { code: UNMET, sentence: `#${number} no longer meets the rules of \`main\`: ${words}.` },
    ]);
    expect(world.github.tip("main")).toBe(tip);
  });

  itInAll("lands what has its approval back in time", async () => {
    const number = await openProtected();
    world.github.review(number, "bob", "APPROVED");
    await world.submit(number);
    await world.tested(number);
    world.github.dismissReview(number, "bob");
    await world.until(async () => Promise.resolve(true));
    world.github.review(number, "bob", "APPROVED");
    await world.pass(number);
    expect(await world.ended(number)).toMatchObject({ ended: "merged" });
  });

  itInAll("lands nothing while GitHub does not say whether it is approved", async () => {
    const number = await openProtected();
    const tip = world.github.tip("main");
    world.github.review(number, "bob", "APPROVED");
    await world.submit(number);
    await world.tested(number);
    const failing = { kind: "error", status: 502 } as const;
    world.github.faults.next("POST /graphql", failing, Number.POSITIVE_INFINITY);
    await world.pass(number);
    await world.until(async () => Promise.resolve(refusals(world) > 1));
    expect(world.github.tip("main")).toBe(tip);
    world.github.faults.stop();
    expect(await world.ended(number)).toMatchObject({ ended: "merged" });
  });

  /** Whether a pull request lands without an approval. If it is not admitted by its third reading, it never is. */
  async function landsUnapproved(number: number): Promise<boolean> {
    const tip = world.github.tip("main");
    await world.submit(number);
    const isTested = () => world.github.world.git.refsBelow(`refs/heads/mq-merge/pr-${number}/`).length > 0;
    const isRefused = async () => reads >= 3 && (await entry(number))?.state === "notReady";
    await world.until(async () => isTested() || isRefused());
    if (!isTested()) return false;
    await world.pass(number);
    await world.ended(number);
    return world.github.tip("main") !== tip;
  }

  itInCi.each(rowsBySize(SIGHTS))(
    "lands nothing that nobody has approved, where GitHub shows the service %s",
    async (shown) => {
      const number = await openProtected(undefined, shown);
      expect(await landsUnapproved(number)).toBe(false);
    },
  );

  itInCi.each(
    rowsBySize([
      ["takes its own bypass for approval is seen to land it", true, believingBypass],
      ["only asks when it lands does not land it", false, admittingAll],
      ["only asks when it admits does not land it", false, landingAll],
    ] as const),
  )("a planted bug that %s", async (_, isLanded, alter) => {
    const number = await openProtected(alter, "clean");
    expect(await landsUnapproved(number)).toBe(isLanded);
  });

  /** Readings of the given kinds see no rules. */
  function blind(forge: Forge, looks: readonly string[]): Forge {
    const readPullRequest: Forge["readPullRequest"] = async (...asked) => {
      const facts = await forge.readPullRequest(...asked);
      const [, , , look = "admission"] = asked;
      if (facts === null || !looks.includes(look)) return facts;
      const { unmetRules: _, ...rest } = facts;
      return { ...rest, mergeability: "mergeable" };
    };
    return { ...forge, readPullRequest };
  }

  function believingBypass(forge: Forge): Forge {
    return blind(forge, ["admission", "poll", "landing"]);
  }

  function admittingAll(forge: Forge): Forge {
    return blind(forge, ["admission", "poll"]);
  }

  function landingAll(forge: Forge): Forge {
    return blind(forge, ["landing"]);
  }

  async function entry(number: number) {
    return (await world.queue()).entries.find(({ facts }) => facts.number === number);
  }

  async function sentence(number: number): Promise<string> {
    return (await entry(number))?.reason?.sentence ?? "";
  }
});

function requiring(context: string) {
  return { type: "required_status_checks", parameters: { required_status_checks: [{ context }] } };
}

/** Failed attempts to land. */
function refusals({ warnings }: GitHubLandingWorld): number {
  return warnings.filter(({ effect }) => effect === "land").length;
}
