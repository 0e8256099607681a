/** Commands in comments and labels do what their authors may do, and are answered. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import { pullRequestActs } from "../../../../../src/service/app/open-intake.js";
import type { ContentPace } from "../../../../../src/service/ports/content-pace.js";
import { ForgeError, StoreError } from "../../../../../src/service/ports/world-error.js";
import { namedCommit } from "../../../../support/fake-commits.js";
import { comment, label, onPullRequest, type SaidBy } from "../../../../support/intake/github-events.js";
import { IntakeWorld, ON_MAIN } from "../../../../support/intake/intake-world.js";

const LABEL = "merge-queue-submit";
const BOT: SaidBy = { login: "renovate[bot]", type: "Bot" };

let world: IntakeWorld;
beforeEach(async () => {
  world = await IntakeWorld.create();
});
afterEach(() => world.close());

let said = 500;
/** Adds a comment to #1 and waits until it is handled. */
async function says(body: string, by: SaidBy = {}, number = 1): Promise<number> {
  said += 1;
  await world.send(comment(number, said, body, by));
  await world.settle();
  return said;
}

async function set(settings: Partial<QueueSettings>): Promise<void> {
  const at = world.clock.now();
  await world.loop.act(ON_MAIN, () => ({ event: { kind: "settingsChanged", at, settings, state: null } }));
}

/** Why #1 came, and why its tests began again. */
async function reasons(): Promise<readonly string[]> {
  const id = (await world.store.load(ON_MAIN))?.queue.id;
  if (id === undefined) throw new Error("there is no queue");
  const steps = await world.store.timeline(id, pullRequestNumber(1));
  return steps.flatMap(({ reason }) =>
    reason === null || reason.code === "MERGE_ITEM_NOW_READY" ? [] : [`${reason.code}: ${reason.sentence}`],
  );
}

/** What readers see of what was answered. */
function answers(): readonly string[] {
  return world.hub.comments.map(([, body]) =>
    body
      .replace(/<!--.*?-->\n/g, "")
      .replace(/<\/?code>/g, "`")
      .replace(/&#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)))
      .replace(/[\u200b\u2060]/g, ""),
  );
}

describe("a comment", () => {
  it("submits, with the priority it names", async () => {
    const id = await says("/merge --priority high");
    expect(await world.drawn()).toBe("main <- #1 running");
    expect(await world.live(1)).toMatchObject({ priority: 10, usedDefaultPriority: false, noBatch: false });
    expect(world.hub.reactions).toEqual([`${id} +1`]);
    expect(world.hub.comments).toEqual([]);
  });

  it("submits with the default where it names none, and alone when it wants that", async () => {
    await says("/merge --no-batch");
    expect(await world.live(1)).toMatchObject({ priority: 100, usedDefaultPriority: true, noBatch: true });
  });

  it("cancels, and the queue says who did", async () => {
    await says("/merge");
    await says("/cancel");
    expect(await world.concluded(1)).toMatchObject({
      ended: "cancelled",
      reason: { code: "USER_REQUESTED", sentence: "#1 was cancelled by a comment of mona." },
    });
  });

  it("has the tests run again", async () => {
    await says("/merge");
    const before = (await world.store.load(ON_MAIN))?.queue.runs.map(({ id }) => id);
    const id = await says("/retry");
    await world.expectPicture("main <- #1 running");
    expect((await world.store.load(ON_MAIN))?.queue.runs.map((run) => run.id)).not.toEqual(before);
    expect(world.hub.reactions).toContain(`${id} +1`);
    expect(await reasons()).toEqual([
      "USER_REQUESTED: #1 was submitted by a comment of mona.",
      "TESTS_RESTARTED_BY_USER: The tests of #1 were restarted by a comment of mona.",
    ]);
  });

  it.each([
    ["/cancel", "Pull request #1 is not in the queue of main. Submit it with `/merge`."],
    ["/retry", "Pull request #1 is not in the queue of main. Submit it with `/merge`."],
    ["/merge --force", "`/merge` takes `--priority` and `--no-batch`, but got `--force`."],
  ])("that cannot be carried out, as %s, is answered once", async (body, answer) => {
    await says(body);
    expect(world.hub.reactions).toHaveLength(1);
    expect(answers()).toEqual([answer]);
  });

  it("on a closed pull request is told why nothing follows", async () => {
    world.open(1, { state: "closed" });
    const id = await says("/merge");
    expect(answers()).toEqual(["Pull request #1 is closed."]);
    expect(world.hub.reactions).toEqual([`${id} -1`]);
  });

  it("is only reacted to where the queue is not to comment", async () => {
    await set({ commentsEnabled: false });
    const id = await says("/cancel");
    expect(world.hub.comments).toEqual([]);
    expect(world.hub.reactions).toEqual([`${id} -1`]);
  });

  it.each(["read", "triage", "none", undefined])(
    "of somebody with the permission %s does nothing, and a stranger makes nobody read comments",
    async (permission) => {
      if (permission !== undefined) world.hub.permissions.set("stranger", permission);
      const ids = [
        await says("/merge", { login: "stranger" }),
        await says("/merge -x", { login: "stranger" }),
      ];
      expect(await world.drawn()).toBe("main");
      expect(world.hub.reactions).toEqual(ids.map((id) => `${id} -1`));
      expect(world.hub.comments).toEqual([]);
    },
  );

  it.each(["write", "maintain", "admin"])("of somebody with the permission %s counts", async (permission) => {
    world.hub.permissions.set("hubot", permission);
    await says("/merge", { login: "hubot" });
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("of whoever opened the pull request takes it back, and does nothing more", async () => {
    await says("/merge");
    await says("/retry", { login: "Author" });
    expect(world.hub.reactions.at(-1)).toMatch(/-1$/);
    await says("/cancel", { login: "Author" });
    expect(await world.drawn()).toBe("main");
    await says("/merge", { login: "Author" });
    expect(await world.drawn()).toBe("main");
  });

  it("of a robot counts only when the queue names it, and is not answered otherwise", async () => {
    await says("/merge", BOT);
    expect([await world.drawn(), world.hub.reactions, world.hub.comments]).toEqual(["main", [], []]);
    await set({ allowedBotSubmitters: ["Renovate"] });
    await says("/merge", BOT);
    expect(await world.drawn()).toBe("main <- #1 running");
    expect(world.hub.asked).not.toContain("GET /collaborators/{username}/permission");
  });

  it.each<readonly [string, () => ReturnType<typeof comment>]>([
    ["changed later", () => withAction("edited")],
    ["on an issue", () => onIssue()],
    ["of the service itself", () => comment(1, 9, "<!-- merge-queue reply to 1 -->\n/merge")],
    ["without a command", () => comment(1, 9, "I would `/merge` this.")],
  ])("that is %s is nothing", async (_what, event) => {
    await world.send(event());
    await world.settle();
    expect([await world.drawn(), world.hub.asked]).toEqual(["main", []]);
  });

  it("is nothing where commands are switched off, or where the branch has no queue", async () => {
    await set({ commandsEnabled: false });
    await says("/merge");
    await set({ commandsEnabled: true });
    world.hub.change(2, { base: "feature" });
    await says("/merge", {}, 2);
    await says("/merge", {}, 404);
    expect([await world.drawn(), world.hub.reactions]).toEqual(["main", []]);
  });

  it("reaches the queue below a stack", async () => {
    world.hub.change(1, { branch: "feature" });
    world.hub.change(2, { base: "feature" });
    await says("/merge", {}, 2);
    expect(await world.drawn()).toMatch(/#2/);
  });

  it("takes out what was retargeted while it was in the queue", async () => {
    await says("/merge");
    world.hub.change(1, { base: "feature" });
    await says("/cancel");
    expect(await world.drawn()).toBe("main");
  });

  it("has its priority when somebody submits in another way while GitHub fails", async () => {
    let failures = 1;
    world.hub.before = async (what) => {
      failures -= what.includes("permission") ? 1 : 0;
      if (failures !== 0 || !what.includes("permission")) return;
      const acts = pullRequestActs({ queues: world.loop, testBranchPrefix: "mq-merge/", stateCase: "upper" });
      const manner = { by: "ada", priority: null, noBatch: false, headSha: namedCommit("head 1") };
      await acts.submit(ON_MAIN, pullRequestNumber(1), manner);
      throw new ForgeError("502", true);
    };
    const id = await says("/merge --priority urgent");
    expect([world.hub.reactions, (await world.live(1))?.priority]).toEqual([[`${id} +1`], 0]);
  });

  it("of a person is answered when GitHub answers again", async () => {
    let failures = 3;
    world.hub.before = async () => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new ForgeError("502", true)) : Promise.resolve();
    };
    await says("/merge");
    await world.expectPicture("main <- #1 running");
    expect(world.warnings).toHaveLength(3);
  });
});

function withAction(action: string) {
  const event = comment(1, 9, "/merge");
  return { ...event, payload: { ...event.payload, action } };
}

function onIssue() {
  const event = comment(1, 9, "/merge");
  return { ...event, payload: { ...event.payload, issue: { number: 1, title: "A bug" } } };
}

describe("a label", () => {
  const labels = async (by: SaidBy = {}, name = LABEL) => {
    world.hub.change(1, { labels: [name], updatedAt: by.at ?? 1 });
    await world.send(label("labeled", 1, name, { at: 1, ...by }));
    await world.settle();
  };
  const unlabels = async (by: SaidBy = {}, name = LABEL) => {
    world.hub.change(1, { labels: [], updatedAt: by.at ?? 2 });
    await world.send(label("unlabeled", 1, name, { at: 2, ...by }));
    await world.settle();
  };

  it("submits, and taking it off cancels, whatever its case", async () => {
    await labels({}, LABEL.toUpperCase());
    expect(await world.live(1)).toMatchObject({ usedDefaultPriority: true });
    await unlabels({ login: "triager" }, LABEL.toUpperCase());
    expect(await reasons()).toEqual([
      "USER_REQUESTED: #1 was submitted by the label that mona put on.",
      "USER_REQUESTED: #1 was cancelled: triager took the label off that had submitted it.",
    ]);
  });

  it("cancels nothing that a comment submitted, when it is taken off", async () => {
    await says("/merge");
    await unlabels({ login: "triager" });
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("leaves the priority of what is in the queue already", async () => {
    await says("/merge --priority high");
    await labels();
    expect(await world.live(1)).toMatchObject({ priority: 10 });
  });

  it("submits again after the pull request has left", async () => {
    await labels();
    await unlabels();
    await labels({ at: 3 });
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("of somebody who may not write puts nothing in the queue, and says so", async () => {
    world.hub.permissions.set("triager", "triage");
    await labels({ login: "triager" });
    expect(await world.drawn()).toBe("main");
    expect(answers()).toEqual([expect.stringContaining("no write permission")]);
  });

  it("of a robot counts only when the queue names it", async () => {
    await labels(BOT);
    expect(await world.drawn()).toBe("main");
    await set({ allowedBotSubmitters: ["renovate[bot]"] });
    await labels({ ...BOT, at: 5 });
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("that is another one, or switched off, is not even kept", async () => {
    await labels({}, "bug");
    await set({ labelCommandsEnabled: false });
    await labels();
    expect([await world.drawn(), world.hub.asked]).toEqual(["main", []]);
  });

  it("that is not there any more submits nothing, and one that is there again cancels nothing", async () => {
    world.hub.change(1, { updatedAt: 9 });
    await world.send(label("labeled", 1, LABEL, { at: 1 }));
    await world.settle();
    expect(await world.drawn()).toBe("main");
    await says("/merge");
    world.hub.change(1, { labels: [LABEL], updatedAt: 10 });
    await world.send(label("unlabeled", 1, LABEL, { at: 5 }));
    await world.settle();
    expect(await world.drawn()).toBe("main <- #1 running");
  });

  it("that GitHub shows late is waited for", async () => {
    await world.send(label("labeled", 1, LABEL, { at: 4 }));
    await world.clock.advance(500);
    expect(await world.drawn()).toBe("main");
    world.hub.change(1, { labels: [LABEL], updatedAt: 4 });
    await world.expectPicture("main <- #1 running");
  });

  it.each(["labeled", "unlabeled"])("%s on another base is none of the queue's", async (action) => {
    world.hub.change(1, { base: "feature", labels: action === "labeled" ? [LABEL] : [] });
    await world.send(onPullRequest(action, 1, { label: { name: LABEL } }, { base: "feature" }));
    await world.send(onPullRequest(action, 2, { label: { name: "bug" } }, { base: "feature" }));
    await world.settle();
    expect(await world.drawn()).toBe("main");
    expect(world.hub.asked.filter((what) => what === "GET /pulls/{pull_number}")).toHaveLength(1);
  });

  it("reaches the queue below a stack, and takes out of it", async () => {
    const touch = async (action: string, at: number) => {
      world.hub.change(2, { base: "feature", labels: action === "labeled" ? [LABEL] : [], updatedAt: at });
      await world.send(onPullRequest(action, 2, { label: { name: LABEL } }, { base: "feature", at }));
      await world.settle();
    };
    world.hub.change(1, { branch: "feature" });
    await touch("labeled", 1);
    expect(await world.drawn()).toMatch(/#2/);
    await touch("unlabeled", 2);
    expect(await world.drawn()).not.toMatch(/#2/);
  });

  it("takes out what was retargeted while it was in the queue", async () => {
    await labels();
    world.hub.change(1, { base: "feature", labels: [], updatedAt: 2 });
    await world.send(onPullRequest("unlabeled", 1, { label: { name: LABEL } }, { base: "feature", at: 2 }));
    await world.settle();
    expect(await world.drawn()).toBe("main");
  });
});

it("says nothing that GitHub makes a mention, a reference or markup of, whatever a branch is called", async () => {
  const base = "@octo/all-#1-[x](https://x.y)-<b>-`";
  const name = { ...ON_MAIN, targetBranch: base };
  world.forge.setBranch(ON_MAIN.repository, base, namedCommit("v1"));
  await world.loop.create(name, {});
  world.open(3, { baseBranch: base });
  await says("/cancel", {}, 3);
  const body = world.hub.comments[0]?.[1] ?? "";
  const said = body.replace(/^<!--.*-->\n/, "").replaceAll(/<\/?code>/g, "");
  expect(said).toMatch(/Submit it with/);
  expect(said).not.toMatch(/[@[<`]|https:\/\/|(?<!&)#/);
});

describe("answers to people who may not command the queue", () => {
  it("are few, of all their comments and pull requests together, and others are answered all the same", async () => {
    await world.close();
    world = await IntakeWorld.create({}, { pace: paceOf(2) });
    for (let index = 0; index < 3; index += 1) await says("/merge", { login: "stranger", type: "User" }, 2);
    expect(world.hub.reactions).toHaveLength(2);
    await says("/cancel", { login: "author", type: "User" }, 3);
    expect([world.hub.reactions.length, world.hub.comments.length]).toEqual([2, 0]);
    await says("/merge");
    expect(world.hub.reactions).toHaveLength(3);
    await says("/retry", {}, 3);
    expect(answers()).toEqual([expect.stringContaining("is not in the queue")]);
  });

  it("wait while the store cannot count them", async () => {
    await world.close();
    const reserve: ContentPace["reserve"] = async () => Promise.reject(new StoreError("locked", true));
    world = await IntakeWorld.create({}, { pace: { reserve } });
    await says("/merge", { login: "stranger", type: "User" });
    expect(world.hub.reactions).toEqual([]);
    await says("/merge");
    expect(world.hub.reactions).toHaveLength(1);
  });
});

function paceOf(most: number): Pick<ContentPace, "reserve"> {
  let left = most;
  return {
    reserve: async (_owner, _longestMs, share) => {
      const isReserved = share !== "strangers" || (left -= 1) >= 0;
      return Promise.resolve({ waitMs: 0, isReserved });
    },
  };
}
