/** A push after the command to merge prevents the landing. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { namedCommit } from "../../../../support/fake-commits.js";
import { AT, comment, label, onPullRequest } from "../../../../support/intake/github-events.js";
import { IntakeWorld } from "../../../../support/intake/intake-world.js";
import { openPullRequest } from "../../../../support/open-pull-request.js";

const LABEL = "merge-queue-submit";
const PUSHED = namedCommit("pushed since");

let world: IntakeWorld;
beforeEach(async () => {
  world = await IntakeWorld.create();
});
afterEach(() => world.close());

/** As of then, in seconds after the beginning. */
function push(at: number): void {
  world.open(1, { headSha: PUSHED });
  world.hub.change(1, { updatedAt: at });
}

async function outcome(): Promise<readonly unknown[]> {
  await world.settle();
  return [await world.drawn(), world.hub.reactions, world.hub.comments.length];
}

async function whileGitHubFails(task: () => Promise<unknown>): Promise<void> {
  world.hub.before = async () => Promise.reject(new ForgeError("502", true));
  await task();
  world.hub.before = async () => Promise.resolve();
}

describe("a command to merge", () => {
  it("is void when a push is heard of before it could be carried out", async () => {
    await whileGitHubFails(async () => {
      await world.send(comment(1, 501, "/merge"));
      await world.clock.advance(500);
      push(0);
      await world.send(onPullRequest("synchronize", 1));
    });
    expect(await outcome()).toEqual(["main", ["501 -1"], 1]);
    expect(world.hub.comments[0]?.[1]).toContain("was pushed to since");
    await world.send(comment(1, 502, "/merge", { at: 9 }));
    expect((await outcome())[0]).toBe("main <- #1 running");
  });

  it("is void when GitHub saw the head first after it, and nobody heard of the push", async () => {
    push(5);
    world.hub.suites.set(PUSHED, [7, 6]);
    await world.send(comment(1, 501, "/merge", { at: 4 }));
    expect(await outcome()).toEqual(["main", ["501 -1"], 1]);
  });

  it("counts when something else has changed since, and its branch was there before", async () => {
    push(5);
    world.hub.moves.set(1, { to: PUSHED, at: 3 });
    world.hub.said.push({ id: 501, number: 1, body: "/merge", at: 4 });
    await world.catchUp();
    expect((await outcome())[0]).toBe("main <- #1 running");
  });

  it.each([
    ["another branch", { to: PUSHED, at: 4 }],
    ["its own, and came back since", { to: PUSHED, at: 5 }],
    ["another branch, while its own is not seen to have moved", { to: namedCommit("head 1"), at: 0 }],
  ])("that is found late is void when GitHub saw the head before on %s", async (_, move) => {
    push(5);
    world.hub.suites.set(PUSHED, [0]);
    world.hub.moves.set(1, move);
    world.hub.said.push({ id: 501, number: 1, body: "/merge", at: 4 });
    await world.catchUp();
    expect(await outcome()).toEqual(["main", ["501 -1"], 1]);
  });

  it("that is found late is void on a fork, whose branch nobody tells of", async () => {
    push(5);
    world.hub.change(1, { isFork: true });
    world.hub.suites.set(PUSHED, [0]);
    world.hub.moves.set(1, { to: PUSHED, at: 0 });
    world.hub.said.push({ id: 501, number: 1, body: "/merge", at: 4 });
    await world.catchUp();
    expect(await outcome()).toEqual(["main", ["501 -1"], 1]);
  });

  it("that is heard at once counts on a fork, whatever else has changed since", async () => {
    push(5);
    world.hub.change(1, { isFork: true });
    world.hub.suites.set(PUSHED, [3]);
    await world.send(comment(1, 501, "/merge", { at: 4 }));
    expect((await outcome())[0]).toBe("main <- #1 running");
  });

  it("submits no head but the one that was looked at", async () => {
    world.forge.setPullRequest(
      { host: "github.com", owner: "octo", name: "mono" },
      { ...openPullRequest(1, PUSHED), author: "author" },
    );
    await world.send(comment(1, 501, "/merge"));
    await world.clock.advance(500);
    expect(await world.drawn()).toBe("main");
    world.hub.change(1, { headSha: PUSHED, updatedAt: 1 });
    world.hub.moves.set(1, { to: PUSHED, at: 1 });
    expect(await outcome()).toEqual(["main", ["501 -1"], 1]);
    expect(world.hub.comments[0]?.[1]).toContain("was pushed to since");
  });

  it("submits a head that GitHub shows a moment later", async () => {
    world.forge.setPullRequest(
      { host: "github.com", owner: "octo", name: "mono" },
      { ...openPullRequest(1, namedCommit("head before")), author: "author" },
    );
    await world.send(comment(1, 501, "/merge"));
    await world.clock.advance(500);
    expect(await world.drawn()).toBe("main");
    world.open(1);
    expect((await outcome())[0]).toBe("main <- #1 running");
  });

  it("that is found late is void where GitHub does not tell when it saw the head", async () => {
    push(5);
    world.hub.said.push({ id: 501, number: 1, body: "/merge", at: 4 });
    await world.catchUp();
    expect(await outcome()).toEqual(["main", ["501 -1"], 1]);
  });

  it("to cancel takes a pull request back whatever was pushed", async () => {
    await world.send(comment(1, 501, "/merge"));
    await world.settle();
    await whileGitHubFails(async () => {
      await world.send(comment(1, 502, "/cancel", { at: 1 }));
      await world.clock.advance(500);
      await world.commands.notePush(
        { host: "github.com", owner: "octo", name: "mono" },
        pullRequestNumber(1),
        AT + 2000,
      );
    });
    expect((await outcome()).slice(0, 2)).toEqual(["main", ["501 +1", "502 +1"]]);
  });
});

describe("a label", () => {
  it("is void on another head than it was put on", async () => {
    push(1);
    world.hub.change(1, { labels: [LABEL] });
    await world.send(label("labeled", 1, LABEL, { at: 1 }));
    expect(await outcome()).toEqual(["main", [], 1]);
  });

  it("that is found late is void when GitHub saw the head first after it", async () => {
    push(5);
    world.hub.change(1, { labels: [LABEL] });
    world.hub.suites.set(PUSHED, [5]);
    world.hub.touches.push({ event: "labeled", number: 1, name: LABEL, at: 3 });
    await world.catchUp();
    expect(await outcome()).toEqual(["main", [], 1]);
  });
});
