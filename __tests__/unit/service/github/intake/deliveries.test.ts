/** Deliveries that are duplicated, late, out of order, lost in a crash, or received by several replicas. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { aCommand } from "../../../../contract/command-store.js";
import { AT, comment, label } from "../../../../support/intake/github-events.js";
import { IntakeWorld, ON_MAIN } from "../../../../support/intake/intake-world.js";
import { manualClock } from "../../../../support/manual-clock.js";

const LABEL = "merge-queue-submit";
const DAY_MS = 24 * 3_600_000;

let world: IntakeWorld;
beforeEach(async () => {
  world = await IntakeWorld.create();
});
afterEach(() => world.close());

/** Versions of the queue since it was created: one for each decision. */
async function decisions(kind: string): Promise<number> {
  const stored = await world.store.load(ON_MAIN);
  if (stored === null) throw new Error("there is no queue");
  const events = await world.store.events(stored.queue.id, 0, 1000);
  return events.filter(({ event }) => event.kind === kind).length;
}

/** A replica on the same store, from now on. */
async function replica(part: Parameters<IntakeWorld["intake"]>[0] = {}) {
  return world.listen(world.intake(part));
}

let doomedOnes = 0;

/** A replica whose timers never ring again and whose session ends soon, as if it had been killed. */
async function doomed(part: Parameters<IntakeWorld["intake"]>[0] = {}) {
  const session = world.sessions.open(`doomed ${(doomedOnes += 1)}`);
  world.clock.after(5000, () => void session.close());
  return world.listen(world.intake({ clock: manualClock(world.clock.now()), session, ...part }), "killed");
}

const silent = async () => new Promise<never>(() => undefined);

describe("a delivery", () => {
  it("that comes several times counts once, also at another replica", async () => {
    const other = await replica();
    const event = comment(1, 501, "/merge");
    const urls = [undefined, other, undefined, other, other];
    const told = await Promise.all(urls.map((url) => world.send(event, { id: "same" }, url)));
    expect(told).toEqual([202, 202, 202, 202, 202]);
    await world.settle();
    expect([await world.drawn(), await decisions("entrySubmitted")]).toEqual(["main <- #1 running", 1]);
    expect(world.hub.reactions).toEqual(["501 +1"]);
  });

  it("shown again under another name counts no second time, whatever has happened since", async () => {
    const event = comment(1, 501, "/merge");
    await world.send(event);
    await world.settle();
    await world.send(comment(1, 502, "/cancel", { at: 5 }));
    await world.settle();
    await world.send(event, { id: "replayed" });
    world.hub.change(1, { labels: [LABEL], updatedAt: 1 });
    await world.send(label("labeled", 1, LABEL, { at: 1 }), { id: "late" });
    await world.settle();
    expect([await world.drawn(), await decisions("entrySubmitted")]).toEqual(["main", 1]);
  });

  it("that is older than GitHub sends them again is not acted on, when nobody remembers it any more", async () => {
    const event = comment(1, 501, "/merge");
    await world.send(event);
    await world.settle();
    await world.send(comment(1, 502, "/cancel", { at: 5 }));
    await world.settle();
    const later = await replica({ clock: manualClock(world.clock.now() + 8 * DAY_MS) });
    await world.send(event, { id: "replayed" }, later);
    await world.settle();
    expect(await world.drawn()).toBe("main");
  });

  it("that old is not acted on either when it waited in a store that was restored", async () => {
    const later = manualClock(world.clock.now() + 8 * DAY_MS);
    await world.send(comment(1, 501, "/merge --priority 5"));
    await world.settle();
    await world.commands.forget(later.now());
    const command = { ...aCommand(502, 1, { repository: ON_MAIN.repository }), givenAt: AT };
    await world.commands.add(command, later.now(), 9);
    await replica({ clock: later });
    await world.settle();
    expect(world.hub.reactions).toEqual(["501 +1"]);
  });

  it("is remembered for longer than it may be shown again", async () => {
    const event = comment(1, 501, "/merge");
    await world.send(event);
    await world.settle();
    await world.send(comment(1, 502, "/cancel", { at: 5 }));
    await world.settle();
    const later = await replica({ clock: manualClock(world.clock.now() + 3 * DAY_MS - 60_000) });
    await world.send(event, { id: "replayed" }, later);
    await world.settle();
    expect(await world.drawn()).toBe("main");
  });

  it("that was overtaken does not take back what was said after it", async () => {
    await world.send(comment(1, 501, "/merge"));
    await world.settle();
    await world.send(comment(1, 503, "/merge --priority high", { at: 20 }));
    await world.settle();
    await world.send(comment(1, 502, "/cancel", { at: 10 }));
    await world.settle();
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("of one pull request waits for what was said before, and holds up no other", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    world.hub.before = async () => {
      if (!isFirst) return;
      isFirst = false;
      await held;
    };
    await world.send(comment(1, 501, "/merge"));
    await world.clock.advance(10);
    await world.send(comment(1, 502, "/cancel", { at: 1 }));
    await world.send(comment(2, 503, "/merge"));
    await world.expectPicture("main <- #2 running");
    release();
    await world.settle();
    expect([await world.drawn(), await decisions("entryCancelled")]).toEqual(["main <- #2 running", 1]);
  });

  it("in any order leads to what was said last", async () => {
    const events = [
      comment(1, 501, "/merge"),
      comment(1, 502, "/cancel", { at: 1 }),
      comment(1, 503, "/merge --priority 7", { at: 2 }),
    ];
    for (const order of [
      [2, 0, 1],
      [2, 1, 0],
      [0, 2, 1],
    ]) {
      for (const index of order) {
        const event = events[index];
        if (event !== undefined) await world.send(event);
        await world.settle();
      }
    }
    expect(await world.live(1)).toMatchObject({ priority: 7 });
  });
});

describe("a person who takes the App's authorization back", () => {
  const event = (action: string, sender: object) => ({
    event: "github_app_authorization",
    payload: { action, sender },
  });

  it("loses every session, at each delivery", async () => {
    const sent = event("revoked", { id: 7, login: "mona" });
    expect([await world.send(sent), await world.send(sent)]).toEqual([202, 202]);
    expect(world.revokedBy).toEqual([7, 7]);
  });

  it("is named by a signed delivery only, and by its id", async () => {
    const sent = event("revoked", { id: 7 });
    expect(await world.send(sent, { secret: "another" })).toBe(401);
    expect(await world.send(event("revoked", { login: "mona" }))).toBe(400);
    expect(await world.send(event("granted", { id: 7 }))).toBe(202);
    expect(world.revokedBy).toEqual([]);
  });
});

describe("a replica that dies", () => {
  it("right after it answered loses nothing: another one carries the wish out", async () => {
    const dead = await doomed({ calls: { read: silent, list: silent, send: silent, close: silent } });
    expect(await world.send(comment(1, 501, "/merge"), {}, dead)).toBe(202);
    await world.clock.advance(4000);
    expect(await world.drawn()).toBe("main");
    await world.clock.advance(2000);
    await world.expectPicture("main <- #1 running");
    expect(world.hub.reactions).toEqual(["501 +1"]);
  });

  it("after it submitted does not submit again what has left the queue since", async () => {
    world.hub.after = silent;
    const dead = await doomed();
    await world.send(comment(1, 501, "/merge"), {}, dead);
    await world.expectPicture("main <- #1 running");
    await world.loop.act(ON_MAIN, (queue) => {
      const [entry] = queue.entries;
      if (entry === undefined) return { refusal: "gone" };
      const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
      const { number } = entry.facts;
      return { event: { kind: "entryCancelled", at: world.clock.now(), pullRequest: number, reason } };
    });
    world.hub.after = async () => Promise.resolve();
    await world.clock.advance(40_000);
    await world.settle();
    expect([await world.drawn(), await decisions("entrySubmitted")]).toEqual(["main", 1]);
  });

  it("after it answered a comment does not answer it twice", async () => {
    world.hub.after = async (what) => (what.endsWith("/comments") ? silent() : Promise.resolve());
    const dead = await doomed();
    await world.send(comment(1, 501, "/cancel"), {}, dead);
    await world.waitUntil(() => world.hub.comments.length === 1);
    world.hub.after = async () => Promise.resolve();
    await world.clock.advance(40_000);
    await world.settle();
    expect(world.hub.comments).toHaveLength(1);
    expect(world.hub.reactions).toEqual(["501 -1"]);
  });

  it("after it cancelled is not told that there is nothing to cancel", async () => {
    await world.send(comment(1, 501, "/merge"));
    await world.settle();
    world.hub.after = silent;
    const dead = await doomed();
    await world.send(comment(1, 502, "/cancel", { at: 1 }), {}, dead);
    await world.expectPicture("main");
    world.hub.after = async () => Promise.resolve();
    await world.clock.advance(40_000);
    await world.settle();
    expect(world.hub.comments).toEqual([]);
  });
});

describe("a wish that cannot be carried out", () => {
  it("holds up what was said next of the pull request until it is over, and no other pull request", async () => {
    await world.send(comment(1, 500, "/merge"));
    await world.settle();
    // GitHub shows it never, and is taken at its word after a while.
    await world.send(label("labeled", 1, LABEL, { at: 4 }));
    await world.clock.advance(20_000);
    await world.send(comment(1, 501, "/retry", { at: 9 }));
    await world.send(comment(2, 502, "/merge", { at: 9 }));
    await world.expectPicture("main <- #1 running <- #2+1 running");
    await world.clock.advance(1000);
    expect(world.hub.reactions).toEqual(["500 +1", "502 +1"]);
    await world.clock.advance(120_000);
    expect(world.hub.reactions).toEqual(["500 +1", "502 +1", "501 +1"]);
  });

  it.each([
    ["/cancel", "main", ["501 +1"]],
    ["/retry", "main <- #1 running", ["500 +1", "501 +1"]],
  ])(
    "is carried out before what is said next, or void once that cancels: %s",
    async (next, picture, seen) => {
      world.hub.before = async () => Promise.reject(new ForgeError("502", true));
      await world.send(comment(1, 500, "/merge"));
      await world.clock.advance(20_000);
      await world.send(comment(1, 501, next, { at: 9 }));
      world.hub.before = async () => Promise.resolve();
      await world.clock.advance(60_000);
      await world.settle();
      expect([await world.drawn(), world.hub.reactions]).toEqual([picture, seen]);
      expect(world.hub.comments).toEqual([]);
    },
  );

  it("keeps nobody from taking out at once what is in the queue", async () => {
    await world.send(comment(1, 500, "/merge"));
    await world.settle();
    world.hub.before = async () => Promise.reject(new ForgeError("502", true));
    await world.send(comment(1, 501, "/retry", { at: 1 }));
    // The next attempt is minutes away.
    await world.clock.advance(90_000);
    world.hub.before = async () => Promise.resolve();
    await world.send(comment(1, 502, "/cancel", { at: 2 }));
    await world.clock.advance(3000);
    expect(await world.drawn()).toBe("main");
    await world.clock.advance(600_000);
    expect(world.hub.reactions).toEqual(["500 +1", "502 +1"]);
  });

  it("by a stranger's /cancel is carried out all the same", async () => {
    world.hub.before = async () => Promise.reject(new ForgeError("502", true));
    await world.send(comment(1, 500, "/merge"));
    await world.clock.advance(20_000);
    world.hub.before = async () => Promise.resolve();
    await world.send(comment(1, 501, "/cancel", { at: 1, login: "stranger" }));
    await world.clock.advance(60_000);
    await world.settle();
    expect([await world.drawn(), world.hub.reactions]).toEqual(["main <- #1 running", ["501 -1", "500 +1"]]);
  });

  it("is given up when trying again cannot help, and whoever asked sees that", async () => {
    world.hub.before = async (what) =>
      what.startsWith("GET") ? Promise.reject(new ForgeError("403", false)) : Promise.resolve();
    await world.send(comment(1, 501, "/merge"));
    await world.settle();
    expect(world.hub.reactions).toEqual(["501 confused"]);
  });

  it("is not tried again before GitHub wants to be asked", async () => {
    world.hub.before = async () => Promise.reject(new ForgeError("429", true, { waitMs: 3_000_000 }));
    await world.send(comment(1, 501, "/merge"));
    await world.clock.advance(100_000);
    world.hub.before = async () => Promise.resolve();
    for (let minutes = 0; minutes < 48; minutes += 1) await world.clock.advance(60_000);
    expect([await world.drawn(), world.warnings.length]).toEqual(["main", 1]);
    await world.clock.advance(60_000);
    await world.clock.advance(60_000);
    await world.expectPicture("main <- #1 running");
  });

  it("is given up after an hour of failures", async () => {
    world.hub.before = async () => Promise.reject(new ForgeError("502", true));
    await world.send(comment(1, 501, "/merge"));
    for (let minutes = 0; minutes < 60; minutes += 1) await world.clock.advance(60_000);
    await world.settle();
    expect(world.warnings.filter(({ message }) => message.includes("is retried"))).toHaveLength(12);
  });

  it("because there are too many is refused, so that GitHub shows that it was not heard", async () => {
    const { commands } = world;
    const full = await replica({
      commands: { ...bound(commands), add: async () => Promise.resolve("full") },
    });
    expect(await world.send(comment(1, 900, "/merge"), {}, full)).toBe(503);
  });
});

function bound(commands: IntakeWorld["commands"]) {
  return {
    foundUntil: commands.foundUntil.bind(commands),
    noteFound: commands.noteFound.bind(commands),
    notePush: commands.notePush.bind(commands),
    claim: commands.claim.bind(commands),
    isClaimed: commands.isClaimed.bind(commands),
    giveBack: commands.giveBack.bind(commands),
    settle: commands.settle.bind(commands),
    nextAt: commands.nextAt.bind(commands),
    forget: commands.forget.bind(commands),
    lastSubmission: commands.lastSubmission.bind(commands),
  };
}
