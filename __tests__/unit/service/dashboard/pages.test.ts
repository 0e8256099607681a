/** The pages as a browser without JavaScript receives them. */
import { describe, expect, it } from "@jest/globals";
import type { QueueName } from "../../../../src/domain/queue-name.js";
import { CONTENT_SECURITY_POLICY } from "../../../../src/service/dashboard/answer-page.js";
import { PULL_PATH, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { submitted } from "../../../support/queue-builder.js";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&amp;{{7*7}}\u202e`;

describe("every page", () => {
  it("loads nothing from elsewhere and has no inline script or style", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const cookie = await world.signIn();
    const past = ["history", "insights", "log"].map((name) => `/github.com/octo/mono/${name}`);
    const pull = [`${PULL_PATH}/1`, `${PULL_PATH}/7`];
    for (const path of ["/", QUEUE_PATH, ...pull, ...past, "/sign-in", "/no/such/page"]) {
      const answer = await world.get(path, { cookie });
      const text = await answer.text();
      expect(answer.headers.get("content-security-policy")).toBe(CONTENT_SECURITY_POLICY);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(text).not.toMatch(/<style|style=|<script(?! src="\/assets\/)|\son\w+=|(src|action)="https?:/);
    }
  });

  it("shows hostile text as text", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1, { facts: { title: HOSTILE, author: HOSTILE } }));
    const cookie = await world.signIn();
    const author = encodeURIComponent(HOSTILE);
    for (const path of [QUEUE_PATH, `${QUEUE_PATH}?author=${author}&lane=${author}`, `${PULL_PATH}/1`]) {
      const text = await (await world.get(path, { cookie })).text();
      expect(text).not.toMatch(/<script>|<img/);
      expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    }
  });

  it("has a next step where there is nothing to show", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    const statusOf = async (path: string) => {
      const answer = await world.get(path, { cookie });
      return [answer.status, /<a href="([^"]+)">See/.exec(await answer.text())?.[1] ?? null];
    };
    expect(await statusOf("/github.com/octo/mono/queue?branch=none")).toEqual([404, "/"]);
    expect(await statusOf("/github.com/octo/mono/queue?branch=a..b")).toEqual([404, "/"]);
    expect(await statusOf(`${PULL_PATH}/7?branch=main`)).toEqual([404, `${QUEUE_PATH}?branch=main`]);
    expect(await statusOf(`${PULL_PATH}/4294967296`)).toEqual([404, "/"]);
    expect(await statusOf(`${PULL_PATH}/x`)).toEqual([404, "/"]);
    expect(await statusOf("/bad%20host/octo/mono/queue")).toEqual([404, "/"]);
    expect(await statusOf("/nothing")).toEqual([404, "/"]);
  });

  it("of an empty queue says how to fill it", async () => {
    const world = await pagesWorld();
    const text = await (await world.get(QUEUE_PATH, { cookie: await world.signIn() })).text();
    expect(text).toContain("The queue is empty. Submit a pull request with");
  });
});

describe("a hostile address", () => {
  it.each([
    `${QUEUE_PATH}?branch=%00`,
    `${QUEUE_PATH}?branch=a%0d%0aset-cookie:x`,
    `${QUEUE_PATH}?branch=%ff%fe`,
    `${QUEUE_PATH}?state=__proto__&lane=%00&author=%F0%9F%94%91`,
    `${PULL_PATH}/1?branch=%00`,
    `${PULL_PATH}/%zz`,
    `${PULL_PATH}/1%00`,
    `${PULL_PATH}/-1`,
    `${PULL_PATH}/1e3`,
    "/%00/octo/mono/queue",
    "/github.com/../mono/queue",
    "/github.com/octo/%2e%2e/queue",
    "/sign-in?next=%00",
    `/${"a".repeat(5000)}`,
  ])("%s is answered without a failure", async (path) => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const cookie = await world.signIn();
    const read = world.queues.store.load.bind(world.queues.store);
    Object.assign(world.queues.store, {
      // As Postgres does.
      load: async (name: QueueName) => {
        if (name.targetBranch.includes("\0")) throw new Error("invalid byte sequence");
        return read(name);
      },
    });
    const answer = await world.get(path, { cookie });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });
});

describe("an asset", () => {
  it.each([
    ["htmx.min.js", "text/javascript; charset=utf-8"],
    ["pages.js", "text/javascript; charset=utf-8"],
    ["live-page.js", "text/javascript; charset=utf-8"],
    ["uplot.min.js", "text/javascript; charset=utf-8"],
    ["uplot.min.css", "text/css; charset=utf-8"],
    ["charts.js", "text/javascript; charset=utf-8"],
    ["pages.css", "text/css; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
  ])("%s needs no session and is cached", async (name, type) => {
    const answer = await (await pagesWorld()).get(`/assets/${name}?v=1`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=2592000, immutable");
  });

  it.each(["pages.css.map", "..%2fpages.ts", "__proto__", "constructor"])("%s is not there", async (name) => {
    expect((await (await pagesWorld()).get(`/assets/${name}`)).status).toBe(404);
  });
});

describe("what is not there", () => {
  it.each([
    [
      "/github.com/octo/mono/queue?branch=release/9",
      "No such queue",
      "Run <code>merge-queue create-queue --branch release/9</code>",
      {
        code: "MERGE_QUEUE_NOT_FOUND",
        message:
          "branch release/9 of github.com/octo/mono has no queue: create it with `merge-queue create-queue --branch release/9`",
      },
    ],
    [
      "/github.com/octo/mono/pull/7?branch=main",
      "Never submitted",
      "Run <code>merge-queue submit 7 --branch main</code>",
      {
        code: "PR_NOT_FOUND",
        message:
          "pull request #7 was never submitted to the queue of main: submit it with `merge-queue submit 7 --branch main`",
      },
    ],
    [
      "/github.com/octo/mono/queue?branch=a..b%3Cimg%3E",
      "No such queue",
      "a..b&lt;img&gt; is not a valid branch name",
      { code: "NOT_FOUND", message: "a..b<img> is not a valid branch name, so it has no queue." },
    ],
  ])("%s names the command that helps, as a page and as JSON", async (path, title, command, error) => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    const page = await world.get(path, { cookie });
    const json = await world.get(path, { cookie, accept: "application/json" });
    expect([page.status, json.status, await json.json()]).toEqual([404, 404, { error }]);
    const text = await page.text();
    expect([text.includes(`<h1>${title}</h1>`), text.includes(command)]).toEqual([true, true]);
  });

  it("lists every kind of page at an address that leads to none", async () => {
    const world = await pagesWorld();
    const page = await (await world.get("/github.com/octo/mono/nothing")).text();
    expect(page).toContain("with queue, history, insights, landings, settings, log or pull/NUMBER.");
  });
});

describe("the API beside the pages", () => {
  it("answers programs as before", async () => {
    const world = await pagesWorld();
    const nothing = await world.app.request("/v1/nothing");
    expect([nothing.status, await nothing.json()]).toMatchObject([404, { error: { code: "NOT_FOUND" } }]);
    const method = await world.app.request("/v1/getQueue", { headers: { accept: "text/html" } });
    expect(method.status).toBe(405);
  });
});
