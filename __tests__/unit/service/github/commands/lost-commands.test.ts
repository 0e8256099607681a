/** Polls find commands whose webhooks were lost, once, and with their original meaning. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import { namedCommit } from "../../../../support/fake-commits.js";
import { AT, comment, label } from "../../../../support/intake/github-events.js";
import { IntakeWorld, ON_MAIN } from "../../../../support/intake/intake-world.js";
import { manualClock } from "../../../../support/manual-clock.js";

const LABEL = "merge-queue-submit";
const SUBMISSION = { id: 501, number: 1, body: "/merge --priority high" };

let world: IntakeWorld;
beforeEach(async () => {
  world = await IntakeWorld.create();
});
afterEach(() => world.close());

const touch = (event: "labeled" | "unlabeled", at: number, login = "mona") => {
  const labels = event === "labeled" ? [LABEL] : [];
  world.hub.change(1, { labels, updatedAt: at });
  world.hub.touches.push({ event, number: 1, name: LABEL, at, login });
};

async function set(settings: Partial<QueueSettings>): Promise<void> {
  const at = world.clock.now();
  await world.loop.act(ON_MAIN, () => ({ event: { kind: "settingsChanged", at, settings, state: null } }));
}

async function cancelByApi(): Promise<void> {
  await world.loop.act(ON_MAIN, (queue) => {
    const [entry] = queue.entries;
    if (entry === undefined) return { refusal: "gone" };
    const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
    const pullRequest = entry.facts.number;
    return { event: { kind: "entryCancelled", at: world.clock.now(), pullRequest, reason } };
  });
}

describe("a comment that nobody heard", () => {
  it("is carried out with the next poll, and once however often it is found and heard", async () => {
    world.hub.said.push(SUBMISSION);
    await world.catchUp();
    expect(await world.live(1)).toMatchObject({ priority: 10 });
    await world.send(comment(1, 501, "/merge --priority high"));
    world.hub.said.push({ id: 502, number: 1, body: "/cancel", at: 3 });
    await world.catchUp();
    await world.catchUp();
    expect(await world.drawn()).toBe("main");
    expect(world.hub.reactions).toEqual(["501 +1", "502 +1"]);
  });

  it.each([
    ["was changed since", { ...SUBMISSION, changedAt: 1 }],
    ["is on an issue", { ...SUBMISSION, isOnIssue: true }],
    ["is older than an hour", { ...SUBMISSION, at: -3600 }],
    ["is no command", { ...SUBMISSION, body: "merge this" }],
    ["is of somebody whose name cannot be one", { ...SUBMISSION, login: "a/b" }],
  ])("and that %s does nothing", async (_what, said) => {
    world.hub.said.push(said);
    await world.catchUp();
    expect([await world.drawn(), world.hub.reactions]).toEqual(["main", []]);
  });

  it("is found after an outage of hours, when polls had found what was said before", async () => {
    await world.catchUp();
    world.hub.said.push({ ...SUBMISSION, at: 3600 });
    const later = world.intake({ clock: manualClock(world.clock.now() + 5 * 3_600_000) });
    await later.catchUp([ON_MAIN]);
    await later.stop();
    await world.settle();
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("is nothing when it was said while commands were switched off, also when they are on again", async () => {
    await world.catchUp();
    await set({ commandsEnabled: false });
    world.hub.said.push({ ...SUBMISSION, at: 15 });
    await world.clock.advance(20_500);
    await world.catchUp();
    await set({ commandsEnabled: true });
    for (const minutes of [0, 20, 20, 20, 20]) {
      await world.clock.advance(minutes * 60_000);
      await world.catchUp();
    }
    expect([await world.drawn(), world.hub.reactions]).toEqual(["main", []]);
  });

  it("is found when it was said just after commands were switched on again", async () => {
    await world.catchUp();
    await set({ commandsEnabled: false });
    await world.clock.advance(20_500);
    await world.catchUp();
    await set({ commandsEnabled: true });
    world.hub.said.push({ ...SUBMISSION, at: (world.clock.now() - AT) / 1000 });
    await world.clock.advance(3_600_000);
    await world.catchUp();
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("is found after a clock that was a day ahead has been set back", async () => {
    world.clock.set(86_400_000);
    await world.catchUp();
    world.clock.set(-86_400_000);
    await world.catchUp();
    await world.clock.advance(60_000);
    world.hub.said.push({ ...SUBMISSION, at: (world.clock.now() - AT) / 1000 });
    await world.catchUp();
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("has the same permission to show", async () => {
    world.hub.said.push({ ...SUBMISSION, login: "stranger" });
    await world.catchUp();
    expect([await world.drawn(), world.hub.reactions]).toEqual(["main", ["501 -1"]]);
  });
});

describe("a label that nobody heard of", () => {
  it("submits with the next poll, and cancels with the one after it was taken off", async () => {
    touch("labeled", 1);
    await world.catchUp();
    expect(await world.drawn()).toBe("main <- #1 running");
    touch("unlabeled", 5, "triager");
    await world.catchUp();
    expect(await world.drawn()).toBe("main");
    expect((await world.concluded(1))?.reason?.sentence).toContain("triager took the label off");
  });

  it("is the same wish as the webhook that comes late", async () => {
    touch("labeled", 1, "stranger");
    await world.catchUp();
    await world.send(label("labeled", 1, LABEL, { at: 1, login: "stranger" }));
    await world.catchUp();
    await world.settle();
    expect([await world.drawn(), world.hub.comments.length]).toEqual(["main", 1]);
  });

  // GitHub's clock is with ours, and 20 seconds ahead of it.
  it.each([2, 30])("is served once, though the webhook tells another second of it than %p", async (at) => {
    touch("labeled", at);
    await world.catchUp();
    expect(await world.drawn()).toBe("main <- #1 running");
    await cancelByApi();
    for (const second of [at - 1, at + 1]) {
      await world.send(label("labeled", 1, LABEL, { at: second }));
      await world.settle();
      expect([second, await world.drawn()]).toEqual([second, "main"]);
    }
    await world.send(label("unlabeled", 1, LABEL, { at: at + 30 }));
    await world.clock.advance(60_000);
    touch("labeled", at + 31);
    await world.send(label("labeled", 1, LABEL, { at: at + 31 }));
    await world.settle();
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("is served again when somebody takes it off and puts it on within a second", async () => {
    for (const at of [1, 1.2]) {
      touch("labeled", at);
      await world.send(label("labeled", 1, LABEL, { at }));
      await world.settle();
      expect([at, await world.drawn()]).toEqual([at, "main <- #1 running"]);
      if (at > 1) break;
      touch("unlabeled", 1.1);
      await world.send(label("unlabeled", 1, LABEL, { at: 1.1 }));
      await world.settle();
    }
  });

  it("does not bring back what was submitted and has left the queue since it was put on", async () => {
    touch("labeled", 1);
    await world.send(comment(1, 501, "/merge"));
    await world.settle();
    await cancelByApi();
    await world.catchUp();
    expect(await world.drawn()).toBe("main");
    expect(world.hub.reactions).toEqual(["501 +1"]);
  });

  it("does not bring back what left the queue after it was put on there", async () => {
    await world.send(comment(1, 501, "/merge"));
    await world.settle();
    await world.clock.advance(15_000);
    touch("labeled", 20);
    await world.catchUp();
    await cancelByApi();
    world.hub.change(1, { updatedAt: 40 });
    await world.clock.advance(30_000);
    await world.catchUp();
    expect(await world.drawn()).toBe("main");
  });

  it("is looked into once, as long as nothing is new of the pull request", async () => {
    world.hub.permissions.delete("mona");
    touch("labeled", 1);
    await world.catchUp();
    await world.catchUp();
    await world.catchUp();
    const asked = world.hub.asked.filter((what) => what.endsWith("/events"));
    expect(asked).toHaveLength(1);
  });

  it("costs no question for each queue that shares it, while one of them has the pull request", async () => {
    const other = { ...ON_MAIN, targetBranch: "release" };
    world.forge.setBranch(ON_MAIN.repository, "release", namedCommit("v2"));
    await world.loop.create(other, {});
    touch("labeled", 1);
    await world.send(label("labeled", 1, LABEL, { at: 1 }));
    await world.settle();
    const intake = world.intake();
    world.hub.asked.length = 0;
    world.hub.change(1, { updatedAt: 2 });
    await intake.catchUp([ON_MAIN, other]);
    await intake.stop();
    expect(world.hub.asked.toSorted()).toEqual(["GET /issues", "GET /issues/comments"]);
  });

  it("cancels what it submitted when it is taken off, also when the store did not keep that it had", async () => {
    const { commands } = world;
    const settle = commands.settle.bind(commands);
    commands.settle = async () => {
      commands.settle = settle;
      return Promise.reject(new Error("connection lost"));
    };
    touch("labeled", 1);
    await world.send(label("labeled", 1, LABEL, { at: 1 }));
    await world.expectPicture("main <- #1 running");
    for (let seconds = 0; seconds < 60; seconds += 1) await world.clock.advance(1000);
    await world.settle();
    touch("unlabeled", 5);
    await world.catchUp();
    expect(await world.drawn()).toBe("main");
  });

  it("is found again when there was no room for it", async () => {
    const add = world.commands.add.bind(world.commands);
    world.commands.add = async () => Promise.resolve("full");
    const intake = world.intake();
    touch("labeled", 1);
    await intake.catchUp([ON_MAIN]);
    world.commands.add = add;
    await intake.catchUp([ON_MAIN]);
    await intake.stop();
    await world.expectPicture("main <- #1 running");
  });

  it("takes nothing out that was submitted in another way", async () => {
    await world.send(comment(1, 501, "/merge"));
    await world.settle();
    await world.catchUp();
    expect(await world.drawn()).toBe("main <- #1 running");
    expect(world.hub.asked).not.toContain("GET /issues/{issue_number}/events");
  });
});

it("asks two questions for a queue at rest, and none about what is switched off", async () => {
  await world.catchUp();
  expect(world.hub.asked.toSorted()).toEqual(["GET /issues", "GET /issues/comments"]);
  await set({ commandsEnabled: false, labelCommandsEnabled: false });
  await world.catchUp();
  expect(world.hub.asked).toHaveLength(2);
});
