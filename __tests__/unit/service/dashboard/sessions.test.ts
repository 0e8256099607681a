/** Signing in on the pages: who gets a session, what it permits, and when it ends. */
import { describe, expect, it } from "@jest/globals";
import { SESSION_MS } from "../../../../src/service/dashboard/session/sessions.js";
import { TOKEN } from "../../../support/api-world.js";
import { csrfOf, ORIGIN, PULL_PATH, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { submitted } from "../../../support/queue-builder.js";

describe("a visitor without a session", () => {
  it("is asked to sign in, and returns to the page", async () => {
    const world = await pagesWorld();
    const answer = await world.get(`${QUEUE_PATH}?branch=main`);
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain(`name="next" value="${QUEUE_PATH}?branch=main"`);
    const signedIn = await world.postForm("/sign-in", { token: TOKEN, next: `${QUEUE_PATH}?branch=main` });
    expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, `${QUEUE_PATH}?branch=main`]);
  });

  it("gets the API's refusal as a program", async () => {
    const world = await pagesWorld();
    const answer = await world.get(`${PULL_PATH}/1.json`, { accept: "*/*" });
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { error: { code: "AUTHENTICATION_REQUIRED" } },
    ]);
  });

  it("reads every page and acts on none while the pages are public", async () => {
    const world = await pagesWorld({ access: "public" });
    await world.happens(submitted(1));
    for (const path of ["/", QUEUE_PATH, `${PULL_PATH}/1`]) {
      const text = await (await world.get(path)).text();
      expect([path, text.includes("Sign in"), text.includes('class="action"')]).toEqual([path, true, false]);
    }
  });

  it.each(["//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "/a b"])(
    "is never led to %s",
    async (next) => {
      const world = await pagesWorld();
      const answer = await world.postForm("/sign-in", { token: TOKEN, next });
      expect(answer.headers.get("location")).toBe("/");
    },
  );
});

describe("a session", () => {
  it("is a cookie that no script reads, and that holds nothing of the token", async () => {
    const world = await pagesWorld();
    const token = await world.token(["read"]);
    const answer = await world.postForm("/sign-in", { token });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^merge-queue=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(token.slice(4, 20));
    expect(JSON.stringify([...world.store.sessions.values()])).not.toContain(token);
  });

  it.each([{ publicUrl: "https://queue.example" }, { endsTls: true }])(
    "goes over https only with %j",
    async (options) => {
      const world = await pagesWorld(options);
      const answer = await world.postForm("/sign-in", { token: TOKEN });
      expect(answer.headers.get("set-cookie")).toMatch(
        /^__Host-merge-queue=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    },
  );

  it("ends after half a day", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    world.queues.clock += SESSION_MS - 1;
    expect((await world.get("/", { cookie })).status).toBe(200);
    world.queues.clock += 1;
    const answer = await world.get("/", { cookie });
    expect([answer.status, (await answer.text()).includes("Your session has ended")]).toEqual([401, true]);
  });

  it("ends with its token", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn(await world.token(["read"]));
    const [token] = await world.tokenStore.list();
    await world.tokenStore.revoke(token?.id ?? "", world.queues.clock);
    world.queues.clock += 2000;
    expect((await world.get("/", { cookie })).status).toBe(401);
  });

  it("ends when the settings have another token", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    const other = await pagesWorld({
      store: world.store,
      tokens: { fromSettings: "another", find: async () => Promise.resolve(null) },
    });
    expect((await other.get("/", { cookie })).status).toBe(401);
    expect((await world.get("/", { cookie })).status).toBe(200);
  });

  it("ends by signing out, for every copy of the cookie", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    const csrf = await csrfOf(await world.get("/", { cookie }));
    const answer = await world.postForm("/sign-out", { csrf }, { cookie });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
      303,
      "merge-queue=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect((await world.get("/", { cookie })).status).toBe(401);
  });

  it("works on a replica that did not begin it", async () => {
    const world = await pagesWorld();
    const other = await pagesWorld({ store: world.store });
    expect((await other.get("/", { cookie: await world.signIn() })).status).toBe(200);
  });

  it("shows only the repositories that its token reads", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const cookie = await world.signIn(await world.token(["read"], ["github.com/octo/other"]));
    expect(await (await world.get("/", { cookie })).text()).toContain("There is no queue that you may read");
    for (const path of [QUEUE_PATH, `${PULL_PATH}/1`, `${PULL_PATH}/99`, "/github.com/octo/nothing/queue"]) {
      const answer = await world.get(path, { cookie });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });
});

describe("a token that does not admit", () => {
  it("is refused without the scope read", async () => {
    const world = await pagesWorld();
    const answer = await world.postForm("/sign-in", { token: await world.token(["submit"]) });
    expect([answer.status, (await answer.text()).includes("lacks the scope read")]).toEqual([403, true]);
  });

  it.each(["", "wrong", `mqt_${"0".repeat(61)}`])("is refused when it is %j", async (token) => {
    const world = await pagesWorld();
    const answer = await world.postForm("/sign-in", { token });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
  });

  it("is refused without a check after too many attempts", async () => {
    const world = await pagesWorld();
    for (let attempt = 0; attempt < 20; attempt += 1) await world.postForm("/sign-in", { token: "wrong" });
    expect((await world.postForm("/sign-in", { token: TOKEN })).status).toBe(429);
  });
});

describe("a form of another site", () => {
  it.each([
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: ORIGIN, "sec-fetch-site": "same-site" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  ])("signs no one in: %j", async (headers) => {
    const world = await pagesWorld();
    const answer = await world.postForm("/sign-in", { token: TOKEN }, headers);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  });

  it("signs no one out without the session's own value", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    expect((await world.postForm("/sign-out", { csrf: "0".repeat(64) }, { cookie })).status).toBe(403);
    expect((await world.get("/", { cookie })).status).toBe(200);
  });
});
