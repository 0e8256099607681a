/** What a call to GitHub sends, tolerates and reports, against a server that each test scripts. */
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type {
  AuthorizedCalls,
  GitHubCallsOptions,
} from "../../../../../src/service/github/api/create-github-calls.js";
import { newAppKey } from "../../../../support/app-key.js";
import { forgeFailure, OpenedCalls } from "../../../../support/opened-calls.js";
import { ScriptedGitHub } from "../../../../support/scripted-github.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const TOKEN = "github_pat_11AAAAAAA0secretsecret";
const PULL = "/repos/acme/shop/pulls/7";

let github: ScriptedGitHub;
let opened: OpenedCalls;

beforeEach(async () => {
  github = await ScriptedGitHub.listen(() => ({ body: { number: 7 } }));
  opened = new OpenedCalls(github.url, TOKEN);
});
afterEach(async () => {
  await opened.close();
  await github.close();
});

function open(options?: Partial<GitHubCallsOptions>): AuthorizedCalls {
  return opened.open(options);
}

async function readPull(calls: AuthorizedCalls): Promise<unknown> {
  return calls.read(SHOP, "/pulls/{number}", { number: 7 });
}

describe("a call", () => {
  it("goes to the API's address with the token, a version and the program's name", async () => {
    const calls = open({ apiUrl: `${github.url}/api/v3` });
    expect(await readPull(calls)).toEqual({ number: 7 });
    expect(github.lines).toEqual([`GET /api/v3${PULL}`]);
    expect(github.asked[0]?.headers).toMatchObject({
      authorization: `token ${TOKEN}`,
      "x-github-api-version": "2022-11-28",
      "user-agent": expect.stringMatching(/^merge-queue\/1 /),
    });
  });

  it("writes what it is told to", async () => {
    github.answers(() => ({ status: 201, body: { id: 1 } }));
    const answer = await open().send(SHOP, "POST", "/issues/{number}/comments", { number: 7, body: "Hi" });
    expect(answer).toEqual({ status: 201, body: { id: 1 } });
    expect(github.asked[0]).toMatchObject({
      path: "/repos/acme/shop/issues/7/comments",
      body: '{"body":"Hi"}',
    });
  });

  it("has no body where GitHub gives none", async () => {
    github.answers(() => ({ status: 204 }));
    const answer = await open().send(SHOP, "DELETE", "/git/refs/{ref}", { ref: "heads/x" });
    expect(answer).toEqual({ status: 204, body: null });
  });

  it("keeps every name in its place", async () => {
    const calls = open();
    for (const name of ["a/b", "a?b#c", "ü %2F", "..\\", "...."]) {
      await calls.read(SHOP, "/branches/{branch}", { branch: name });
    }
    expect(github.lines).toEqual([
      "GET /repos/acme/shop/branches/a%2Fb",
      "GET /repos/acme/shop/branches/a%3Fb%23c",
      "GET /repos/acme/shop/branches/%C3%BC%20%252F",
      "GET /repos/acme/shop/branches/..%5C",
      "GET /repos/acme/shop/branches/....",
    ]);
  });

  it("does not ask for what would be another place", async () => {
    const calls = open();
    for (const branch of ["", ".", ".."]) {
      expect(await calls.read(SHOP, "/branches/{branch}", { branch })).toBeNull();
      expect(await forgeFailure(calls.send(SHOP, "DELETE", "/git/refs/{branch}", { branch }))).toMatchObject({
        retryable: false,
      });
    }
    expect(github.asked).toEqual([]);
  });

  it("is counted once for each request, by its route and status", async () => {
    const counted: unknown[] = [];
    github.answers((_asked, times) => (times === 0 ? { status: 502 } : { body: {} }));
    const onRequest = (method: string, route: string, status: number) => {
      counted.push([method, route, status]);
    };
    await readPull(open({ onRequest }));
    expect(counted).toEqual([
      ["GET", "/repos/{owner}/{repo}/pulls/{number}", 502],
      ["GET", "/repos/{owner}/{repo}/pulls/{number}", 200],
    ]);
  });

  it("is answered from memory while GitHub says that nothing changed", async () => {
    let etag = '"one"';
    github.answers(({ headers }) =>
      headers["if-none-match"] === etag ? { status: 304 } : { headers: { etag }, body: { etag } },
    );
    const calls = open();
    for (const expected of ['"one"', '"one"', '"two"', '"two"']) {
      etag = expected;
      expect(await readPull(calls)).toEqual({ etag: expected });
    }
    expect(github.asked.map(({ headers }) => headers["if-none-match"])).toEqual([
      undefined,
      '"one"',
      '"one"',
      '"two"',
    ]);
  });

  it("remembers no more than it may", async () => {
    github.answers(({ path }) => ({ headers: { etag: '"e"' }, body: { path, text: "x".repeat(300) } }));
    const calls = open({ limits: { memoryBytes: 2000 } });
    for (const number of [1, 2, 3, 4, 5, 6, 6, 1]) await calls.read(SHOP, "/pulls/{number}", { number });
    const [last, ...others] = github.asked.filter(({ headers }) => headers["if-none-match"] !== undefined);
    expect([last?.path, ...others]).toEqual(["/repos/acme/shop/pulls/6"]);
  });

  it("is null for what is not there, and a failure where the repository cannot be seen", async () => {
    let isSeen = true;
    github.answers(({ path }) =>
      isSeen && path === "/repos/acme/shop" ? { body: {} } : { status: 404, body: { message: "Not Found" } },
    );
    expect(await readPull(open())).toBeNull();
    isSeen = false;
    const error = await forgeFailure(readPull(open()));
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/404.*acme\/shop|acme\/shop.*404/),
    });
  });
});

describe("a list", () => {
  it("is all its pages in order, wherever it stands in the answer", async () => {
    const items = Array.from({ length: 250 }, (_, index) => index);
    github.answers(({ path }) => {
      const query = new URL(path, "http://x").searchParams;
      const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page"))];
      const part = items.slice((page - 1) * size, page * size);
      const link = page * size < items.length ? '<http://evil.example/?page=9>; rel="next"' : "";
      return { headers: { link }, body: path.includes("/pulls") ? part : { check_runs: part } };
    });
    const calls = open();
    expect(await calls.list(SHOP, "/pulls")).toEqual(items);
    expect(await calls.list(SHOP, "/commits/{ref}/check-runs", { ref: "a", under: "check_runs" })).toEqual(
      items,
    );
    expect(github.lines.slice(0, 3)).toEqual([
      "GET /repos/acme/shop/pulls?per_page=100",
      "GET /repos/acme/shop/pulls?per_page=100&page=2",
      "GET /repos/acme/shop/pulls?per_page=100&page=3",
    ]);
  });

  it("remembers that there is more of it", async () => {
    github.answers(({ path, headers }) => {
      if (headers["if-none-match"] !== undefined) return { status: 304 };
      const link = path.includes("page=2") ? "" : '<x>; rel="next"';
      return { headers: { link, etag: '"e"' }, body: [path.includes("page=2") ? 2 : 1] };
    });
    const calls = open();
    expect(await calls.list(SHOP, "/pulls")).toEqual([1, 2]);
    expect(await calls.list(SHOP, "/pulls")).toEqual([1, 2]);
  });

  it("of something else is a failure", async () => {
    github.answers(() => ({ body: { check_runs: "many" } }));
    const error = await forgeFailure(open().list(SHOP, "/x", { under: "check_runs" }));
    expect(error.message).toContain("something other than a list");
  });
});

describe("trouble", () => {
  it.each(["cut", { status: 500 }, { status: 503, body: "Unicorn!" }] as const)(
    "that passes is waited out by who reads: %j",
    async (trouble) => {
      github.answers((_asked, times) => (times < 2 ? trouble : { body: { number: 7 } }));
      expect(await readPull(open())).toEqual({ number: 7 });
      expect(github.asked).toHaveLength(3);
    },
  );

  it("that stays is a failure that may be tried again later", async () => {
    github.answers(() => ({ status: 502, body: { message: "Server Error" } }));
    const error = await forgeFailure(readPull(open()));
    expect(error).toMatchObject({ retryable: true, message: expect.stringContaining("502: Server Error") });
    expect(github.asked).toHaveLength(4);
  });

  it.each(["POST", "PUT"] as const)("does not make a %s happen twice", async (method) => {
    for (const trouble of ["cut", { status: 502 }] as const) {
      github.answers(() => trouble);
      const before = github.asked.length;
      expect(await forgeFailure(open().send(SHOP, method, "/pulls"))).toMatchObject({ retryable: true });
      expect(github.asked).toHaveLength(before + 1);
    }
  });

  it("repeats a question to GraphQL, which reads, and no mutation", async () => {
    github.answers((_asked, times) => (times === 0 ? { status: 502 } : { body: { data: {} } }));
    expect(await open().query(SHOP, "query Q { viewer { login } }", {})).toEqual({ data: {} });
    expect(github.asked).toHaveLength(2);
    github.answers(() => ({ status: 502 }));
    expect(await forgeFailure(open().query(SHOP, "mutation M { x }", {}))).toMatchObject({ retryable: true });
    expect(github.asked).toHaveLength(3);
  });

  it("takes GraphQL's word that it failed for a failure, whatever the status", async () => {
    const message = "Something went wrong while executing your query. Please include `A1:B2` when reporting.";
    const failed = { body: { data: null, errors: [{ message }] } };
    github.answers((_asked, times) => (times === 0 ? failed : { body: { data: {} } }));
    expect(await open().query(SHOP, "query Q { viewer { login } }", {})).toEqual({ data: {} });
    github.answers(() => failed);
    expect(await forgeFailure(open().query(SHOP, "mutation M { x }", {}))).toMatchObject({ retryable: true });
    expect(github.asked).toHaveLength(3);
  });

  it("does not have a question to GraphQL wait for writes", async () => {
    github.answers(() => ({ body: {} }));
    const calls = open({ limits: { writePauseMs: 600_000 } });
    await calls.send(SHOP, "POST", "/pulls");
    expect(await calls.query(SHOP, "query Q { viewer { login } }", {})).toEqual({});
  });

  it("does not keep a PATCH, which comes out the same, from being repeated", async () => {
    github.answers((_asked, times) => (times === 0 ? "cut" : { body: {} }));
    expect(await open().send(SHOP, "PATCH", "/pulls/{number}", { number: 7 })).toMatchObject({ status: 200 });
  });

  it("is no answer at all: it ends, and is tried again", async () => {
    github.answers((_asked, times) => (times === 0 ? "silence" : { body: { number: 7 } }));
    expect(await readPull(open({ limits: { attemptMs: 50 } }))).toEqual({ number: 7 });
  });

  it("never lasts longer than a call may", async () => {
    github.answers(() => "silence");
    const error = await forgeFailure(readPull(open({ limits: { callMs: 50 } })));
    expect(error).toMatchObject({ retryable: true, message: expect.stringMatching(/within 0\.05 s/) });
  });

  it("never outlives the service", async () => {
    github.answers(() => "silence");
    const calls = open();
    const asked = forgeFailure(readPull(calls));
    await calls.close();
    expect((await asked).message).toContain("the service is stopping");
  });

  it("is an answer without an end", async () => {
    github.answers(() => ({ body: "x".repeat(5000) }));
    const error = await forgeFailure(readPull(open({ limits: { mostBytes: 1000 } })));
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringContaining("more than 1000 bytes"),
    });
  });

  it("is an answer that is no JSON where some is promised", async () => {
    github.answers(() => ({ headers: { "content-type": "text/html" }, body: "<h1>Hello</h1>" }));
    expect(await readPull(open())).toBe('"<h1>Hello</h1>"');
  });
});

describe("redirects", () => {
  it("within the API are followed by who reads", async () => {
    github.answers(({ path }) =>
      path === PULL ? { status: 301, headers: { location: "/repositories/1/pulls/7" } } : { body: { path } },
    );
    expect(await readPull(open())).toEqual({ path: "/repositories/1/pulls/7" });
  });

  it("elsewhere are not followed, and the token stays here", async () => {
    const elsewhere = await ScriptedGitHub.listen(() => ({ body: {} }));
    github.answers(() => ({ status: 302, headers: { location: `${elsewhere.url}/steal` } }));
    const error = await forgeFailure(readPull(open()));
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringContaining("it redirects to another origin"),
    });
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
  });

  it("in a circle end", async () => {
    github.answers(({ path }) => ({ status: 307, headers: { location: path } }));
    expect((await forgeFailure(readPull(open()))).message).toContain("more than 3 times");
  });
});

describe("limits of GitHub's", () => {
  const SECONDARY = { message: "You have exceeded a secondary rate limit. Please wait." };

  it.each([
    ["429", { status: 429, headers: { "retry-after": "0.1" }, body: { message: "Too many requests" } }],
    ["a secondary one", { status: 403, headers: { "retry-after": "0.1" }, body: SECONDARY }],
  ])("that end soon are waited for, also by what writes: %s", async (_name, limit) => {
    github.answers((_asked, times) => (times === 0 ? limit : { body: {} }));
    expect(await open().send(SHOP, "POST", "/pulls")).toMatchObject({ status: 200 });
    expect(github.asked).toHaveLength(2);
  });

  it.each([
    ["429", { status: 429, headers: { "retry-after": "300" }, body: { message: "Too many requests" } }],
    ["a secondary one", { status: 403, body: SECONDARY }],
    [
      "the hour's",
      {
        status: 403,
        headers: {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 600),
        },
        body: { message: "API rate limit exceeded" },
      },
    ],
  ])("that end late are told, and nothing more is asked meanwhile: %s", async (_name, limit) => {
    github.answers(() => limit);
    const calls = open();
    expect(await forgeFailure(readPull(calls))).toMatchObject({
      retryable: true,
      message: expect.stringContaining("the service retries later"),
    });
    const later = await forgeFailure(readPull(calls));
    expect(later).toMatchObject({
      retryable: true,
      message: expect.stringMatching(/was not sent.*another \d+ s/),
    });
    expect(later.waitMs).toBeGreaterThan(50_000);
    expect(github.asked).toHaveLength(1);
  });
});

describe("a limit of GitHub's that lasts, or that GraphQL reports", () => {
  it("are waited for twice by a call, and told then", async () => {
    github.answers(() => ({
      status: 429,
      headers: { "retry-after": "0.01" },
      body: { message: "Slow down" },
    }));
    const error = await forgeFailure(open().send(SHOP, "POST", "/pulls"));
    expect(error).toMatchObject({
      retryable: true,
      message: expect.stringContaining("429: Slow down (a rate limit"),
    });
    expect(github.asked).toHaveLength(3);
  });

  it("are those of GraphQL, which tells of them with 200", async () => {
    const limited = { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] };
    const resetsIn = (seconds: number) => ({
      headers: { "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + seconds) },
      body: limited,
    });
    github.answers((_asked, times) => (times === 0 ? resetsIn(-60) : { body: { data: {} } }));
    expect(await open().query(SHOP, "query Q { viewer { login } }", {})).toEqual({ data: {} });
    github.answers(() => resetsIn(600));
    const error = await forgeFailure(open().query(SHOP, "query Q { viewer { login } }", {}));
    expect(error.waitMs).toBeGreaterThan(500_000);
    expect(github.asked).toHaveLength(3);
  });
});

describe("a refusal", () => {
  it.each([
    [401, { message: "Bad credentials" }, {}, /with 401: Bad credentials .*expired or were revoked/],
    [
      403,
      { message: "Resource not accessible by integration" },
      { "x-accepted-github-permissions": "pull_requests=write; issues=write" },
      /needs the permission pull_requests=write; issues=write/,
    ],
    [403, { message: "No" }, {}, /may not do this/],
    [404, { message: "Not Found" }, {}, /does not exist, or/],
    [422, { message: "Validation Failed", errors: [{ code: "custom" }] }, {}, /Validation Failed .*custom/],
  ])("of %d says what to do", async (status, body, headers, words) => {
    github.answers(() => ({ status, body, headers }));
    const error = await forgeFailure(open().send(SHOP, "POST", "/pulls"));
    expect(error.message).toMatch(words);
    expect(error.message).toContain("POST /pulls of acme/shop");
    expect(error.retryable).toBe(false);
    expect(github.asked).toHaveLength(1);
  });

  it("that the caller knows what to do about is an answer", async () => {
    github.answers(() => ({ status: 405, body: { message: "Pull Request is not mergeable" } }));
    expect(await open().send(SHOP, "PUT", "/pulls/{number}/merge", { number: 7 }, [405, 409])).toEqual({
      status: 405,
      body: { message: "Pull Request is not mergeable" },
    });
  });

  it("never repeats a token, nor what a terminal would obey", async () => {
    github.answers(() => ({
      status: 422,
      body: { message: `\u001b[31m${TOKEN}\r\n ghs_abcdefghijklmnop \u202e` },
    }));
    const { message } = await forgeFailure(open().send(SHOP, "POST", "/pulls"));
    expect(message).not.toMatch(/secretsecret|ghs_a|[\p{Cc}\p{Cf}]/u);
  });
});

describe("writes", () => {
  it("keep the distance that GitHub asks for, and reads do not wait for it", async () => {
    const calls = open({ limits: { writePauseMs: 120 } });
    const startedAt = performance.now();
    const writes = Promise.all([1, 2, 3].map(async () => calls.send(SHOP, "POST", "/pulls")));
    await readPull(calls);
    const lines = [...github.lines];
    await writes;
    expect(lines.filter((line) => line.startsWith("POST")).length).toBeLessThan(3);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(239);
  });
});

describe("an App", () => {
  const privateKey = newAppKey();
  const access = { kind: "app", appId: "42", privateKey } as const;
  const INSTALLATION = "GET /repos/acme/shop/installation";
  const GRANT = "POST /app/installations/99/access_tokens";

  let limitHeader = "60";

  /** Tokens count up; each is good for so long. */
  function asGitHub(lifetimeMs: number, isTurnedDown: (token: string) => boolean = () => false) {
    let tokens = 0;
    github.answers(({ method, path, headers }) => {
      const line = `${method} ${path}`;
      const left = { "x-ratelimit-remaining": limitHeader };
      if (line === INSTALLATION) return { body: { id: 99 }, headers: left };
      if (line === GRANT) {
        tokens += 1;
        const expires = new Date(Date.now() + lifetimeMs).toISOString();
        return { status: 201, body: { token: `ghs_${tokens}`, expires_at: expires } };
      }
      const token = headers.authorization ?? "";
      return isTurnedDown(token)
        ? { status: 401, body: { message: "Bad credentials" } }
        : { body: { token }, headers: left };
    });
  }

  it("signs itself for a token that is good for the one repository, and keeps it", async () => {
    asGitHub(3_600_000);
    const calls = open({ access });
    for (let times = 0; times < 2; times += 1)
      expect(await readPull(calls)).toEqual({ token: "token ghs_1" });
    expect(github.lines).toEqual([INSTALLATION, GRANT, `GET ${PULL}`, `GET ${PULL}`]);
    const [found, granted] = github.asked;
    expect(JSON.parse(granted?.body ?? "")).toEqual({ repositories: ["shop"] });
    for (const asked of [found, granted]) {
      const [, claims = ""] = (asked?.headers.authorization ?? "").replace("bearer ", "").split(".");
      expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ iss: "42" });
    }
  });

  it("asks once for a token, however many are waiting for it", async () => {
    asGitHub(3_600_000);
    const calls = open({ access });
    await Promise.all(Array.from({ length: 40 }, async () => readPull(calls)));
    expect(github.lines.filter((line) => line === GRANT)).toHaveLength(1);
  });

  it("tells what the limit of its tokens leaves, and nothing of its own", async () => {
    asGitHub(3_600_000);
    const told: unknown[] = [];
    const calls = open({ access, onRequest: (...asked) => told.push([asked[1], asked[2], asked[4]]) });
    limitHeader = "4321";
    await readPull(calls);
    limitHeader = "many";
    await readPull(calls);
    expect(told).toEqual([
      ["/repos/{owner}/{repo}/installation", 200, null],
      ["/app/installations/{installation_id}/access_tokens", 201, null],
      ["/repos/{owner}/{repo}/pulls/{number}", 200, 4321],
      ["/repos/{owner}/{repo}/pulls/{number}", 200, null],
    ]);
  });

  it("has a new token before the old one ends", async () => {
    asGitHub(50);
    const calls = open({ access });
    const first = await calls.token(SHOP);
    while ((await calls.token(SHOP)) === first);
    // On a slow machine the next ones may end meanwhile too.
    expect(await readPull(calls)).toEqual({ token: expect.stringMatching(/^token ghs_(?!1$)\d+$/) });
  });

  it("has a new token when GitHub turns down the one it has", async () => {
    const revoked = new Set<string>();
    asGitHub(3_600_000, (token) => revoked.has(token));
    const calls = open({ access });
    await readPull(calls);
    revoked.add("token ghs_1");
    expect(await readPull(calls)).toEqual({ token: "token ghs_2" });
    revoked.add("token ghs_2").add("token ghs_3");
    expect((await forgeFailure(readPull(calls))).message).toContain("401");
  });

  it("lets git try once more with a token that is too new to be known, and with another one later", async () => {
    asGitHub(3_600_000);
    const calls = open({ access });
    expect([await calls.turnedDown(SHOP, await calls.token(SHOP)), await calls.token(SHOP)]).toEqual([
      true,
      "ghs_1",
    ]);
    const later = performance.now() + 6000;
    const clock = jest.spyOn(performance, "now").mockImplementation(() => later);
    expect([await calls.turnedDown(SHOP, "ghs_1"), await calls.token(SHOP)]).toEqual([true, "ghs_2"]);
    clock.mockRestore();
    expect(await open().turnedDown(SHOP, "github_pat_1")).toBe(false);
  });

  it("that is not installed says where it has to be", async () => {
    github.answers(() => ({ status: 404, body: { message: "Not Found" } }));
    const error: unknown = await readPull(open({ access })).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      why: "notInstalled",
      retryable: true,
      message: expect.stringMatching(/App 42 is not installed on acme\/shop/),
    });
  });

  it("whose key cannot be used says so, and no part of it", async () => {
    const error = await forgeFailure(
      readPull(open({ access: { ...access, privateKey: "-----BEGIN secret" } })),
    );
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringContaining("private key cannot be used"),
    });
    expect(error.message).not.toContain("BEGIN");
  });
});
