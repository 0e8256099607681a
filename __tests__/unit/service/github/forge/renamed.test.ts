/** A renamed repository: requests, tokens, git and webhooks follow it, and the queue keeps its name. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import * as z from "zod/mini";
import { commitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import { repositoryKey } from "../../../../../src/domain/repository.js";
import { createGit } from "../../../../../src/service/git/git-adapter.js";
import type { AuthorizedCalls } from "../../../../../src/service/github/api/create-github-calls.js";
import { confirmedName, gitCredentials } from "../../../../../src/service/github/api/git-credentials.js";
import { RepositoryNames } from "../../../../../src/service/github/api/repository-names.js";
import { readReviewState } from "../../../../../src/service/github/forge/readiness/review-state.js";
import { closeDraftOf } from "../../../../../src/service/github/status/show-test-run.js";
import type { KnownRepository } from "../../../../../src/service/ports/forge.js";
import { SERVICE_TOKEN } from "../../../../support/github/open-git-hub.js";
import { ACME_SHOP, GitHubForgeWorld } from "../../../../support/github-forge-world.js";

const STORE = { ...ACME_SHOP, owner: "mega", name: "store" };
const SEVEN = pullRequestNumber(7);

describe("a renamed repository", () => {
  let world: GitHubForgeWorld;
  let folder: string;
  beforeEach(async () => {
    world = await GitHubForgeWorld.open();
    folder = await mkdtemp(join(tmpdir(), "merge-queue-renamed-"));
    await world.github.openPullRequest({ number: 7 });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A process of the service, by its App, with what earlier ones have stored. */
  function start(stored = new Map<string, KnownRepository>(), isApp = true) {
    const { appId, privateKey } = world.github.app;
    const names = new RepositoryNames(async (known) => {
      await Promise.resolve(stored.set(repositoryKey(known.configured), known));
    });
    names.restore([...stored.values()]);
    const access = isApp
      ? ({ kind: "app", appId: String(appId), privateKey } as const)
      : ({ kind: "token", token: SERVICE_TOKEN } as const);
    const { calls, forge } = world.reopen({ names, calling: { access, names } });
    const git = createGit({
      cloneFolder: folder,
      resolve: async (repository) => {
        const { owner, name } = await confirmedName(calls, names, repository);
        return `${world.github.webUrl}/${owner}/${name}.git`;
      },
      access: { credentials: gitCredentials(calls) },
    });
    return { names, calls, forge, git };
  }

  it("is found by its id while the service runs, and git follows it after one failure", async () => {
    const { names, calls, forge, git } = start();
    const main = world.github.tip("main");
    await git.readRefs(ACME_SHOP, ["refs/heads/main"]);
    world.github.world.renamedTo = "mega/store";
    await expect(git.readRefs(ACME_SHOP, ["refs/heads/main"])).rejects.toThrow();
    await expect(forge.requireAvailable?.(ACME_SHOP)).rejects.toMatchObject({
      why: "renamed",
      retryable: true,
    });
    expect(names.present(ACME_SHOP)).toEqual(STORE);
    await expect(forge.requireAvailable?.(ACME_SHOP)).resolves.toBeUndefined();
    expect((await git.readRefs(ACME_SHOP, ["refs/heads/main"])).get("refs/heads/main")).toBe(main);
    expect(await forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
    const comment = await calls.send(ACME_SHOP, "POST", "/issues/{number}/comments", {
      number: 7,
      body: "Hi",
    });
    expect(comment.status).toBe(201);
    const redirected = world.github.calls.filter(({ status }) => status === 301 || status === 307);
    expect(redirected.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("is found by a service that starts after the rename", async () => {
    world.github.world.renamedTo = "mega/store";
    const { names, forge } = start();
    expect(await forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
    expect(names.present(ACME_SHOP)).toEqual(STORE);
    world.github.forgetTokens();
    expect(await forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
  });

  it("is called by its new name after the first redirected read", async () => {
    const { names, forge } = start();
    await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    world.github.world.renamedTo = "mega/store";
    await world.github.pushToPullRequest(7, { "more.txt": "more\n" });
    await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    expect(names.present(ACME_SHOP)).toEqual(STORE);
    world.github.forgetCalls();
    await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    expect(world.github.calls.filter(({ status }) => status === 301)).toEqual([]);
  });

  it("goes on after a restart, although another repository has its former name", async () => {
    const stored = new Map<string, KnownRepository>();
    expect(await start(stored).forge.readPullRequest(ACME_SHOP, SEVEN, "main")).not.toBeNull();
    world.github.world.renamedTo = "mega/store";
    const { names, forge } = start(stored);
    await expect(forge.requireAvailable?.(ACME_SHOP)).rejects.toMatchObject({ why: "renamed" });
    expect(names.present(ACME_SHOP)).toEqual(STORE);
    world.github.world.isFormerNameTaken = true;
    world.github.forgetTokens();
    const again = start(stored);
    expect(await again.forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
    expect(await again.git.readRefs(ACME_SHOP, ["refs/heads/main"])).toEqual(
      new Map([["refs/heads/main", world.github.tip("main")]]),
    );
  });

  it("is asked by its present owner for heads, stacks and drafts", async () => {
    const [first, second] = [
      await world.github.openPullRequest({ number: 8 }),
      await world.github.openPullRequest({ number: 9 }),
    ];
    await world.github.openPullRequest({ number: 10, branch: second.headRef, base: first.headRef });
    world.github.world.renamedTo = "mega/store";
    const { calls, forge } = start();
    await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    expect(await forge.stacks?.onBranch(ACME_SHOP, first.headRef)).toEqual([8]);
    const find = forge.headBranches?.find(ACME_SHOP, pullRequestNumber(9), second.headSha);
    expect(await find).toEqual({ kind: "fixed", why: "its branch is also the head of #10" });
    const place = { calls, repository: ACME_SHOP };
    await closeDraftOf(place, { version: 2, number: null, head: first.headRef, isOver: false });
    expect([8, 9].map((number) => world.github.pull(number).state)).toEqual(["closed", "open"]);
  });

  it("gives its own reviews, not those of another repository that has taken the former name", async () => {
    world.github.world.renamedTo = "mega/store";
    const { calls, forge } = start();
    const pull = await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    const head = { number: 7, headSha: commitId(pull?.headSha ?? "") };
    expect(await readReviewState(calls, ACME_SHOP, head)).not.toHaveProperty("unreadable");
  });

  /** Another repository takes the former name between two calls of the service. */
  function takeFormerName() {
    world.github.world.renamedTo = "mega/store";
    world.github.world.isFormerNameTaken = true;
  }

  /** The pull request as a public repository with the former name shows it. */
  async function pullOfOther(calls: { read: AuthorizedCalls["read"] }, title: string) {
    const pull = z
      .looseObject({ base: z.looseObject({ repo: z.looseObject({}) }) })
      .parse(await calls.read(ACME_SHOP, "/pulls/{number}", { number: 7 }));
    const base = { ...pull.base, repo: { ...pull.base.repo, id: 666 } };
    world.github.world.ofOther.set("", base.repo).set("/pulls/7", { ...pull, base, title });
  }

  it.each([true, false])("keeps its pull requests where another one has none (App: %s)", async (isApp) => {
    const { names, forge } = start(new Map(), isApp);
    await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    takeFormerName();
    expect(await forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
    expect(names.present(ACME_SHOP)).toEqual(STORE);
    expect(await forge.readPullRequest(ACME_SHOP, pullRequestNumber(99), "main")).toBeNull();
  });

  it("keeps its pull requests where another one has one of the same number", async () => {
    const { calls, names, forge } = start();
    await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    await pullOfOther(calls, "Of another repository");
    takeFormerName();
    const facts = await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    expect(facts?.title).toBe(world.github.pull(7).title);
    expect(names.present(ACME_SHOP)).toEqual(STORE);
  });

  const FOREIGN = { id: 666, name: "shop", owner: { login: "acme" } };

  it("counts no reviews of another repository, however lately its name was confirmed", async () => {
    const { calls, names, forge } = start();
    const pull = await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    const head = { number: 7, headSha: commitId(pull?.headSha ?? "") };
    takeFormerName();
    const approved = { state: "APPROVED", author: { login: "eve" } };
    const pullRequest = {
      ...{ headRefOid: head.headSha, reviewDecision: "APPROVED" },
      ...{ byWriters: { nodes: [approved] }, byAll: { nodes: [approved], pageInfo: { hasNextPage: false } } },
      reviewThreads: { nodes: [], pageInfo: { hasNextPage: false } },
    };
    const { ofOther } = world.github.world;
    ofOther.set("", FOREIGN).set("/graphql", { data: { repository: { databaseId: 666, pullRequest } } });
    expect(await readReviewState(calls, ACME_SHOP, head)).toMatchObject({ decision: null, approvals: 0 });
    expect(names.present(ACME_SHOP)).toEqual(STORE);
  });

  it.each([
    ["/commits/{ref}/status", "statuses", { state: "success", repository: FOREIGN, statuses: [{ id: 1 }] }],
    ["/actions/runs", "workflow_runs", { total_count: 1, workflow_runs: [{ id: 1, repository: FOREIGN }] }],
  ])("counts nothing of %s of another repository either", async (route, under, answer) => {
    const { calls, names, forge } = start();
    const { headSha: ref = "" } = (await forge.readPullRequest(ACME_SHOP, SEVEN, "main")) ?? {};
    takeFormerName();
    world.github.world.ofOther.set("", FOREIGN).set(route.replace("{ref}", ref), answer);
    expect(await calls.list(ACME_SHOP, route, { ref, under })).toEqual([]);
    expect(names.present(ACME_SHOP)).toEqual(STORE);
  });

  it("refuses another repository's pull request while GitHub gives the id the same name", async () => {
    const { names, forge } = start();
    names.learn(ACME_SHOP, 5, ACME_SHOP);
    await expect(forge.readPullRequest(ACME_SHOP, SEVEN, "main")).rejects.toMatchObject({
      ...{ why: "notInstalled", message: expect.stringContaining("the repository with the id 5") },
    });
  });

  it.each([true, false])("asks by its stored id first after a restart (App: %s)", async (isApp) => {
    const stored = new Map<string, KnownRepository>();
    await start(stored, isApp).forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    takeFormerName();
    world.github.world.ofOther.set("/installation", { id: world.github.world.installation });
    world.github.world.ofOther.set("/commits/main/check-runs", { total_count: 0, check_runs: [] });
    world.github.forgetTokens();
    world.github.forgetCalls();
    const { calls, git } = start(stored, isApp);
    await calls.read(ACME_SHOP, "/commits/{ref}/check-runs", { ref: "main" });
    expect(await git.readRefs(ACME_SHOP, ["refs/heads/main"])).toEqual(
      new Map([["refs/heads/main", world.github.tip("main")]]),
    );
    const former = world.github.calls.filter(({ path }) => path.startsWith("/repos/acme/shop"));
    expect(former.filter(({ path }) => !/^\/repos\/acme\/shop(?:\/installation)?$/.test(path))).toEqual([]);
  });

  it("is found in the installations of the App if the other one has none, also after a restart", async () => {
    const stored = new Map<string, KnownRepository>();
    await start(stored).forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    takeFormerName();
    world.github.forgetTokens();
    const { forge, names } = start(stored);
    expect(await forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
    expect(names.present(ACME_SHOP)).toEqual(STORE);
  });

  it("is found in another installation than that of the repository with its former name", async () => {
    const stored = new Map<string, KnownRepository>();
    await start(stored).forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    takeFormerName();
    world.github.world.ofOther.set("/installation", { id: 777 });
    world.github.forgetTokens();
    const { forge, names } = start(stored);
    expect(await forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
    expect(names.present(ACME_SHOP)).toEqual(STORE);
  });

  it("waits for an installation on its new owner, and its queues are not to be deleted for that", async () => {
    const stored = new Map<string, KnownRepository>();
    await start(stored).forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    takeFormerName();
    const { registrations, ofOther } = world.github.world;
    ofOther.set("/installation", { id: 777 });
    world.github.forgetTokens();
    registrations.isInstalled = false;
    const { forge } = start(stored);
    await expect(forge.readPullRequest(ACME_SHOP, SEVEN, "main")).rejects.toMatchObject({
      ...{ why: "notInstalled", retryable: true },
      message: expect.stringMatching(/the id 1 \(configured as acme\/shop\).* install the App on it/),
    });
    registrations.isInstalled = true;
    expect(await forge.readPullRequest(ACME_SHOP, SEVEN, "main")).toMatchObject({ number: 7 });
  });

  it.each([true, false])("receives its test branches a minute after the rename (App: %s)", async (isApp) => {
    const { names, forge, git } = start(new Map(), isApp);
    await forge.readPullRequest(ACME_SHOP, SEVEN, "main");
    await git.readRefs(ACME_SHOP, ["refs/heads/main"]);
    takeFormerName();
    const now = performance.now.bind(performance);
    jest.spyOn(performance, "now").mockImplementation(() => now() + 61_000);
    const main = commitId(world.github.tip("main") ?? "");
    await git.publish(ACME_SHOP, "mq-merge/1", main);
    expect(world.github.tip("mq-merge/1")).toBe(main);
    expect(names.present(ACME_SHOP)).toEqual(STORE);
  });
});

describe("the names of repositories", () => {
  const isServed = (key: string) => key === "example.com/acme/shop";

  it("find the configured repository of a webhook by its id, and otherwise by its name", () => {
    const names = new RepositoryNames();
    expect(names.configuredOf(STORE, 5, isServed)).toBeNull();
    expect(names.configuredOf(ACME_SHOP, 5, isServed)).toEqual(ACME_SHOP);
    expect(names.configuredOf(STORE, 5, isServed)).toEqual(ACME_SHOP);
    expect(names.present(ACME_SHOP)).toEqual(STORE);
    expect(names.configuredOf(STORE, null, isServed)).toBeNull();
  });

  it("do not mistake another repository for one whose name it has taken", () => {
    const names = new RepositoryNames();
    names.learn(ACME_SHOP, 5, ACME_SHOP);
    expect(names.configuredOf(ACME_SHOP, 6, isServed)).toBeNull();
    expect(names.learn(ACME_SHOP, 6, STORE)).toBe(false);
    expect(names.present(ACME_SHOP)).toEqual(ACME_SHOP);
    expect(names.idOf({ ...ACME_SHOP, owner: "ACME" })).toBe(5);
  });
});
