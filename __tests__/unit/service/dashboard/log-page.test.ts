/** Time travel: any decision of the log as a page and as JSON. */
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, jest } from "@jest/globals";
import { TOKEN } from "../../../support/api-world.js";
import { type PagesWorld, pagesWorld } from "../../../support/pages-world.js";
import {
  BEGINNING,
  landed,
  minutesPassed,
  passed,
  reported,
  submitted,
} from "../../../support/queue-builder.js";

const LOG = "/github.com/octo/mono/log";
const HOSTILE = `"><script>alert(1)</script>\`<img src=x onerror=alert(2)>`;

async function lived(): Promise<PagesWorld> {
  const world = await pagesWorld({}, { concurrency: 2 });
  await world.happens(submitted(1), submitted(2), minutesPassed(5));
  await world.happens(reported("1", { [HOSTILE]: "failure" }), passed("1"), landed());
  return world;
}

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

async function shown(world: PagesWorld, query: string): Promise<string> {
  return (await world.get(`${LOG}?branch=main${query}`, { cookie: await world.signIn() })).text();
}

describe("time travel", () => {
  it("shows the newest decision, its rules and what it changed", async () => {
    const world = await lived();
    const page = await shown(world, "");
    expect(page).toContain("The test run of #1 landed");
    expect(page).toContain("Decision 10 of 10");
    expect(page).toMatch(/landed[\s\S]{0,80}pull\/1\?branch=main">#1</);
    expect(page).toContain("<code>landed</code>");
  });

  it("shows the queue as it was", async () => {
    const world = await lived();
    const answer = await world.get(`${LOG}.json?branch=main&at=1`, { "x-api-token": TOKEN });
    expect(await answer.json()).toMatchObject({
      ...{ version: 1, newest: 10, event: "entrySubmitted", words: "#1 was submitted", comparison: "same" },
      before: "main",
      changes: { entered: [1], left: [], landed: [], started: [1], stopped: [] },
      steps: [
        { rule: "record", moves: [{ pullRequest: 1, from: null, to: "NOT_READY" }] },
        { rule: "admitReadyEntries" },
        { rule: "formBatches" },
        { rule: "startTestRuns", effects: ["start the test run of #1"], picture: "main <- #1 building" },
      ],
      ...{ earlierMove: null, laterMove: 3 },
    });
    const page = await shown(world, "&at=4");
    expect(page).toContain("main &lt;- #1 running &lt;- #2+1 building");
    expect(page).toMatch(/>‹ Previous<[\s\S]*at=5" data-key="j">Next ›</);
  });

  it("asks to try again when too many visits wait, as a page and as JSON", async () => {
    const world = await lived();
    const cookie = await world.signIn();
    let release: (none: null) => void = () => undefined;
    const held = new Promise<null>((resolve) => {
      release = resolve;
    });
    jest.spyOn(world.queues.store, "logBeginning").mockReturnValue(held);
    const visits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(async (at) =>
      world.get(`${LOG}?branch=main&at=${at}`, { cookie }),
    );
    await turnsOfTheLoop(20);
    const page = await world.get(`${LOG}?branch=main&at=10`, { cookie });
    expect([page.status, (await page.text()).includes("try again in a few seconds")]).toEqual([503, true]);
    const json = await world.get(`${LOG}.json?branch=main&at=10`, { "x-api-token": TOKEN });
    expect([json.status, json.headers.has("retry-after")]).toEqual([503, true]);
    release(null);
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  });

  it("goes to the first change at a time", async () => {
    const page = await shown(await lived(), `&when=${new Date(BEGINNING + 300_000).toISOString()}`);
    expect(page).toContain("Decision 9 of 10");
  });

  it("shows hostile names as text", async () => {
    const page = await shown(await lived(), "&at=8");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toMatch(/<script>|<img/);
  });

  it.each(["at=0", "at=11", "at=1.5", "at=-1", "at=99999999999999", "when=yesterday", "at=%00"])(
    "refuses %s and states what it expects",
    async (query) => {
      const world = await lived();
      const answer = await world.get(`${LOG}?branch=main&${query}`, { cookie: await world.signIn() });
      expect([answer.status, (await answer.text()).includes("is unknown: expected a")]).toEqual([400, true]);
    },
  );

  it("of an untouched queue leads to the queue", async () => {
    const world = await pagesWorld();
    const answer = await world.get(LOG, { cookie: await world.signIn() });
    expect([answer.status, (await answer.text()).includes("Nothing was decided yet")]).toEqual([404, true]);
  });
});
