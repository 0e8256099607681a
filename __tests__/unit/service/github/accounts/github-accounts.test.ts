/** Sign-in and roles on the counterpart of GitHub: what is asked, what is kept, and what a fault leads to. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { GitHubAccounts } from "../../../../../src/service/github/accounts/github-accounts.js";
import {
  PATIENCE_MS,
  POLLED_ROLE_MS,
  RepositoryRoles,
  ROLE_MS,
} from "../../../../../src/service/github/accounts/repository-roles.js";
import { createGitHubCalls } from "../../../../../src/service/github/api/create-github-calls.js";
import type { RoleAge } from "../../../../../src/service/ports/account-host.js";
import { type Log, SILENT_LOG } from "../../../../../src/service/ports/log.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import type { Fault } from "../../../../support/github/faults.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import { openGitHub } from "../../../../support/github/open-git-hub.js";
import { opened } from "../../../../support/github/opened-sign-in.js";
import { manualClock } from "../../../../support/manual-clock.js";
import { waitUntil } from "../../../../support/wait-until.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const CALLBACK = "https://queue.example/sign-in/github/callback";
const VERIFIER = "v".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const TOKEN_ROUTE = "POST /login/oauth/access_token";
const PERMISSION = "GET /repos/{owner}/{repo}/collaborators";

let github: GitHub;
let clock: ReturnType<typeof manualClock>;
let accounts: GitHubAccounts;
let logged: string[];
const closing: (() => Promise<void>)[] = [];
const log: Log = {
  ...SILENT_LOG,
  warn: (fields, message) => logged.push(`${message} ${JSON.stringify(fields)}`),
};

beforeEach(async () => {
  github = await openGitHub();
  github.world.signIns.callbacks = [CALLBACK];
  clock = manualClock();
  logged = [];
  accounts = connect();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await github.close();
});

function connect(more: Partial<ConstructorParameters<typeof GitHubAccounts>[0]> = {}): GitHubAccounts {
  const { appId, privateKey } = github.app;
  const calls = createGitHubCalls({
    apiUrl: github.apiUrl,
    access: { kind: "app", appId: String(appId), privateKey },
    userAgent: "merge-queue/test",
    limits: { retryPauseMs: 1, retries: 1 },
  });
  closing.push(async () => calls.close());
  const { clientId, clientSecret } = github.world.signIns;
  return new GitHubAccounts({
    ...{ clientId, clientSecret, redirectUri: CALLBACK, userAgent: "merge-queue/test", log },
    ...{ webUrl: github.webUrl, apiUrl: github.apiUrl },
    roles: new RepositoryRoles({ calls, isServed: ({ name }) => name === "shop", clock, log, mostKnown: 10 }),
    ...more,
  });
}

/** The code of a person who has agreed. */
async function code(from: GitHubAccounts = accounts): Promise<string> {
  const location = await opened(from.authorizationUrl("the state", CHALLENGE));
  expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
  expect(location.searchParams.get("state")).toBe("the state");
  return location.searchParams.get("code") ?? "";
}

async function failureOf(given: string): Promise<unknown> {
  return accounts.signIn({ code: given, verifier: VERIFIER }).catch((error: unknown) => error);
}

describe("a sign-in", () => {
  it("yields the account, and revokes the token that showed it", async () => {
    const outcome = await accounts.signIn({ code: await code(), verifier: VERIFIER });
    const id = github.world.userId("mona");
    expect(outcome).toEqual({ kind: "signedIn", account: { id, login: "mona" } });
    expect([...github.world.signIns.tokens.values()]).toEqual(["revoked"]);
    expect(logged).toEqual([]);
  });

  it("is good for one exchange, by the browser that has the verifier, with this redirect", async () => {
    const [used, other] = [await code(), await code()];
    await accounts.signIn({ code: used, verifier: VERIFIER });
    const unknownCode = { kind: "unknownCode" };
    expect(await accounts.signIn({ code: used, verifier: VERIFIER })).toEqual(unknownCode);
    expect(await accounts.signIn({ code: other, verifier: "w".repeat(43) })).toEqual(unknownCode);
    const elsewhere = connect({ redirectUri: `${CALLBACK}/` });
    expect(await elsewhere.signIn({ code: other, verifier: VERIFIER })).toMatchObject({
      kind: "wrongSettings",
    });
  });

  it("does not take the code of another App", async () => {
    const other = await code(connect({ clientId: github.world.signIns.otherClientId }));
    expect(await accounts.signIn({ code: other, verifier: VERIFIER })).toEqual({ kind: "unknownCode" });
  });

  it.each([
    ["the secret", { clientSecret: "wrong" }, "incorrect_client_credentials"],
    ["the client id", { clientId: "Iv1.unknown" }, "not_found"],
  ])("names %s that GitHub does not accept", async (_, wrong, why) => {
    const outcome = await connect(wrong).signIn({ code: await code(), verifier: VERIFIER });
    expect(outcome).toEqual({ kind: "wrongSettings", why: `GitHub answered ${why}` });
  });

  const leadsAway = { location: "https://evil.example/" };
  const badCredentials = '{"message":"Bad credentials"}';
  it.each<[string, string, Fault]>([
    ["a failure", TOKEN_ROUTE, { kind: "error", status: 502 }],
    ["a cut connection", TOKEN_ROUTE, { kind: "cutAfter" }],
    ["a redirect elsewhere", TOKEN_ROUTE, { kind: "answer", status: 307, headers: leadsAway }],
    ["too long an answer", TOKEN_ROUTE, { kind: "answer", status: 200, body: `"${"x".repeat(300_000)}"` }],
    ["nonsense", TOKEN_ROUTE, { kind: "answer", status: 200, body: '{"access_token":"a\\nb"}' }],
    ["a token that was revoked", "GET /user", { kind: "answer", status: 401, body: badCredentials }],
  ])("fails with %s, without a word of the token", async (_, route, fault) => {
    const given = await code();
    github.faults.next(route, fault);
    const failure = await failureOf(given);
    expect(failure).toBeInstanceOf(ForgeError);
    for (const token of github.world.signIns.tokens.keys()) {
      expect(String(failure) + logged.join()).not.toContain(token);
    }
  });

  it("refuses a login that no account can have", async () => {
    github.world.signIns.person = `"><script>`;
    expect(String(await failureOf(await code()))).toContain("does not have the expected format: login");
  });

  it("signs in although the token could not be revoked, and notes it without the token", async () => {
    const given = await code();
    github.faults.next("DELETE /applications", { kind: "error", status: 503 });
    expect(await accounts.signIn({ code: given, verifier: VERIFIER })).toMatchObject({ kind: "signedIn" });
    expect(logged).toEqual([expect.stringContaining("was not revoked at GitHub")]);
    expect(logged.join()).not.toContain([...github.world.signIns.tokens.keys()][0]);
  });
});

describe("a role", () => {
  const mona = () => ({ id: github.world.userId("mona"), login: "mona" });
  const role = async (age: RoleAge = "minute", account = mona()) => accounts.roleOf(account, SHOP, age);
  const asked = () => github.calls.filter(({ route }) => route.startsWith(PERMISSION)).length;

  it("is GitHub's", async () => {
    for (const level of ["admin", "maintain", "write", "triage", "read", "none"] as const) {
      github.setPermission("mona", level);
      expect(await role("now")).toEqual({ kind: "known", role: level });
    }
  });

  it("is remembered for a minute, asked once by many, and anew for an action", async () => {
    github.setPermission("mona", "write");
    await Promise.all([role(), role(), role()]);
    expect(asked()).toBe(1);
    github.setPermission("mona", "none");
    await clock.advance(ROLE_MS - 1);
    expect(await role()).toEqual({ kind: "known", role: "write" });
    expect(await role("now")).toEqual({ kind: "known", role: "none" });
    expect(await role()).toEqual({ kind: "known", role: "none" });
    github.setPermission("mona", "read");
    await clock.advance(ROLE_MS + 1);
    expect(await role("polled")).toEqual({ kind: "known", role: "none" });
    expect(await role()).toEqual({ kind: "known", role: "read" });
    expect(asked()).toBe(3);
    github.setPermission("mona", "admin");
    await clock.advance(POLLED_ROLE_MS + 1);
    expect(await role("polled")).toEqual({ kind: "known", role: "admin" });
  });

  it("is none in a repository that is not served, without a question", async () => {
    const other = { ...SHOP, name: "other" };
    expect(await accounts.roleOf(mona(), other)).toEqual({ kind: "known", role: "none" });
    expect(asked()).toBe(0);
  });

  it("is none for a login that another account has taken since", async () => {
    github.setPermission("mona", "admin");
    const account = mona();
    github.world.renameUser("mona", "lisa");
    expect(await role("now", account)).toEqual({ kind: "known", role: "none" });
  });

  it("is that of the renamed repository", async () => {
    github.setPermission("mona", "write");
    await role();
    github.world.renamedTo = "acme/store";
    github.setPermission("mona", "maintain");
    expect(await role("now")).toEqual({ kind: "known", role: "maintain" });
  });

  it("is unknown while the installation is suspended, which is named with the last role", async () => {
    github.setPermission("mona", "write");
    await role();
    github.world.isSuspended = true;
    expect(await role("now")).toMatchObject({
      ...{ kind: "unknown", lastKnown: "write" },
      why: expect.stringContaining("is suspended: an owner of acme can unsuspend it"),
    });
  });

  it("is unknown while GitHub fails, is not asked with each click, and recovers", async () => {
    github.setPermission("mona", "write");
    await role();
    github.faults.next(PERMISSION, { kind: "error", status: 502 }, 2);
    expect(await role("now")).toMatchObject({ kind: "unknown", lastKnown: "write" });
    const before = asked();
    expect(await role()).toMatchObject({ kind: "unknown", lastKnown: "write" });
    expect(asked()).toBe(before);
    await clock.advance(5001);
    expect(await role()).toEqual({ kind: "known", role: "write" });
  });

  it("is unknown when GitHub is slow", async () => {
    github.faults.next(PERMISSION, { kind: "hang" });
    const answer = role();
    await waitUntil("the question", () => github.faults.happened.length > 0);
    await clock.advance(PATIENCE_MS);
    const why = "GitHub did not answer within 8 s";
    expect(await answer).toEqual({ kind: "unknown", lastKnown: "none", why });
  });

  it("is forgotten first for those who were asked about longest ago", async () => {
    for (let id = 1; id <= 11; id += 1) await role("minute", { id, login: `user-${id}` });
    const before = asked();
    await role("minute", { id: 11, login: "user-11" });
    expect(asked()).toBe(before);
    await role("minute", { id: 1, login: "user-1" });
    expect(asked()).toBe(before + 1);
  });
});
