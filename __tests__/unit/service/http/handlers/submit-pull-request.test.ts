/** Submitting: what gets in, what does not, and what may happen at the same moment. */
import { describe, expect, it } from "@jest/globals";
import { targetList } from "../../../../../src/domain/impacted-targets.js";
import { picture } from "../../../../../src/engine/explain/picture.js";
import { type ApiWorld, apiWorld, MAIN, no } from "../../../../support/api-world.js";
import { headOf } from "../../../../support/fake-commits.js";
import {
  cancelled,
  entryNumbered,
  factsOf,
  landed,
  passed,
  submitted,
  turned,
} from "../../../../support/queue-builder.js";

const submit = async (world: ApiWorld, number: number, more: object = {}) =>
  world.call("submitPullRequest", { pr: { number }, ...more });

describe("submitting", () => {
  it("puts the pull request in the queue as the forge shows it", async () => {
    const world = await apiWorld();
    world.forge.tell(7, { title: "Retry", author: "ada" });
    expect(await submit(world, 7)).toMatchObject({ status: 200, body: {} });
    expect(entryNumbered(await world.queue(), 7)).toMatchObject({
      facts: { ...factsOf(7), title: "Retry", author: "ada" },
      priority: 100,
      usedDefaultPriority: true,
      noBatch: false,
      targets: null,
      state: "testing",
    });
  });

  it.each([
    [{ priority: "HIGH" }, 10, false],
    [{ priority: 0 }, 0, false],
    [{ priority: "4294967295" }, 4_294_967_295, false],
    [{ priority: null }, 100, true],
    [{ priority: "medium" }, 100, false],
  ])("takes %j", async (wish, priority, usedDefaultPriority) => {
    const world = await apiWorld();
    world.forge.tell(1);
    await submit(world, 1, { ...wish, noBatch: true });
    expect(entryNumbered(await world.queue(), 1)).toMatchObject({
      priority,
      usedDefaultPriority,
      noBatch: true,
    });
  });

  it("again rewrites what was wished for and leaves the entry where it is", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    await submit(world, 1, { priority: "low", noBatch: true });
    const before = entryNumbered(await world.queue(), 1);
    expect((await submit(world, 1)).status).toBe(200);
    expect(await world.queue()).toMatchObject({
      entries: [{ ...before, priority: 100, noBatch: false, usedDefaultPriority: true }],
    });
  });

  it("holds drafts, and everything on a paused queue, until they are ready", async () => {
    const world = await apiWorld();
    world.forge.tell(1, { draft: true });
    world.forge.tell(2);
    expect((await submit(world, 1)).status).toBe(200);
    await world.happens(turned("paused"));
    expect((await submit(world, 2)).status).toBe(200);
    expect((await world.queue()).entries.map(({ state }) => state)).toEqual(["notReady", "notReady"]);
  });

  it("keeps the id of an earlier stay", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    await submit(world, 1);
    const { id } = entryNumbered(await world.queue(), 1);
    await world.happens(cancelled(1));
    await submit(world, 1);
    expect(entryNumbered(await world.queue(), 1).id).toBe(id);
  });

  it("finds the targets that were uploaded for its head", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    await world.call("setImpactedTargets", { pr: { number: 1 }, impactedTargets: ["web"] });
    await submit(world, 1);
    expect(entryNumbered(await world.queue(), 1).targets).toEqual(targetList(["web"]));
  });

  it("is refused when the forge has no such pull request", async () => {
    expect(await submit(await apiWorld(), 5)).toMatchObject({
      status: 404,
      body: no(
        "PR_NOT_FOUND",
        "there is no pull request #5: check the number; with plain git it is refs/pull/<number>/head, which `git push` creates",
      ),
    });
  });

  it.each(["closed", "merged"] as const)("is refused when it is %s", async (state) => {
    const world = await apiWorld();
    world.forge.tell(5, { state });
    expect(await submit(world, 5)).toMatchObject({
      status: 400,
      body: no("PR_NOT_ENQUEUEABLE", `pull request #5 is ${state}`),
    });
  });

  it("is refused when this very head has landed, and goes on with a new one", async () => {
    const world = await apiWorld();
    world.forge.tell(5);
    await submit(world, 5);
    await world.happens(passed("5"), landed());
    expect(await submit(world, 5)).toMatchObject({
      status: 400,
      body: no("PR_NOT_ENQUEUEABLE", `pull request #5 has already landed with the same head ${headOf(5)}`),
    });
    world.forge.tell(5, { headSha: headOf(5, 1) });
    expect((await submit(world, 5)).status).toBe(200);
    expect(picture(await world.queue())).toContain("#5");
  });
});

describe("while it is submitted", () => {
  it.each(["beforeReading", "beforeActing"] as const)(
    "an entry that lands is not put in again (%s)",
    async (moment) => {
      const world = await apiWorld();
      world.forge.tell(1);
      await submit(world, 1);
      await world.happens(passed("1"));
      const lands = async () => world.happens(landed());
      if (moment === "beforeReading") world.forge.beforeReading = lands;
      else world.queues.beforeActing = lands;
      expect(await submit(world, 1)).toMatchObject({ status: 400 });
      expect((await world.queue()).entries).toEqual([]);
    },
  );

  it("an entry that someone else puts in, and that lands, is not put in again", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    world.queues.beforeActing = async () => world.happens(submitted(1), passed("1"), landed());
    expect(await submit(world, 1)).toMatchObject({ status: 400 });
    expect((await world.queue()).entries).toEqual([]);
  });

  it("an entry that someone else takes out comes back under its id", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    await submit(world, 1);
    const { id } = entryNumbered(await world.queue(), 1);
    world.forge.beforeReading = async () => world.happens(cancelled(1));
    expect(await submit(world, 1)).toMatchObject({ status: 200 });
    expect(entryNumbered(await world.queue(), 1).id).toBe(id);
  });

  it("an entry that someone else puts in is rewritten", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    world.forge.beforeReading = async () => world.happens(submitted(1, { priority: 10 }));
    expect(await submit(world, 1, { priority: "low" })).toMatchObject({ status: 200 });
    expect((await world.queue()).entries.map(({ priority }) => priority)).toEqual([200]);
  });

  it("a queue that is taken away and made anew is told from the old one", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    await submit(world, 1);
    await world.happens(cancelled(1));
    const before = await world.queue();
    world.forge.beforeReading = async () => {
      await world.queues.delete(MAIN);
      await world.queues.create(MAIN, {});
    };
    expect(await submit(world, 1)).toMatchObject({ status: 200 });
    const { id, entries } = await world.queue();
    expect(id).not.toBe(before.id);
    expect(entries.map((entry) => entry.id.startsWith(id.slice(0, 13)))).toEqual([true]);
  });

  it("a push that nobody noticed yet ends the old stay", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    await submit(world, 1);
    world.forge.tell(1, { headSha: headOf(1, 1) });
    expect(await submit(world, 1)).toMatchObject({ status: 200 });
    expect((await world.queue()).entries.map(({ facts }) => facts.headSha)).toEqual([headOf(1, 1)]);
    expect(await world.queues.store.findConcluded((await world.queue()).id, factsOf(1).number)).toMatchObject(
      {
        ended: "cancelled",
        reason: { code: "PR_PUSHED_TO" },
      },
    );
  });

  it("a newer head that someone else puts in keeps its stay", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    await submit(world, 1);
    world.forge.tell(1, { headSha: headOf(1, 1) });
    world.queues.beforeActing = async () => {
      world.forge.tell(1, { headSha: headOf(1, 2) });
      await submit(world, 1);
    };
    expect(await submit(world, 1)).toMatchObject({ status: 200 });
    expect((await world.queue()).entries.map(({ facts }) => facts.headSha)).toEqual([headOf(1, 2)]);
    expect(
      (await world.queues.store.findConcluded((await world.queue()).id, factsOf(1).number))?.facts,
    ).toMatchObject({ headSha: headOf(1) });
  });

  it("an upload reaches the entry, though it found none to tell", async () => {
    const world = await apiWorld();
    world.forge.tell(1);
    world.queues.beforeActing = async () => {
      await world.call("setImpactedTargets", { pr: { number: 1 }, impactedTargets: ["late"] });
    };
    await submit(world, 1);
    expect(entryNumbered(await world.queue(), 1).targets).toEqual(targetList(["late"]));
  });
});
