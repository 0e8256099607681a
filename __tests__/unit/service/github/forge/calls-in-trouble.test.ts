/** Calls to GitHub during outages, rate limits and unusable answers, also in combination. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type {
  AuthorizedCalls,
  GitHubCallsOptions,
} from "../../../../../src/service/github/api/create-github-calls.js";
import { SqlContentPace } from "../../../../../src/service/store/sql/sql-content-pace.js";
import { openSqlite } from "../../../../../src/service/store/sqlite/open-sqlite-store.js";
import { newAppKey } from "../../../../support/app-key.js";
import { forgeFailure, OpenedCalls } from "../../../../support/opened-calls.js";
import { ScriptedGitHub } from "../../../../support/scripted-github.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };

let github: ScriptedGitHub;
let opened: OpenedCalls;

beforeEach(async () => {
  github = await ScriptedGitHub.listen(() => ({ body: { number: 7 } }));
  opened = new OpenedCalls(github.url, "github_pat_1");
});
afterEach(async () => {
  await opened.close();
  await github.close();
});

function open(options?: Partial<GitHubCallsOptions>): AuthorizedCalls {
  return opened.open(options);
}

async function readPull(calls: AuthorizedCalls, number = 7): Promise<unknown> {
  return calls.read(SHOP, "/pulls/{number}", { number });
}

/** A machine that stands still for a while has time enough for a call that is answered. */
const CALL_MS = 4000;

describe("after an outage", () => {
  it("those that died waiting say so, and are not sent any more", async () => {
    github.answers(() => "silence");
    const sent: number[] = [];
    const onRequest = (_method: string, _route: string, status: number) => sent.push(status);
    const calls = open({ onRequest, limits: { callMs: CALL_MS } });
    const died = await Promise.all(
      Array.from({ length: 60 }, async (_, number) => forgeFailure(readPull(calls, number))),
    );
    expect(died.every(({ retryable }) => retryable)).toBe(true);
    const unanswered = died.filter(({ message }) =>
      /^GitHub did not answer GET .* within 4 s$/.test(message),
    );
    const unsent = died.filter(({ message }) =>
      /^GET .* was not sent within 4 s: earlier calls took too long$/.test(message),
    );
    // Each call has its own deadline: on a busy machine the last ones still get the places of the first that died.
    expect(unanswered.length).toBeGreaterThanOrEqual(10);
    expect(unsent.length).toBeGreaterThan(0);
    expect(unanswered.length + unsent.length).toBe(60);
    github.answers(() => ({ body: { number: 7 } }));
    expect(await readPull(calls)).toEqual({ number: 7 });
    expect(sent).toEqual([...unanswered.map(() => 0), 200]);
  });

  it("writes work at once, however many died waiting", async () => {
    const calls = open({ limits: { callMs: CALL_MS, writePauseMs: 1600 } });
    const write = async () => calls.send(SHOP, "POST", "/pulls");
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, write));
    const sent = outcomes.filter(({ status }) => status === "fulfilled").length;
    expect(sent).toBeLessThan(4);
    expect(await write()).toMatchObject({ status: 200 });
    expect(github.asked).toHaveLength(sent + 1);
  });
});

it("a limit is no answer, also for who takes its status for one", async () => {
  github.answers(() => ({ status: 403, headers: { "retry-after": "300" }, body: { message: "Slow down" } }));
  const error = await forgeFailure(open().send(SHOP, "POST", "/check-runs", {}, [403]));
  expect(error).toMatchObject({
    retryable: true,
    message: expect.stringContaining("a rate limit of GitHub"),
  });
  expect(error.waitMs).toBeGreaterThan(290_000);
});

describe("a limit on new content that one replica meets", () => {
  it("stops the others from creating any, and from nothing else", async () => {
    const { store, db } = await openSqlite({ path: ":memory:", engine: "1.2.3-test" });
    const limit = {
      status: 403,
      headers: { "retry-after": "120" },
      body: { message: "secondary rate limit" },
    };
    github.answers(({ method }) => (method === "POST" ? limit : { body: { number: 7 } }));
    const [first, second] = [1, 2].map(() => open({ pace: new SqlContentPace(db, { now: () => 1e12 }) }));
    const comment = async (calls: AuthorizedCalls | undefined) =>
      forgeFailure(
        (calls ?? open()).send(SHOP, "POST", "/issues/{number}/comments", { number: 7, body: "Hi" }),
      );
    expect(await comment(first)).toMatchObject({ retryable: true, waitMs: expect.any(Number) });
    const sent = github.lines.length;
    expect(await comment(second)).toMatchObject({
      retryable: true,
      waitMs: 120_000,
      message: expect.stringContaining("was not sent: the service may create content again in 120 s"),
    });
    expect(github.lines).toHaveLength(sent);
    expect(await readPull(second ?? open())).toEqual({ number: 7 });
    await store.close();
  });
});

describe("an answer that is too big", () => {
  it("is asked for once", async () => {
    github.answers(() => ({ body: "x".repeat(5000) }));
    const error = await forgeFailure(readPull(open({ limits: { mostBytes: 1000 } })));
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringContaining("more than 1000 bytes"),
    });
    expect(github.asked).toHaveLength(1);
  });

  it("may be one of many pages", async () => {
    const link = '<x>; rel="next"';
    github.answers(({ path, headers }) =>
      headers["if-none-match"] === path
        ? { status: 304 }
        : { headers: { link, etag: path }, body: ["x".repeat(900)] },
    );
    const calls = open({ limits: { listBytes: 3200 } });
    for (const asked of [4, 8]) {
      const error = await forgeFailure(calls.list(SHOP, "/issues"));
      expect(error).toMatchObject({
        retryable: false,
        message: expect.stringContaining("more than 3200 bytes"),
      });
      expect(github.asked).toHaveLength(asked);
    }
  });
});

describe("a full page that did not change", () => {
  /** Whether GitHub's 304 contains the link to a page that was added since. */
  it.each([true, false])("does not hide the page that came after it: told %j", async (isTold) => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    github.answers(({ path, headers }) => {
      const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? "1");
      const part = items.slice((page - 1) * 100, page * 100);
      const etag = `"${page} ${part.length}"`;
      const link = items.length > page * 100 ? { link: '<x>; rel="next"' } : {};
      if (headers["if-none-match"] === etag) return { status: 304, headers: isTold ? link : {} };
      return { headers: { etag, ...link }, body: part };
    });
    const calls = open();
    expect(await calls.list(SHOP, "/issues")).toHaveLength(100);
    items.push(100);
    for (let times = 0; times < 2; times += 1) expect(await calls.list(SHOP, "/issues")).toHaveLength(101);
  });
});

describe("an App", () => {
  const privateKey = newAppKey();
  const access = { kind: "app", appId: "42", privateKey } as const;
  const GRANTED = {
    status: 201,
    body: { token: "ghs_1", expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  };

  function asGitHub(answers: {
    readonly installation?: unknown;
    readonly grant?: unknown;
    readonly turnsDown?: number;
  }): void {
    github.answers(({ path }, times) => {
      if (path.endsWith("/installation")) return { body: answers.installation ?? { id: 99 } };
      if (path.endsWith("/access_tokens"))
        return answers.grant === undefined ? GRANTED : { status: 201, body: answers.grant };
      const isTurnedDown = times < (answers.turnsDown ?? 0);
      return isTurnedDown ? { status: 401, body: { message: "Bad credentials" } } : { body: { number: 7 } };
    });
  }

  it("waits a moment for its new token to be known everywhere", async () => {
    asGitHub({ turnsDown: 3 });
    expect(await readPull(open({ access }))).toEqual({ number: 7 });
    expect(github.lines.filter((line) => line.endsWith("/access_tokens"))).toHaveLength(1);
  });

  it("whose tokens are turned down may be tried again later", async () => {
    asGitHub({ turnsDown: Number.POSITIVE_INFINITY });
    expect(await forgeFailure(readPull(open({ access })))).toMatchObject({
      retryable: true,
      message: expect.stringContaining("401"),
    });
    expect(github.lines.filter((line) => line.endsWith("/access_tokens"))).toHaveLength(2);
  });

  it.each([
    ["an installation", { installation: { id: "many" } }],
    ["a token", { grant: { token: "" } }],
    ["a token's end", { grant: { token: "ghs_1", expires_at: "soon" } }],
  ])("says what is wrong with %s that nobody can read", async (_name, answers) => {
    asGitHub(answers);
    const error = await forgeFailure(readPull(open({ access })));
    expect(error.message).toContain("does not have the expected format");
  });
});
