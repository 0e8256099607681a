/** What a person may do on the pages: through the API's handlers, and only from a page of the own session. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { answerOf, ON_MAIN, post } from "../../../support/api-world.js";
import { csrfOf, type PagesWorld, PULL_PATH, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { failed, submitted, turned } from "../../../support/queue-builder.js";

const PAGE = `${PULL_PATH}/1?branch=main`;
let world: PagesWorld;
let cookie: string;
let csrf: string;

beforeEach(async () => {
  world = await pagesWorld();
  await world.happens(submitted(1), submitted(2));
  world.forge.tell(1);
  world.forge.tell(7);
  cookie = await world.signIn();
  csrf = await csrfOf(await world.get("/", { cookie }));
});

async function act(path: string, fields: Readonly<Record<string, string>> = {}, headers = {}) {
  return world.postForm(path, { csrf, ...fields }, { cookie, ...headers });
}

async function entryOf(number: number) {
  return (await world.queue()).entries.find(({ facts }) => facts.number === number);
}

describe("an action on a pull request", () => {
  it("cancels, and returns to the page", async () => {
    const answer = await act(`${PULL_PATH}/1/cancel?branch=main`);
    expect([answer.status, answer.headers.get("location"), await entryOf(1)]).toEqual([303, PAGE, undefined]);
  });

  it("restarts the tests", async () => {
    const before = (await world.queue()).runs[0]?.id;
    expect((await act(`${PULL_PATH}/1/restart?branch=main`)).status).toBe(303);
    expect((await world.queue()).runs[0]?.id).not.toBe(before);
  });

  it("sets the priority and keeps that the entry is tested alone", async () => {
    await world.happens(submitted(1, { noBatch: true }));
    expect((await act(`${PULL_PATH}/1/priority?branch=main`, { priority: "high" })).status).toBe(303);
    expect(await entryOf(1)).toMatchObject({ priority: 10, noBatch: true });
  });

  it("submits one that left, and one that was never submitted", async () => {
    await act(`${PULL_PATH}/1/cancel?branch=main`);
    expect((await act(`${PULL_PATH}/1/submit?branch=main`)).status).toBe(303);
    const answer = await act(`${QUEUE_PATH}/submit?branch=main`, { number: "#7" });
    expect(answer.headers.get("location")).toBe(`${PULL_PATH}/7?branch=main`);
    expect([await entryOf(1), await entryOf(7)]).toMatchObject([{ ended: null }, { ended: null }]);
  });

  it("that the queue refuses says why and changes nothing", async () => {
    const { version } =
      (await world.queues.read({
        repository: { host: "github.com", owner: "octo", name: "mono" },
        targetBranch: "main",
      })) ?? {};
    const refusals = [
      await act(`${PULL_PATH}/99/cancel?branch=main`),
      await act(`${PULL_PATH}/1/priority?branch=main`, { priority: "soon" }),
      await act(`${PULL_PATH}/1/explode?branch=main`),
      await act(`${PULL_PATH}/1/cancel?branch=other`),
      await act(`${PULL_PATH}/1/cancel`),
      await act(`${QUEUE_PATH}/submit?branch=main`, { number: "x" }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 400, 400, 404, 404, 400]);
    expect(await refusals[0]?.text()).toContain("Pull request #99 is not in the queue of main: submit it");
    const after = await world.queues.read({
      repository: { host: "github.com", owner: "octo", name: "mono" },
      targetBranch: "main",
    });
    expect(after?.version).toBe(version);
  });

  it("is offered with its price", async () => {
    const page = await (await world.get(PAGE, { cookie })).text();
    expect(page).toContain("Retry restarts 2 runs.");
    expect(page).toContain("It leaves the queue. 1 run of entries behind it restarts.");
  });
});

describe("pausing", () => {
  it("needs a reason, which the page shows until the queue is resumed", async () => {
    expect((await act(`${QUEUE_PATH}/pause?branch=main`, { reason: "  " })).status).toBe(400);
    expect((await world.queue()).state).toBe("running");
    await act(`${QUEUE_PATH}/pause?branch=main`, { reason: "The <b>disk</b> is full" });
    expect((await world.queue()).state).toBe("paused");
    expect((await answerOf(await world.app.request("/v1/getQueue", post(ON_MAIN)))).body).toMatchObject({
      stateReason: expect.stringMatching(
        /^administrator paused it at 2026-01-01 \d\d:\d\d UTC: The <b>disk<\/b> is full\. Nothing starts or lands until/,
      ),
    });
    expect(await (await world.get(QUEUE_PATH, { cookie })).text()).toContain(
      "The &lt;b&gt;disk&lt;/b&gt; is full",
    );
    expect((await act(`${QUEUE_PATH}/resume?branch=main`)).status).toBe(303);
    expect((await world.queue()).state).toBe("running");
  });

  it("for another reason does not show the earlier one", async () => {
    await act(`${QUEUE_PATH}/pause?branch=main`, { reason: "disk" });
    await world.happens(turned("running"), turned("paused"));
    const page = await (await world.get(QUEUE_PATH, { cookie })).text();
    expect([page.includes("<strong>Paused</strong>"), page.includes("disk")]).toEqual([true, false]);
  });
});

describe("a token without the scope", () => {
  it("is offered no action, and its form is refused", async () => {
    cookie = await world.signIn(await world.token(["read"]));
    const page = await world.get(PAGE, { cookie });
    csrf = await csrfOf(page.clone());
    expect(await page.text()).not.toContain('class="action"');
    const answers = [
      await act(`${PULL_PATH}/1/cancel?branch=main`),
      await act(`${PULL_PATH}/1/priority?branch=main`, { priority: "high" }),
      await act(`${QUEUE_PATH}/pause?branch=main`, { reason: "x" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect([await entryOf(1), (await world.queue()).state]).toMatchObject([{ priority: 100 }, "running"]);
  });

  it("may submit without choosing a priority", async () => {
    cookie = await world.signIn(await world.token(["read", "submit"]));
    const page = await world.get(PAGE, { cookie });
    csrf = await csrfOf(page.clone());
    expect([...(await page.text()).matchAll(/<summary>(\w+)<\/summary>/g)].map(([, label]) => label)).toEqual(
      ["Cancel", "Retry"],
    );
    expect((await act(`${PULL_PATH}/1/priority?branch=main`, { priority: "urgent" })).status).toBe(403);
    expect(await entryOf(1)).toMatchObject({ priority: 100 });
  });

  it("does not reach another repository", async () => {
    cookie = await world.signIn(await world.token(["read", "submit"], ["github.com/octo/other"]));
    csrf = await csrfOf(await world.get("/", { cookie }));
    expect((await act(`${PULL_PATH}/1/cancel?branch=main`)).status).toBe(403);
    expect(await entryOf(1)).toBeDefined();
  });
});

describe("a form that no page of the session posted", () => {
  it.each([
    ["from another site", {}, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, 403],
    ["without the session's value", { csrf: "" }, {}, 403],
    ["with the value of another session", { csrf: "0".repeat(64) }, {}, 403],
    ["without a session", {}, { cookie: "" }, 401],
    ["as JSON", {}, { "content-type": "application/json" }, 400],
    ["that is too long", {}, { "content-length": "99999" }, 413],
  ])("%s is refused", async (_, fields, headers, status) => {
    expect((await act(`${PULL_PATH}/1/cancel?branch=main`, fields, headers)).status).toBe(status);
    expect(await entryOf(1)).toBeDefined();
  });

  it("is no GET", async () => {
    expect((await world.get(`${PULL_PATH}/1/cancel?branch=main`, { cookie })).status).toBe(404);
    expect(await entryOf(1)).toBeDefined();
  });
});

describe("retry", () => {
  it("is not offered for tests that have not run", async () => {
    await world.happens(failed("1"), failed("1"));
    expect(await (await world.get(PAGE, { cookie })).text()).not.toContain("Retry");
  });
});
