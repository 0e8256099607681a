/** Clicks on the queue's check run: each does what the person may do by a comment, and the check is written again. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { Command } from "../../../../../src/service/ports/command-store.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { click, comment, type SaidBy } from "../../../../support/intake/github-events.js";
import { IntakeWorld, ON_MAIN } from "../../../../support/intake/intake-world.js";

let world: IntakeWorld;
beforeEach(async () => {
  world = await IntakeWorld.create();
});
afterEach(() => world.close());

type Button = Parameters<typeof click>[0];

async function clicks(button: Button, part: object = {}, by: SaidBy = {}): Promise<void> {
  await world.send(click(button, 1, part, by));
  await world.settle();
}

async function submitted(): Promise<void> {
  await world.send(comment(1, 501, "/merge"));
  await world.settle();
  expect(await world.drawn()).toBe("main <- #1 running");
}

async function runs(): Promise<readonly string[]> {
  return (await world.store.load(ON_MAIN))?.queue.runs.map(({ id }) => id) ?? [];
}

const DONE = { status: "completed" };

describe("a button of the check run", () => {
  it("cancels, and the reason names the person", async () => {
    await submitted();
    await clicks("cancel");
    expect(await world.concluded(1)).toMatchObject({
      ended: "cancelled",
      reason: { code: "USER_REQUESTED", sentence: "#1 was cancelled by a button that mona pressed." },
    });
    expect(world.shownAgain).toEqual([1]);
  });

  it.each(["retry", "rerun"] as const)("has the tests run again: %s", async (button) => {
    await submitted();
    const before = await runs();
    await clicks(button);
    expect(await world.drawn()).toBe("main <- #1 running");
    expect(await runs()).not.toEqual(before);
    expect(world.shownAgain).toEqual([1]);
  });

  it.each(["merge", "rerun"] as const)("submits again what has left: %s", async (button) => {
    await submitted();
    await clicks("cancel");
    await clicks(button, DONE);
    expect(await world.drawn()).toBe("main <- #1 running");
    expect(world.hub.comments).toEqual([]);
  });

  it("counts once, however often GitHub delivers it", async () => {
    await submitted();
    await world.send(click("retry", 1), { id: "one-click" });
    await world.settle();
    const after = await runs();
    await world.send(click("retry", 1), { id: "one-click" });
    await world.settle();
    expect(await runs()).toEqual(after);
  });

  it("submits no head that the person has not seen", async () => {
    await submitted();
    await clicks("cancel");
    await clicks("merge", { ...DONE, head_sha: "b".repeat(40) });
    expect(await world.drawn()).toBe("main");
    expect(world.hub.comments.at(-1)?.[1]).toContain("was pushed to since");
  });

  it("does nothing for a person without permission, and the author may only cancel", async () => {
    await submitted();
    const before = await runs();
    await clicks("cancel", {}, { login: "stranger" });
    await clicks("retry", {}, { login: "Author" });
    await clicks("rerun", {}, { login: "renovate[bot]", type: "Bot" });
    expect(await runs()).toEqual(before);
    await clicks("cancel", {}, { login: "Author" });
    expect(await world.drawn()).toBe("main");
    expect(world.hub.comments).toEqual([]);
  });

  it("that does not apply any more changes nothing, and the check is written again", async () => {
    await submitted();
    const before = await world.live(1);
    await clicks("merge", DONE);
    expect(await world.live(1)).toEqual(before);
    await clicks("cancel");
    await clicks("retry");
    expect(world.hub.comments.at(-1)?.[1]).toContain("is not in the queue");
    expect(world.shownAgain).toEqual([1, 1, 1]);
  });

  it("does nothing while the queue takes no commands, but the check is written again", async () => {
    await submitted();
    const at = world.clock.now();
    const settings = { commandsEnabled: false };
    await world.loop.act(ON_MAIN, () => ({ event: { kind: "settingsChanged", at, settings, state: null } }));
    await clicks("cancel");
    await clicks("rerun");
    expect(await world.drawn()).toBe("main <- #1 running");
    expect(world.shownAgain).toEqual([1, 1]);
  });

  it("that failed to the end leaves no check that remains queued", async () => {
    await submitted();
    world.hub.before = () => Promise.reject(new ForgeError("GitHub refuses this", false));
    await clicks("rerun");
    expect(world.shownAgain).toEqual([1]);
  });

  it("without a pull request or a queue leaves no check that remains queued", async () => {
    await submitted();
    world.hub.change(1, { base: "elsewhere" });
    await clicks("cancel");
    expect(await world.drawn()).toBe("main");
    await clicks("rerun", DONE);
    world.hub.pulls.delete(1);
    await clicks("rerun", DONE);
    expect(world.shownAgain).toEqual([1, 1, 1]);
  });

  it("that is too old to count leaves no check that remains queued", async () => {
    await submitted();
    const now = world.clock.now();
    const old: Command = {
      ...{ delivery: "old", source: "old", headSha: null, givenAt: now - 4 * 24 * 3_600_000 },
      ...{ repository: ON_MAIN.repository, pullRequest: pullRequestNumber(1) },
      ...{
        by: { login: "mona", isBot: false },
        trigger: { kind: "checkRun", checkRun: 5, command: { kind: "cancel" } },
      },
    };
    expect(await world.commands.add(old, now, 9)).toBe("added");
    await world.send(comment(3, 502, "/merge"));
    await world.settle();
    expect(await world.live(1)).toBeDefined();
    expect(world.shownAgain).toEqual([1]);
  });

  it("is the queue's only if the check run is", async () => {
    await submitted();
    const before = await runs();
    await clicks("cancel", { name: "Merge queue by another App" });
    await clicks("cancel", { external_id: "" });
    await world.send(click("cancel", 1, { external_id: "x#0" }));
    await world.send(click("cancel", 1, { external_id: `x#${"9".repeat(30)}` }));
    await world.settle();
    expect(await runs()).toEqual(before);
  });

  it("of a check run that an earlier version created is found by its only pull request", async () => {
    await submitted();
    await clicks("cancel", { external_id: "entry/1", pull_requests: [{ number: 1 }] });
    expect(await world.drawn()).toBe("main");
  });
});
