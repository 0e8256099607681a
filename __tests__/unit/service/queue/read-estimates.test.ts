/** Estimates from the store's history, in each place that shows them. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import type { Queue } from "../../../../src/engine/model/queue.js";
import { commentOf, worthEditing } from "../../../../src/service/github/status/comment-of.js";
import { readNewestView } from "../../../../src/service/github/status/read-status-view.js";
import { readEstimates } from "../../../../src/service/queue/read-estimates.js";
import { answerOf, MAIN, ON_MAIN, post } from "../../../support/api-world.js";
import { isJsonObject } from "../../../support/json-object.js";
import { type PagesWorld, PULL_PATH, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { landed, minutesPassed, passed, submitted, turned } from "../../../support/queue-builder.js";

/** Twelve landings with runs of 10 to 21 minutes, then #21 under test and #22 behind it. */
async function busyWorld(): Promise<PagesWorld> {
  const world = await pagesWorld({}, { concurrency: 1 });
  for (let run = 1; run <= 12; run++)
    await world.happens(submitted(run), minutesPassed(9 + run), passed(String(run)), landed());
  await world.happens(submitted(21), submitted(22));
  return world;
}

async function whyOf(world: PagesWorld, number: number): Promise<Readonly<Record<string, unknown>>> {
  const asked = { ...ON_MAIN, pr: { number }, includeWhy: true, includeEstimatedTimeToMerge: true };
  const { body } = await answerOf(await world.app.request("/v1/getSubmittedPullRequest", post(asked)));
  if (!isJsonObject(body) || !isJsonObject(body["why"])) throw new Error(JSON.stringify(body));
  return { ...body["why"], seconds: body["estimatedTimeToMergeSeconds"] };
}

const SENTENCE = /^Second in `main`, .*\. Expected \d\d:\d\d to \d\d:\d\d UTC\. You need not do anything\.$/;

describe("an estimate", () => {
  it("is in the API, the page, its JSON, and the table of the queue and its JSON", async () => {
    const world = await busyWorld();
    const why = await whyOf(world, 22);
    expect(why).toMatchObject({
      sentence: expect.stringMatching(SENTENCE),
      expectedFrom: expect.any(String),
      expectedUntil: expect.any(String),
    });
    const { expectedFrom, expectedUntil, sentence, seconds } = why;
    const left = (Date.parse(String(expectedUntil)) - world.queues.now()) / 1000;
    expect(seconds).toBeLessThan(left);
    expect(seconds).toBeGreaterThan((Date.parse(String(expectedFrom)) - world.queues.now()) / 1000);
    const cookie = await world.signIn();
    const json = async (path: string): Promise<unknown> =>
      (await world.get(path, { cookie, accept: "application/json" })).json();
    expect(await json(`${PULL_PATH}/22?branch=main`)).toMatchObject({
      sentence,
      expectedFrom,
      expectedUntil,
    });
    expect(await json(QUEUE_PATH)).toMatchObject({
      enqueuedPullRequests: [{ prNumber: 21 }, { prNumber: 22, expectedFrom, expectedUntil }],
    });
    const table = await (await world.get(QUEUE_PATH, { cookie })).text();
    const row = /<tr id="entry-22">[\s\S]*?<\/tr>/.exec(table)?.[0] ?? "";
    const words = /Expected (\d\d:\d\d) to (\d\d:\d\d)/.exec(String(sentence));
    expect(row.replaceAll(/<[^>]*>/g, "")).toContain(`${words?.[1]} – ${words?.[2]}`);
    const { body } = await answerOf(await world.app.request("/v1/getQueue", post(ON_MAIN)));
    expect(JSON.stringify(body)).not.toContain("expectedFrom");
  });

  it("is a row of the comment that never makes it worth an edit by itself", async () => {
    const world = await busyWorld();
    const bodies: string[] = [];
    for (const minutes of [0, 3]) {
      const stored = await world.queues.store.load(MAIN);
      if (stored === null) throw new Error("there is no queue");
      const at = world.queues.now() + minutes * 60_000;
      const estimatesOf = async (queue: Queue) => ({
        estimates: await readEstimates(queue, at, world.queues.store),
        at,
      });
      const around = { testBranchPrefix: "mq-merge/", pageOf: () => null, estimatesOf };
      const view = await readNewestView(stored, pullRequestNumber(22), around, world.queues.store);
      bodies.push(view === null ? "" : commentOf(view));
    }
    const [first = "", second = ""] = bodies;
    expect(first).toMatch(/\n\| Expected \| \d\d:\d\d to \d\d:\d\d UTC \(estimated at 0\d:\d\d UTC\) \|\n/);
    expect(second).not.toBe(first);
    expect(worthEditing(second)).toBe(worthEditing(first));
    expect(worthEditing(first)).not.toContain("Expected");
  });

  it("is gone, everywhere, while the queue is paused", async () => {
    const world = await busyWorld();
    await world.happens(turned("paused"));
    const why = await whyOf(world, 22);
    expect([why["expectedFrom"], why["seconds"]]).toEqual([undefined, null]);
    expect(why["sentence"]).not.toContain("Expected");
    const cookie = await world.signIn();
    const page = await (await world.get(`${PULL_PATH}/22?branch=main`, { cookie })).text();
    expect(page).not.toContain("Expected");
  });

  it("is absent where too little has happened, while the older estimate remains", async () => {
    const world = await pagesWorld({}, { concurrency: 1 });
    await world.happens(submitted(1), minutesPassed(10), passed("1"), landed(), submitted(2));
    expect(await whyOf(world, 2)).toMatchObject({ seconds: 600 });
    expect((await whyOf(world, 2))["expectedFrom"]).toBeUndefined();
  });
});
