/**
 * The counterpart of GitHub that other tests stand on, where it is subtle. What it does not do: GraphQL (so nobody turns a
 * draft ready through the API), blobs, more than one App, milestones and assignees, review comments, required reviewers by
 * team or CODEOWNERS, signatures by PGP, auto-merge, GitHub's own merge queue, renamed repositories, more than one repository,
 * organisation rulesets, and limits other than the primary rate limit (secondary ones are faults). A push to a protected
 * branch is judged by the checks at its own commit only, and required checks of a test merge commit are not looked at.
 * Issues, labels, comments, Apps and installation tokens are `emulate`'s; people, bots and pull requests in them are ours.
 */
import { execFile } from "node:child_process";
import { createHmac, createSign } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { commitId } from "../../src/domain/ids.js";
import type { GitHub } from "../support/github/git-hub.js";
import {
  type GitHubOptions,
  openGitHub,
  SERVICE_LOGIN,
  SERVICE_TOKEN,
  WEBHOOK_SECRET,
} from "../support/github/open-git-hub.js";
import { isJsonObject, type JsonObject } from "../support/json-object.js";
import { seededChance } from "../support/seeded-chance.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { webhookReceiver } from "../support/webhook-receiver.js";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: GitHubOptions = {}): Promise<GitHub> {
  const github = await openGitHub(options);
  closing.push(() => github.close());
  return github;
}

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
  readonly list: readonly JsonObject[];
}

interface Asked {
  readonly body?: JsonObject;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `path` is below the repository, or below the API with `//`. */
async function ask(github: GitHub, method: string, path: string, asked: Asked = {}): Promise<Seen> {
  const { token = SERVICE_TOKEN, body, headers } = asked;
  const url = path.startsWith("//") ? path.slice(1) : `/repos/acme/shop${path}`;
  const response = await fetch(github.apiUrl + url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = text === "" ? null : JSON.parse(text);
  return {
    status: response.status,
    headers: response.headers,
    body: isJsonObject(parsed) ? parsed : {},
    list: Array.isArray(parsed) ? parsed.filter(isJsonObject) : [],
  };
}

/** A pull request as GitHub shows it once it knows whether it merges. */
async function settled(github: GitHub, number: number): Promise<JsonObject> {
  await ask(github, "GET", `/pulls/${number}`);
  return (await ask(github, "GET", `/pulls/${number}`)).body;
}

interface GitOutcome {
  readonly failed: boolean;
  readonly printed: string;
}

/** Real git over HTTP with a token, which knows all objects already; `origin` stands for the counterpart's address. */
function git(
  github: GitHub,
  words: readonly string[],
  { token = SERVICE_TOKEN, owner = "acme" } = {},
): Promise<GitOutcome> {
  const url = `${github.webUrl.replace("//", `//x-access-token:${token}@`)}/${owner}/shop.git`;
  const cwd = github.world.git.repository.folder;
  const env = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_TERMINAL_PROMPT: "0" };
  const addressed = words.map((word) => (word === "origin" ? url : word));
  return new Promise((resolve) => {
    execFile("git", addressed, { cwd, env }, (error, printed, complaints) => {
      resolve({ failed: error !== null, printed: printed + complaints });
    });
  });
}

/** Pushes a new commit on top of one. */
async function emptyCommit(github: GitHub, parent: string | null, message: string) {
  const tree = parent === null ? null : await github.world.git.tree(parent);
  if (parent === null || tree === null) throw new Error("there is no such commit");
  return github.world.git.commit({ tree, parents: [parent], message });
}

async function push(github: GitHub, from: string, to: string, as: { token?: string; owner?: string } = {}) {
  const commit = await emptyCommit(github, await github.world.git.resolve(from), "More");
  return { ...(await git(github, ["push", "origin", `${commit}:refs/heads/${to}`], as)), commit };
}

describe("git and the API", () => {
  itInAll("are one truth: a push moves the pull request, its refs and the branch", async () => {
    const github = await open();
    const { number, headRef, headSha } = await github.openPullRequest();
    const { commit, failed } = await push(github, headSha, headRef);
    expect(failed).toBe(false);
    expect((await ask(github, "GET", `/pulls/${number}`)).body).toMatchObject({ head: { sha: commit } });
    const ref = await ask(github, "GET", `/git/ref/heads/${headRef}`);
    expect(ref.body).toMatchObject({ object: { sha: commit } });
    const listed = await git(github, ["ls-remote", "origin", `refs/pull/${number}/head`]);
    expect(listed.printed).toContain(commit);
  });

  it("mark a pull request as merged when its head comes into the base, and that of a test branch with it", async () => {
    const github = await open();
    const pull = await github.openPullRequest();
    const tip = await github.pushToBranch("main", { "other.txt": "1\n" });
    const tree = await github.world.git.mergedTree(tip, pull.headSha);
    const merge = await github.world.git.commit({
      tree: tree ?? "",
      parents: [tip, pull.headSha],
      message: "M",
    });
    await github.setBranch("test-branch", merge);
    const draft = await github.openPullRequest({ branch: "test-branch", draft: true });
    const moved = await ask(github, "PATCH", "/git/refs/heads/main", { body: { sha: merge, force: false } });
    expect(moved.status).toBe(200);
    for (const { number } of [pull, draft]) {
      expect((await ask(github, "GET", `/pulls/${number}`)).body).toMatchObject({
        state: "closed",
        merged: true,
      });
    }
  });

  it("keep what each of two people pushes to a branch at the same time", async () => {
    const github = await open();
    const push = async (by: string) => github.pushToBranch("main", { [`${by}.txt`]: "1\n" }, by);
    const pushed = await Promise.all([push("ada"), push("bob")]);
    const tip = github.tip("main") ?? "";
    for (const commit of pushed) expect(await github.world.git.contains(tip, commit)).toBe(true);
  });

  it("let one of two who move a ref from the same place come first", async () => {
    const github = await open();
    const tip = github.tip("main") ?? "";
    const commits = await Promise.all(["1", "2"].map((message) => emptyCommit(github, tip, message)));
    const moves = commits.map((sha) => ask(github, "PATCH", "/git/refs/heads/main", { body: { sha } }));
    const statuses = (await Promise.all(moves)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 422]);
  });

  itInCi(
    "bring what stood on a merged branch onto its base when it is deleted, and close what has no base",
    async () => {
      const github = await open();
      const below = await github.openPullRequest({ branch: "below" });
      const above = await github.openPullRequest({ branch: "above", base: "below" });
      const alone = await github.openPullRequest({ branch: "alone", base: "above" });
      await github.mergePullRequest(below.number, "squash");
      for (const branch of ["below", "above"]) {
        expect((await ask(github, "DELETE", `/git/refs/heads/${branch}`)).status).toBe(204);
        expect(github.pull(above.number)).toMatchObject({
          base: "main",
          state: branch === "below" ? "open" : "closed",
        });
      }
      expect(github.pull(alone.number).state).toBe("closed");
    },
  );

  itInAll("show a fork's pull request with its repository, until the fork is deleted", async () => {
    const github = await open();
    const { number, headSha, headRef } = await github.openPullRequest({ fork: "eve", author: "eve" });
    const { failed, commit } = await push(github, headSha, headRef, { owner: "eve" });
    expect(failed).toBe(false);
    const head = { sha: commit, label: `eve:${headRef}`, repo: { full_name: "eve/shop", fork: true } };
    expect((await ask(github, "GET", `/pulls/${number}`)).body).toMatchObject({ head });
    expect((await ask(github, "GET", `/git/ref/heads/${headRef}`)).status).toBe(404);
    await github.deleteFork("eve");
    const gone = await ask(github, "GET", `/pulls/${number}`);
    expect(gone.body).toMatchObject({ state: "open", head: { sha: commit, repo: null } });
  });
});

describe("whether a pull request merges", () => {
  it("is not known at once, and not once the base has moved", async () => {
    const github = await open();
    const { number } = await github.openPullRequest();
    const read = async () => (await ask(github, "GET", `/pulls/${number}`)).body;
    expect(await read()).toMatchObject({ mergeable: null, mergeable_state: "unknown" });
    expect(await read()).toMatchObject({ mergeable: true, mergeable_state: "clean" });
    await github.pushToBranch("main", { "other.txt": "1\n" });
    expect(await read()).toMatchObject({ mergeable: null });
    expect(await read()).toMatchObject({ mergeable: true });
  });

  itInCi("is told with the state that GitHub's page shows", async () => {
    const github = await open({ files: { "a.txt": "1\n" } });
    const { number, headSha } = await github.openPullRequest({ files: { "a.txt": "2\n" } });
    const state = async () => (await settled(github, number))["mergeable_state"];
    github.reportStatus(headSha, "lint", "failure");
    expect(await state()).toBe("unstable");
    github.protect("main", { checks: ["tests"] });
    expect(await state()).toBe("blocked");
    github.reportCheck(headSha, "tests", "skipped");
    expect(await state()).toBe("unstable");
    github.setDraft(number, true);
    expect(await state()).toBe("draft");
    await github.pushToBranch("main", { "a.txt": "3\n" });
    expect(await state()).toBe("dirty");
  });
});

describe("a merge", () => {
  const merging = (github: GitHub, number: number, body: JsonObject = {}) =>
    ask(github, "PUT", `/pulls/${number}/merge`, { body });

  itInAll.each([
    ["merge", "Merge pull request #1 from acme/change\n\nNice", 2],
    ["squash", "Change 2 of change (#1)", 1],
    ["rebase", "Change 2 of change", 1],
  ])("by %s gives the same tree and its own commit", async (method, message, parents) => {
    const github = await open();
    const plan = { branch: "change", title: "Nice", files: { "a.txt": "1\n" } };
    const { number, headSha } = await github.openPullRequest(plan);
    const tip = await github.pushToBranch("main", { "b.txt": "2\n" });
    const merged = await merging(github, number, { merge_method: method, sha: headSha });
    expect(merged).toMatchObject({ status: 200, body: { merged: true, sha: github.tip("main") } });
    const { body } = await ask(github, "GET", `/git/commits/${String(merged.body["sha"])}`);
    expect(body).toMatchObject({ message, committer: { name: "GitHub" } });
    expect(body["parents"]).toHaveLength(parents);
    expect(body).toMatchObject({ tree: { sha: await github.world.git.mergedTree(tip, headSha) } });
    expect(github.pull(number)).toMatchObject({ state: "closed", merged: { by: SERVICE_LOGIN } });
    expect((await merging(github, number)).status).toBe(405);
  });

  itInCi("is refused while it is a draft, lacks a check, conflicts, or its head has moved", async () => {
    const github = await open({ files: { "a.txt": "1\n" } });
    const { number, headSha } = await github.openPullRequest({ files: { "a.txt": "2\n" }, draft: true });
    const refused = async (body: JsonObject = {}) => {
      const answer = await merging(github, number, body);
      return [answer.status, answer.body["message"]];
    };
    expect(await refused()).toEqual([405, "Pull Request is still a draft"]);
    github.setDraft(number, false);
    github.protect("main", { checks: ["tests"] });
    expect(await refused()).toEqual([405, 'Required status check "tests" is expected.']);
    github.reportCheck(headSha, "tests", "success");
    const moved = "Head branch was modified. Review and try the merge again.";
    expect(await refused({ sha: "0".repeat(40) })).toEqual([409, moved]);
    await github.setBranch("main", await github.pushToBranch("elsewhere", { "a.txt": "3\n" }));
    expect(await refused()).toEqual([405, "Pull Request is not mergeable"]);
  });
});

describe("a protected branch", () => {
  itInAll("takes by push and by API only what has its checks", async () => {
    const github = await open();
    github.protect("main", { checks: ["tests"] });
    const first = await push(github, "main", "main");
    expect(first.printed).toContain("GH006: Protected branch update failed for refs/heads/main");
    const patch = () => ask(github, "PATCH", "/git/refs/heads/main", { body: { sha: first.commit } });
    expect((await patch()).status).toBe(422);
    github.reportCheck(first.commit, "tests", "success");
    expect((await patch()).status).toBe(200);
  });

  itInAll("keeps its history and itself, but for those who pass by its rules", async () => {
    const github = await open();
    const old = github.tip("main") ?? "";
    await github.pushToBranch("main", { "a.txt": "1\n" });
    await github.setBranch("release", await github.pushToBranch("main"));
    github.protect("*", {});
    const forced = await git(github, ["push", "--force", "origin", `${old}:refs/heads/main`]);
    expect(forced.printed).toContain("Cannot force-push to this branch");
    const deleted = await git(github, ["push", "origin", ":refs/heads/release"]);
    expect(deleted.printed).toContain("Cannot delete this branch");
    const body = { sha: old, force: true };
    expect((await ask(github, "PATCH", "/git/refs/heads/main", { body })).status).toBe(422);
    github.protect("main", { bypass: [SERVICE_LOGIN] });
    expect((await ask(github, "PATCH", "/git/refs/heads/main", { body })).status).toBe(200);
  });

  it("says what it demands, also where a ruleset does", async () => {
    const github = await open();
    expect((await ask(github, "GET", "/branches/main/protection")).status).toBe(404);
    github.protect("ma*", { checks: ["tests"] });
    expect((await ask(github, "GET", "/branches/main")).body).toMatchObject({
      protected: true,
      protection: { required_status_checks: { contexts: ["tests"] } },
    });
    const required = { required_status_checks: [{ context: "lint", integration_id: 7 }] };
    github.ruleset({ rules: [{ type: "required_status_checks", parameters: required }] });
    const rules = await ask(github, "GET", "/rules/branches/main");
    expect(rules.list).toMatchObject([{ type: "required_status_checks", ruleset_source: "acme/shop" }]);
    expect((await ask(github, "GET", "/rules/branches/other")).list).toEqual([]);
  });
});

describe("an App", () => {
  /** https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
  function jwt({ app }: GitHub, { iat = -60, exp = 300 } = {}): string {
    const now = Math.floor(Date.now() / 1000);
    const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { iat: now + iat, exp: now + exp, iss: app.appId };
    const signed = `${coded({ alg: "RS256", typ: "JWT" })}.${coded(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(app.privateKey, "base64url")}`;
  }

  async function installationToken(github: GitHub, permissions?: JsonObject): Promise<string> {
    const path = `//app/installations/${github.app.installationId}/access_tokens`;
    const body = permissions === undefined ? {} : { permissions };
    const answer = await ask(github, "POST", path, { token: jwt(github), body });
    expect(answer.status).toBe(201);
    return String(answer.body["token"]);
  }

  itInAll("gets a token that is its bot's, for git too, until it expires", async () => {
    const github = await open();
    const token = await installationToken(github);
    const { number, headSha } = await github.openPullRequest();
    const comment = await ask(github, "POST", `/issues/${number}/comments`, {
      token,
      body: { body: "Hello" },
    });
    expect(comment.body).toMatchObject({ user: { login: "merge-queue[bot]", type: "Bot" } });
    expect((await push(github, headSha, "tests/1", { token })).failed).toBe(false);
    github.forgetTokens();
    expect((await ask(github, "GET", "", { token })).status).toBe(401);
    expect((await git(github, ["ls-remote", "origin"], { token })).failed).toBe(true);
  });

  itInCi("may do what it was granted and is told what it lacks", async () => {
    const github = await open();
    const token = await installationToken(github, { contents: "read" });
    expect((await ask(github, "GET", "/git/ref/heads/main", { token })).status).toBe(200);
    const refused = await ask(github, "GET", "/pulls", { token });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("x-accepted-github-permissions")).toBe("pull_requests=read");
    expect((await push(github, "main", "other", { token })).printed).toContain("403");
  });

  itInAll("needs a permission of its own for changed workflows", async () => {
    const github = await open();
    const files = { ".github/workflows/ci.yml": "on: push\n" };
    const { headSha } = await github.openPullRequest({ fork: "eve", author: "eve", files });
    const token = await installationToken(github);
    expect((await push(github, headSha, "tests/1", { token })).printed).toContain(
      "without workflows permission",
    );
    await github.pushToBranch("known", files);
    expect((await push(github, headSha, "tests/1", { token })).failed).toBe(false);
  });

  it("is refused with a signature or times that are wrong", async () => {
    const github = await open();
    const status = async (token: string) => (await ask(github, "GET", "//app", { token })).status;
    expect(await status(jwt(github))).toBe(200);
    for (const wrong of [`${jwt(github)}x`, jwt(github, { iat: 60 }), jwt(github, { exp: 700 })]) {
      expect(await status(wrong)).toBe(401);
    }
    github.world.clockAheadMs = -120_000;
    expect(await status(jwt(github))).toBe(401);
    expect((await ask(github, "GET", "", { token: jwt(github, { iat: -180 }) })).status).toBe(403);
  });

  it("makes check runs, which people cannot", async () => {
    const github = await open();
    const token = await installationToken(github);
    const { headSha } = await github.openPullRequest();
    const body = { name: "Merge Queue", head_sha: headSha };
    expect((await ask(github, "POST", "/check-runs", { body })).status).toBe(403);
    const { body: run } = await ask(github, "POST", "/check-runs", { token, body });
    const changes = { conclusion: "success", output: { title: "Landed", summary: "" } };
    await ask(github, "PATCH", `/check-runs/${String(run["id"])}`, { token, body: changes });
    for (const conclusion of ["failure", null]) github.reportCheck(headSha, "tests", conclusion);
    const read = async (query: string) => {
      const { body } = await ask(github, "GET", `/commits/${headSha}/check-runs${query}`);
      return Array.isArray(body["check_runs"]) ? body["check_runs"].filter(isJsonObject) : [];
    };
    const latest = [
      { name: "tests", status: "in_progress", conclusion: null },
      { name: "Merge Queue", status: "completed", conclusion: "success", app: { slug: "merge-queue" } },
    ];
    expect(await read("")).toMatchObject(latest);
    expect(await read(`?app_id=${github.app.appId}`)).toMatchObject(latest.slice(1));
    expect(await read("?filter=all")).toHaveLength(3);
  });
});

describe("the API", () => {
  it("answers what has not changed without charging for it", async () => {
    const github = await open();
    const first = await ask(github, "GET", "/git/ref/heads/main");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    const second = await ask(github, "GET", "/git/ref/heads/main", { headers });
    expect([second.status, second.headers.get("x-ratelimit-used")]).toEqual([304, "1"]);
    await github.pushToBranch("main", { "a.txt": "1\n" });
    expect((await ask(github, "GET", "/git/ref/heads/main", { headers })).status).toBe(200);
    expect(github.countsPerRoute()).toEqual({ "GET /repos/{owner}/{repo}/git/ref/{ref+}": 2 });
  });

  it("ends at its rate limit", async () => {
    const github = await open({ rateLimit: 1 });
    expect((await ask(github, "GET", "")).status).toBe(200);
    const refused = await ask(github, "GET", "");
    expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
  });

  it("gives lists in pages that lead to each other", async () => {
    const github = await open();
    const { headSha } = await github.openPullRequest();
    for (const context of ["a", "b", "c"]) github.reportStatus(headSha, context, "success");
    const first = await ask(github, "GET", `/commits/${headSha}/statuses?per_page=2`);
    const [, next = ""] = /<([^>]*)>; rel="next"/.exec(first.headers.get("link") ?? "") ?? [];
    const second = await ask(github, "GET", next.replace(`${github.apiUrl}/repos/acme/shop`, ""));
    expect([...first.list, ...second.list].map(({ context }) => context)).toEqual(["c", "b", "a"]);
    expect(second.headers.get("link")).not.toContain('rel="next"');
  });

  itInCi(
    "tells of a comment that it was changed once somebody edits it, whenever it was written",
    async () => {
      const github = await open();
      const { number } = await github.openPullRequest();
      const [first, second] = [
        await github.comment("bob", number, "One"),
        await github.comment("bob", number, "Two"),
      ];
      const path = (id: number) => `/issues/comments/${id}`;
      const changed = async () => {
        const all = await ask(github, "GET", "/issues/comments?per_page=100");
        return all.list.filter(({ created_at, updated_at }) => created_at !== updated_at).map(({ id }) => id);
      };
      await sleep(2);
      // As `emulate` itself does when it writes a new one.
      for (const id of [first, second])
        await github.world.emulate.sendAsAdmin("PATCH", `/repos/acme/shop${path(id)}`, { body: "/merge" });
      expect(await changed()).toEqual([]);
      await github.act("bob", "PATCH", path(second), { body: "Goodbye" });
      expect(await changed()).toEqual([second]);
    },
  );

  itInCi("knows who said what, who labelled, and who may do what", async () => {
    const github = await open();
    const { number } = await github.openPullRequest({ number: 7, labels: ["queue"] });
    await github.comment("bob", number, "/merge");
    expect(await github.comments(7)).toMatchObject([{ user: { login: "bob" }, body: "/merge" }]);
    expect((await ask(github, "GET", "/pulls/7")).body).toMatchObject({ labels: [{ name: "queue" }] });
    await github.removeLabel(7, "queue");
    expect((await ask(github, "GET", "/pulls/7")).body).toMatchObject({ labels: [] });
    github.setPermission("bob", "maintain");
    const permission = await ask(github, "GET", "/collaborators/Bob/permission");
    expect(permission.body).toMatchObject({ permission: "write", role_name: "maintain" });
  });
});

describe("faults", () => {
  it("cut the connection after the write took effect", async () => {
    const github = await open();
    const { number, headSha } = await github.openPullRequest();
    github.faults.next("PUT ", { kind: "cutAfter" });
    const body = { sha: headSha };
    await expect(ask(github, "PUT", `/pulls/${number}/merge`, { body })).rejects.toThrow();
    expect(github.pull(number).merged).not.toBeNull();
  });

  itInAll("cut git's connection too, after the branch has moved or before", async () => {
    const github = await open();
    for (const kind of ["cutBefore", "cutAfter"] as const) {
      github.faults.next("git git-receive-pack", { kind });
      const pushed = await push(github, "main", kind);
      expect(pushed.failed).toBe(true);
      expect(github.tip(kind)).toBe(kind === "cutAfter" ? pushed.commit : null);
    }
  });

  itInCi("show an earlier world to who reads", async () => {
    const github = await open();
    const read = async () => (await ask(github, "GET", "/git/ref/heads/main")).body;
    const before = await read();
    await github.pushToBranch("main", { "a.txt": "1\n" });
    github.faults.next("GET ", { kind: "stale" });
    expect(await read()).toEqual(before);
    expect(await read()).not.toEqual(before);
    github.reportCheck(github.tip("main") ?? commitId("0".repeat(40)), "tests", "success");
    github.faults.next("GET ", { kind: "notYet" }, 2);
    const runs = () => ask(github, "GET", "/commits/main/check-runs");
    expect((await runs()).body).toEqual({ total_count: 0, check_runs: [] });
    expect((await ask(github, "GET", "/git/ref/heads/main")).status).toBe(404);
    expect((await runs()).body).toMatchObject({ total_count: 1 });
  });

  it("limit and fail in GitHub's words, and not the hands of a test", async () => {
    const github = await open();
    const { number } = await github.openPullRequest();
    github.faults.next(() => true, { kind: "secondaryLimit", retryAfter: 3 });
    github.faults.next(() => true, { kind: "error", status: 502 });
    await github.addLabel(number, "queue");
    const limited = await ask(github, "GET", "");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([403, "3"]);
    expect((await ask(github, "GET", "")).status).toBe(502);
    expect((await ask(github, "GET", "")).status).toBe(200);
  });

  itInCi("are the same for the same seed", async () => {
    const happened = async () => {
      const github = await open();
      github.faults.draw(seededChance(7), 0.5);
      for (let calls = 0; calls < 20; calls += 1) await ask(github, "GET", "").catch(() => null);
      return github.faults.happened.map(({ fault }) => fault.kind);
    };
    const first = await happened();
    expect(first.length).toBeGreaterThan(3);
    expect(await happened()).toEqual(first);
  });
});

describe("webhooks", () => {
  it("are signed and say who did what", async () => {
    const receiver = await webhookReceiver();
    closing.push(() => receiver.close());
    const github = await open({ webhookUrl: receiver.url });
    const { number, headRef } = await github.openPullRequest({ author: "bob" });
    await github.pushToBranch(headRef, { "more.txt": "1\n" }, "bob");
    await github.webhooks.settled();
    const told = receiver.received.map(({ headers, body }) => {
      const signature = createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex");
      expect(headers["x-hub-signature-256"]).toBe(`sha256=${signature}`);
      const payload: unknown = JSON.parse(body);
      return { event: headers["x-github-event"], ...(isJsonObject(payload) ? payload : {}) };
    });
    const ofPull = told.filter(({ event }) => event === "pull_request");
    expect(ofPull).toMatchObject([
      { action: "opened", number, sender: { login: "bob" }, installation: { id: github.app.installationId } },
      { action: "synchronize", number, pull_request: { head: { sha: github.tip(headRef) } } },
    ]);
  });

  itInCi("are lost, doubled and reordered as a test wants", async () => {
    const receiver = await webhookReceiver();
    closing.push(() => receiver.close());
    const github = await open();
    const { headSha } = await github.openPullRequest();
    github.webhooks.url = receiver.url;
    const fates = { a: "lose", b: "double", c: "hold", d: "hold", e: "deliver" } as const;
    github.webhooks.behave(({ body }) => {
      const payload: unknown = JSON.parse(body);
      const context = isJsonObject(payload) ? payload["context"] : null;
      return Object.entries(fates).find(([name]) => name === context)?.[1] ?? "deliver";
    });
    for (const context of Object.keys(fates)) github.reportStatus(headSha, context, "success");
    await github.webhooks.settled();
    github.webhooks.release();
    await github.webhooks.settled();
    const contexts = receiver.received.map(({ body }) => /"context":"(.)"/.exec(body)?.[1]);
    expect(contexts.slice(0, 3).sort()).toEqual(["b", "b", "e"]);
    expect(contexts.slice(3).sort()).toEqual(["c", "d"]);
  });
});
