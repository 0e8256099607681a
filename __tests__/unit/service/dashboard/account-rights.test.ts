/** What a person who signed in with an account sees and may do: as GitHub grants it, and no longer than that. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { HEARTBEAT_MS } from "../../../../src/contract/queue-events.js";
import { REPOSITORY_ROLES, type RepositoryRole } from "../../../../src/domain/repository-role.js";
import { type MemoryAccountHost, memoryAccountHost } from "../../../support/memory-account-host.js";
import { csrfOf, type PagesWorld, PULL_PATH, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { submitted } from "../../../support/queue-builder.js";

const MONO = "github.com/octo/mono";
const PAGES = [
  QUEUE_PATH,
  `${PULL_PATH}/1`,
  `${PULL_PATH}/99`,
  "/github.com/octo/mono/history",
  "/github.com/octo/mono/insights",
  "/github.com/octo/mono/log",
];
const EVENTS = "/v1/events?repoHost=github.com&repo=octo/mono&targetBranch=main";

let host: MemoryAccountHost;
let world: PagesWorld;
let cookie: string;
beforeEach(async () => {
  await open();
});

async function open(options: Parameters<typeof pagesWorld>[0] = {}): Promise<void> {
  host = memoryAccountHost();
  world = await pagesWorld({ accounts: host, ...options });
  const by = (author: string) => ({ facts: { author } });
  await world.happens(submitted(1, by("ada")), submitted(2, by("Mona")));
  for (const number of [1, 2, 7]) world.forge.tell(number);
  cookie = await signInAs("mona", 7);
}

async function signInAs(login: string, id: number): Promise<string> {
  host.person = { id, login };
  const begun = await world.get("/sign-in/github");
  const parameters = new URLSearchParams(host.agree(begun.headers.get("location") ?? ""));
  const path = `/sign-in/github/callback?${parameters.toString()}`;
  const answer = await world.get(path, { cookie: begun.headers.get("set-cookie")?.split(";")[0] ?? "" });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function grant(role: RepositoryRole, login = "mona"): void {
  host.roles.set(`${login} ${MONO}`, role);
}

async function act(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  const csrf = await csrfOf(await world.get("/", { cookie }));
  return world.postForm(path, { csrf, ...fields }, { cookie });
}

async function entryOf(number: number) {
  return (await world.queue()).entries.find(({ facts }) => facts.number === number);
}

describe("without a role", () => {
  it("a repository is exactly like one that does not exist, also for actions and programs", async () => {
    const missing = (path: string) => path.replaceAll("octo/mono", "octo/none");
    const seen = async (path: string, headers = {}) => {
      const answer = await world.get(path, { cookie, ...headers });
      const text = (await answer.text()).replaceAll("octo/none", "octo/mono").replace(/as of [\d:]+/, "");
      const varying = ["x-request-id"];
      return [answer.status, text, [...answer.headers].filter(([name]) => !varying.includes(name))];
    };
    for (const path of PAGES) {
      expect(await seen(path)).toEqual(await seen(missing(path)));
      const json = { accept: "application/json" };
      expect(await seen(path, json)).toEqual(await seen(missing(path), json));
      expect((await seen(path))[0]).toBe(404);
    }
    expect(await seen(EVENTS)).toEqual(await seen(missing(EVENTS)));
    const posted = async (path: string) => {
      const answer = await act(path, { reason: "x" });
      return [answer.status, (await answer.text()).replaceAll("octo/none", "octo/mono")];
    };
    for (const path of [`${QUEUE_PATH}/pause?branch=main`, `${PULL_PATH}/2/cancel?branch=main`]) {
      expect(await posted(path)).toEqual(await posted(missing(path)));
    }
    expect((await world.queue()).state).toBe("running");
    expect(await entryOf(2)).toBeDefined();
    expect(await (await world.get("/", { cookie })).text()).toContain("There is no queue that you may read");
  });

  it("stays so while GitHub fails", async () => {
    host.failure = { kind: "unknown", lastKnown: "none", why: "GitHub answered with 502" };
    const answer = await world.get(QUEUE_PATH, { cookie });
    expect([answer.status, (await answer.text()).includes("did not confirm that mona may read it")]).toEqual([
      404,
      true,
    ]);
  });
});

describe("each role", () => {
  const ACTIONS: readonly (readonly [string, string, RepositoryRole])[] = [
    ["submit", `${QUEUE_PATH}/submit?branch=main`, "write"],
    ["cancel", `${PULL_PATH}/1/cancel?branch=main`, "write"],
    ["cancel of the own one", `${PULL_PATH}/2/cancel?branch=main`, "read"],
    ["retry", `${PULL_PATH}/1/restart?branch=main`, "write"],
    ["priority", `${PULL_PATH}/1/priority?branch=main`, "write"],
    ["pause", `${QUEUE_PATH}/pause?branch=main`, "maintain"],
  ];

  it.each(ACTIONS)("decides about %s", async (_, path, least) => {
    for (const role of REPOSITORY_ROLES) {
      await open();
      grant(role);
      const answer = await act(path, { number: "7", priority: "high", reason: "x" });
      const isEnough = REPOSITORY_ROLES.indexOf(role) >= REPOSITORY_ROLES.indexOf(least);
      const refusal = role === "none" ? 404 : 403;
      expect([role, answer.status]).toEqual([role, isEnough ? 303 : refusal]);
      if (refusal === 403 && !isEnough)
        expect(await answer.text()).toContain(
          `needs the role ${least} in octo/mono on GitHub, which mona lacks`,
        );
    }
  });

  it("is offered what it may do, and nothing else", async () => {
    const labels = async (path: string) => {
      const page = await (await world.get(path, { cookie })).text();
      return [...page.matchAll(/<summary>(\w+)<\/summary>/g)].map(([, label]) => label);
    };
    const shown: unknown[] = [];
    for (const role of ["read", "triage", "write", "maintain"] as const) {
      grant(role);
      shown.push([
        await labels(`${PULL_PATH}/1?branch=main`),
        await labels(`${PULL_PATH}/2?branch=main`),
        await labels(QUEUE_PATH),
      ]);
    }
    const ofWriter = ["Cancel", "Retry", "Priority"];
    expect(shown).toEqual([
      [[], ["Cancel"], []],
      [[], ["Cancel"], []],
      [ofWriter, ofWriter, ["Submit"]],
      [ofWriter, ofWriter, ["Submit", "Pause", "Drain"]],
    ]);
  });

  it("is named in the reasons of what the person did", async () => {
    grant("write");
    await act(`${QUEUE_PATH}/submit?branch=main`, { number: "7" });
    await act(`${PULL_PATH}/7/cancel?branch=main`);
    const page = await (await world.get(`${PULL_PATH}/7?branch=main`, { cookie })).text();
    expect(page).toContain("#7 was submitted by mona on the web page.");
    expect(page).toContain("#7 was cancelled by mona on the web page.");
  });
});

describe("a role that ends", () => {
  it("takes the page, the list and the stream with it", async () => {
    grant("read");
    expect((await world.get(QUEUE_PATH, { cookie })).status).toBe(200);
    expect(await (await world.get("/", { cookie })).text()).toContain("1 queue");
    const stream = await world.get(EVENTS, { cookie });
    const reader = stream.body?.getReader();
    await reader?.read();
    host.roles.clear();
    await world.timers.advance(HEARTBEAT_MS);
    expect((await reader?.read())?.done).toBe(true);
    expect((await world.get(QUEUE_PATH, { cookie })).status).toBe(404);
    expect(await (await world.get("/", { cookie })).text()).toContain("0 queues");
  });

  it("is asked for anew before each action, and only then", async () => {
    grant("write");
    const csrf = await csrfOf(await world.get("/", { cookie }));
    host.asked.length = 0;
    await world.get(QUEUE_PATH, { cookie });
    await world.postForm(`${PULL_PATH}/1/cancel?branch=main`, { csrf }, { cookie });
    expect(host.asked).toEqual([
      { repository: MONO, age: "minute" },
      { repository: MONO, age: "now" },
    ]);
  });

  it("is not asked for by a form that no page of the session posted", async () => {
    grant("write");
    host.asked.length = 0;
    const path = `${PULL_PATH}/1/cancel?branch=main`;
    const answers = [
      await world.postForm(path, { csrf: "0".repeat(64) }, { cookie }),
      await world.postForm(
        path,
        {},
        { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      ),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect([host.asked, await entryOf(1)]).toEqual([[], expect.anything()]);
  });
});

describe("while GitHub does not answer about a person who could read before", () => {
  beforeEach(() => {
    const why = "the installation of the GitHub App on octo is suspended";
    host.failure = { kind: "unknown", lastKnown: "maintain", why };
  });

  it("pages and actions name the cause, and nothing changes", async () => {
    const answers = [
      await world.get(QUEUE_PATH, { cookie }),
      await act(`${QUEUE_PATH}/pause?branch=main`, { reason: "x" }),
    ];
    for (const answer of answers) {
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining("the installation of the GitHub App on octo is suspended."),
      ]);
    }
    expect((await world.queue()).state).toBe("running");
    const list = await (await world.get("/", { cookie })).text();
    expect(list).toContain("GitHub did not confirm that you may read some of the repositories");
  });

  it("public pages remain readable, and actions do not come back", async () => {
    await open({ access: "public" });
    const why = "GitHub answered with 502";
    host.failure = { kind: "unknown", lastKnown: "maintain", why };
    const page = await world.get(QUEUE_PATH, { cookie });
    expect([page.status, (await page.text()).includes('class="action"')]).toEqual([200, false]);
    expect((await act(`${QUEUE_PATH}/pause?branch=main`, { reason: "x" })).status).toBe(503);
  });
});

it("shows no output to a person without a role while the pages are public", async () => {
  await open({ access: "public" });
  const page = await world.get(`${PULL_PATH}/1`, { cookie });
  expect([page.status, (await act(`${PULL_PATH}/2/cancel?branch=main`)).status]).toEqual([200, 403]);
});

it("escapes a login with markup, which no real account has", async () => {
  cookie = await signInAs(`"><img src=x onerror=alert(1)>`, 9);
  for (const path of ["/", QUEUE_PATH]) {
    const page = await (await world.get(path, { cookie })).text();
    expect(page).not.toContain("<img");
  }
});

it("ends with the revocation of the App's authorization, for every session of the account", async () => {
  const [other, another] = [await signInAs("mona", 7), await signInAs("hubot", 8)];
  expect(await world.store.endAllOf(7)).toBe(2);
  const statuses = [cookie, other, another].map(
    async (one) => (await world.get("/", { cookie: one })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
});
