/** Signing in with an account of the code host: only the browser that began it, once, and back to a page of the service. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { ForgeError } from "../../../../src/service/ports/world-error.js";
import { HOST_URL, type MemoryAccountHost, memoryAccountHost } from "../../../support/memory-account-host.js";
import { csrfOf, ORIGIN, type PagesWorld, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";

const CALLBACK = "/sign-in/github/callback";
const TEN_MINUTES = 600_000;

let host: MemoryAccountHost;
let world: PagesWorld;
beforeEach(async () => {
  host = memoryAccountHost();
  world = await pagesWorld({ accounts: host });
});

function cookieOf(answer: Response, at = 0): string {
  return answer.headers.getSetCookie()[at]?.split(";")[0] ?? "";
}

/** What the browser has when GitHub shows its page. */
async function begin(next?: string, cookie = "") {
  const query = next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
  const answer = await world.get(`/sign-in/github${query}`, { cookie });
  expect(answer.status).toBe(303);
  return { location: answer.headers.get("location") ?? "", cookie: cookieOf(answer) };
}

async function callback(parameters: Readonly<Record<string, string>>, cookie: string): Promise<Response> {
  return world.get(`${CALLBACK}?${new URLSearchParams(parameters).toString()}`, { cookie });
}

async function problemOf(answer: Response): Promise<string> {
  return /role="alert">([^<]*)</.exec(await answer.text())?.[1]?.trim() ?? "";
}

describe("a sign-in with GitHub", () => {
  it("is offered with its way back, beside the token", async () => {
    const page = await (await world.get(`${QUEUE_PATH}?branch=main`)).text();
    const next = encodeURIComponent(`${QUEUE_PATH}?branch=main`);
    expect(page).toContain(`href="/sign-in/github?next=${next}"`);
    expect(page).toContain('name="token"');
  });

  it("is not offered and does not exist without the settings", async () => {
    const other = await pagesWorld();
    expect(await (await other.get("/sign-in")).text()).not.toContain("GitHub");
    expect((await other.get("/sign-in/github")).status).toBe(404);
    expect((await other.get(`${CALLBACK}?code=1&state=1`)).status).toBe(404);
  });

  it("leads back to the page in a session that a script cannot read and that holds no token", async () => {
    const { location, cookie } = await begin(`${QUEUE_PATH}?branch=main`);
    expect(location.startsWith(`${HOST_URL}?`)).toBe(true);
    const answer = await callback(host.agree(location), cookie);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${QUEUE_PATH}?branch=main`]);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^merge-queue=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
      "merge-queue-sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect([...world.store.sessions.values()]).toMatchObject([
      { with: { kind: "account", account: { id: 7, login: "mona" } } },
    ]);
    const page = await world.get("/", { cookie: cookieOf(answer) });
    expect([page.status, (await page.text()).includes('<span class="who">mona</span>')]).toEqual([200, true]);
  });

  it("ends the session that the browser had before", async () => {
    const before = await world.signIn();
    const { location, cookie } = await begin();
    await callback(host.agree(location), `${cookie}; ${before}`);
    expect((await world.get("/", { cookie: before })).status).toBe(401);
  });

  it("may begin in several tabs at once", async () => {
    const one = await begin("/github.com/a/b/queue");
    const other = await begin("/github.com/c/d/queue", one.cookie);
    expect(other.cookie).toBe(one.cookie);
    const answer = await callback(host.agree(one.location), other.cookie);
    expect(answer.headers.get("location")).toBe("/github.com/a/b/queue");
  });

  it("works when another replica answers the way back", async () => {
    const { location, cookie } = await begin();
    world = await pagesWorld({ accounts: host, store: world.store });
    expect((await callback(host.agree(location), cookie)).status).toBe(303);
  });

  it.each([
    "//evil.example/",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    `/${"x".repeat(600)}`,
  ])("never leads to %s", async (next) => {
    const { location, cookie } = await begin(next);
    expect((await callback(host.agree(location), cookie)).headers.get("location")).toBe("/");
  });

  it("signs out like any session", async () => {
    const { location, cookie } = await begin();
    const session = cookieOf(await callback(host.agree(location), cookie));
    const csrf = await csrfOf(await world.get("/", { cookie: session }));
    expect((await world.postForm("/sign-out", { csrf: "0" }, { cookie: session })).status).toBe(403);
    expect((await world.postForm("/sign-out", { csrf }, { cookie: session })).status).toBe(303);
    expect((await world.get("/", { cookie: session })).status).toBe(401);
  });
});

describe("a way back that admits no one", () => {
  const NOT_BEGUN = "This sign-in was begun in another browser, or more than ten minutes ago.";

  async function refused(answer: Response, status: number, words: string): Promise<void> {
    expect([answer.status, await problemOf(answer)]).toEqual([status, expect.stringContaining(words)]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(world.store.sessions.size).toBe(0);
  }

  it("is of a browser that began nothing, as by a link of an attacker", async () => {
    const { location } = await begin();
    await refused(await callback(host.agree(location), ""), 400, NOT_BEGUN);
  });

  it("is of a browser that began another sign-in", async () => {
    const [one, other] = [await begin(), await begin()];
    expect(one.cookie).not.toBe(other.cookie);
    await refused(await callback(host.agree(one.location), other.cookie), 400, NOT_BEGUN);
  });

  it.each<[string, (state: string) => string]>([
    ["is missing", () => ""],
    ["was changed", (state) => `${state.startsWith("A") ? "B" : "A"}${state.slice(1)}`],
    ["has another signature", (state) => `${state.slice(0, -1)}${state.endsWith("A") ? "E" : "A"}`],
    ["is no state", () => "%00.<script>"],
    ["has no end", () => "a".repeat(20_000)],
  ])("has a state that %s", async (_, changed) => {
    const { location, cookie } = await begin();
    const { code = "", state = "" } = host.agree(location);
    await refused(await callback({ code, state: changed(state) }, cookie), 400, NOT_BEGUN);
  });

  it("has two states or two codes", async () => {
    const { location, cookie } = await begin();
    const { code = "", state = "" } = host.agree(location);
    for (const more of [`&state=${state}`, `&code=${code}`]) {
      const path = `${CALLBACK}?code=${code}&state=${encodeURIComponent(state)}${more}`;
      await refused(await world.get(path, { cookie }), 400, NOT_BEGUN);
    }
  });

  it("comes later than ten minutes", async () => {
    const { location, cookie } = await begin();
    world.queues.clock += TEN_MINUTES + 1;
    await refused(await callback(host.agree(location), cookie), 400, NOT_BEGUN);
  });

  it("is the person's no", async () => {
    const { location, cookie } = await begin(QUEUE_PATH);
    const { state = "" } = host.agree(location);
    const answer = await callback({ error: "access_denied", error_description: "<b>", state }, cookie);
    const page = await answer.clone().text();
    expect(page).toContain(`name="next" value="${QUEUE_PATH}"`);
    // The address of the way back would be of no use.
    expect(page).not.toContain(CALLBACK);
    await refused(answer, 403, "You did not allow the sign-in on GitHub.");
  });

  it("is another refusal of GitHub, with hostile words", async () => {
    const { location, cookie } = await begin();
    const { state = "" } = host.agree(location);
    await refused(
      await callback({ error: "redirect_uri_mismatch", state }, cookie),
      403,
      "(redirect_uri_mismatch)",
    );
    const hostile = await callback({ error: "<script>alert(1)</script>", state }, cookie);
    expect(await hostile.clone().text()).not.toContain("alert(1)");
    await refused(hostile, 403, "GitHub refused the sign-in.");
  });

  it("has a code that GitHub does not know, or one that was used", async () => {
    const { location, cookie } = await begin();
    const { code = "", state = "" } = host.agree(location);
    await refused(await callback({ code: "stolen", state }, cookie), 401, "did not accept the code");
    expect((await callback({ code, state }, cookie)).status).toBe(303);
    const again = await callback({ code, state }, cookie);
    expect([again.status, world.store.sessions.size]).toEqual([401, 1]);
  });

  it("has the code of another browser's sign-in", async () => {
    const [one, other] = [await begin(), await begin()];
    const { code = "" } = host.agree(one.location);
    const { state = "" } = host.agree(other.location);
    await refused(await callback({ code, state }, other.cookie), 401, "did not accept the code");
  });

  it("comes too often with wrong codes", async () => {
    const { location, cookie } = await begin();
    const { code = "", state = "" } = host.agree(location);
    for (let attempt = 0; attempt < 20; attempt += 1) await callback({ code: "wrong", state }, cookie);
    await refused(await callback({ code, state }, cookie), 429, "Too many attempts");
  });

  it("meets settings that GitHub does not accept, or GitHub that fails", async () => {
    const { location, cookie } = await begin();
    host.outcome = { kind: "wrongSettings", why: "GitHub answered incorrect_client_credentials" };
    await refused(await callback(host.agree(location), cookie), 502, "merge-queue doctor");
    host.outcome = new ForgeError("GitHub answered with 502: secret words", true);
    const answer = await callback(host.agree(location), cookie);
    expect(await answer.clone().text()).not.toContain("secret words");
    await refused(answer, 502, "GitHub did not complete the sign-in.");
  });
});

it("goes over https only with a public address that has it", async () => {
  world = await pagesWorld({ accounts: host, publicUrl: "https://queue.example" });
  const answer = await world.get("/sign-in/github");
  expect(answer.headers.get("set-cookie")).toMatch(
    /^__Host-merge-queue-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(ORIGIN).toContain("localhost");
});
