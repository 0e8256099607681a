/** A webhook event leads to one prompt refresh of its subject, and to nothing else. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import { PendingRefreshes } from "../../../../../src/service/github/intake/github-intake.js";
import { SILENT_LOG } from "../../../../../src/service/ports/log.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { namedCommit } from "../../../../support/fake-commits.js";
import {
  checkRun,
  onPullRequest,
  push,
  review,
  type SentEvent,
  status,
  suite,
} from "../../../../support/intake/github-events.js";
import { IntakeWorld, ON_MAIN } from "../../../../support/intake/intake-world.js";
import { manualClock } from "../../../../support/manual-clock.js";

const { repository } = ON_MAIN;
const SHA = namedCommit("somewhere");

describe("news", () => {
  let world: IntakeWorld;
  beforeEach(async () => {
    world = await IntakeWorld.create();
  });
  afterEach(() => world.close());

  const submitted = async (number: number) => {
    const facts = await world.forge.readPullRequest(repository, pullRequestNumber(number));
    if (facts === null) throw new Error(`#${number} is not open`);
    const command = { priority: 100, usedDefaultPriority: true, noBatch: false, targets: null };
    const event = {
      kind: "entrySubmitted",
      at: world.clock.now(),
      facts,
      ...command,
      earlierEntry: null,
    } as const;
    await world.loop.act(ON_MAIN, () => ({ event }));
  };
  const submit = async (number: number) => {
    await submitted(number);
    await world.expectPicture(`main <- #${number} running`);
  };

  it.each<readonly [string, Parameters<IntakeWorld["open"]>[1], SentEvent, string]>([
    ["pushed to", { headSha: namedCommit("newer") }, onPullRequest("synchronize", 1), "PR_PUSHED_TO"],
    ["closed", { state: "closed" }, onPullRequest("closed", 1), "PR_CLOSED"],
    ["made a draft", { draft: true }, onPullRequest("converted_to_draft", 1), "PR_CONVERTED_TO_DRAFT"],
    [
      "retargeted",
      { baseBranch: "next" },
      onPullRequest("edited", 1, { changes: { base: { ref: { from: "main" } } } }, { base: "next" }),
      "PR_BASE_BRANCH_CHANGED",
    ],
  ])("of a pull request that was %s are acted on at once", async (_what, part, event, code) => {
    await submit(1);
    world.open(1, part);
    expect(await world.send(event)).toBe(202);
    await world.expectPicture("main");
    expect((await world.concluded(1))?.reason).toMatchObject({ code });
  });

  it("say nothing that is believed: what holds is asked of GitHub", async () => {
    await submit(1);
    await world.send(onPullRequest("closed", 1, { pull_request: { state: "closed" } }));
    await world.send(onPullRequest("closed", 1));
    await world.settle();
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("that come late, doubled and in another order lead to where things stand", async () => {
    await submit(1);
    world.open(1, { title: "Another title" });
    const events = ["reopened", "closed", "edited", "closed", "synchronize", "reopened"];
    await Promise.all(events.map((action) => world.send(onPullRequest(action, 1), { id: action })));
    await world.waitUntil(async () => (await world.live(1))?.facts.title === "Another title");
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("of the target branch have it looked at", async () => {
    await submit(1);
    world.forge.setBranch(repository, "main", namedCommit("v2"));
    await world.send(push("refs/heads/main", namedCommit("v2")));
    await world.waitUntil(async () => (await world.store.load(ON_MAIN))?.queue.tip === namedCommit("v2"));
  });

  it("of reviews and of all checks on it make a pull request ready as soon as it is", async () => {
    world.open(1, { mergeability: "not_mergeable" });
    await submitted(1);
    await world.send(review(1));
    await world.settle();
    expect(await world.drawn()).toBe("main | not ready #1");
    world.open(1);
    await world.send(status(namedCommit("head 1"), "success"));
    await world.expectPicture("main <- #1 running");
  });

  it("of checks are told with their commit and branch, many of them once", async () => {
    const burst = [1, 2, 3, 4, 5].map(() => world.send(checkRun(SHA, "mq-merge/pr-1/x")));
    await Promise.all([...burst, world.send(checkRun(namedCommit("other"), null))]);
    await world.settle();
    expect(world.checked).toEqual([
      { headSha: SHA, branch: "mq-merge/pr-1/x" },
      { headSha: namedCommit("other"), branch: null },
    ]);
  });

  it.each([
    ["a status", status(SHA, "failure"), "x"],
    ["a suite", suite("check_suite", SHA), "feature"],
    ["a workflow run", suite("workflow_run", SHA), "feature"],
  ])("of %s are news of checks", async (_what, event, branch) => {
    await world.send(event);
    await world.settle();
    expect(world.checked).toEqual([{ headSha: SHA, branch }]);
  });

  it.each([
    ["a check that begins", checkRun(SHA, null, "created")],
    ["a status that is pending", status(SHA, "pending")],
    ["a commit that cannot be one", checkRun("HEAD", null)],
    ["a tag", push("refs/tags/v1", SHA)],
  ])("of %s are none", async (_what, event) => {
    expect(await world.send(event)).toBe(202);
    await world.settle();
    expect(world.checked).toEqual([]);
  });
});

describe("looks that wait", () => {
  const look = (number: number) =>
    ({ kind: "pullRequest", name: ON_MAIN, pullRequest: pullRequestNumber(number) }) as const;

  it("are no more than there is room for: of a delivery all or none", async () => {
    const clock = manualClock();
    const looked: number[] = [];
    const looks = new PendingRefreshes({
      ...{ clock, log: SILENT_LOG, most: 3 },
      refresh: async (made) => {
        if (made.kind === "pullRequest") looked.push(made.pullRequest);
        return Promise.resolve();
      },
    });
    expect(looks.add([look(1), look(2)])).toBe(true);
    expect(looks.add([look(3), look(4)])).toBe(false);
    expect(looks.add([look(2), look(3)])).toBe(true);
    await clock.advance(300);
    expect(looked).toEqual([1, 2, 3]);
    expect(looks.add([look(4)])).toBe(true);
    await looks.stop();
    expect(looks.add([look(5)])).toBe(false);
  });

  it("are made once more when there were news while they were made", async () => {
    const clock = manualClock();
    const made: (() => void)[] = [];
    const looks = new PendingRefreshes({
      ...{ clock, log: SILENT_LOG },
      refresh: async () => new Promise<void>((resolve) => made.push(resolve)),
    });
    looks.add([look(1)]);
    await clock.advance(300);
    looks.add([look(1)]);
    looks.add([look(1)]);
    await clock.advance(1000);
    expect(made).toHaveLength(1);
    made[0]?.();
    await clock.advance(1);
    expect(made).toHaveLength(2);
    made[1]?.();
    await looks.stop();
  });

  it("that fail are told and left to the poll, and hold up no other", async () => {
    const clock = manualClock();
    const told: string[] = [];
    const looked: string[] = [];
    const looks = new PendingRefreshes({
      clock,
      log: { ...SILENT_LOG, warn: ({ error }) => told.push(String(error)) },
      refresh: async (made) => {
        looked.push(made.kind);
        return made.kind === "tip" ? Promise.reject(new ForgeError("no answer", true)) : Promise.resolve();
      },
    });
    looks.add([{ kind: "tip", name: ON_MAIN, reported: null }, look(1)]);
    await clock.advance(300);
    expect(looked).toEqual(["tip", "pullRequest"]);
    expect(told).toEqual(["no answer"]);
  });
});
