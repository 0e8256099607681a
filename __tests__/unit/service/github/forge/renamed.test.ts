/** A renamed repository: requests, tokens, git and webhooks follow it, and the queue keeps its name. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { commitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import { repositoryKey } from "../../../../../src/domain/repository.js";
import { createGit } from "../../../../../src/service/git/git-adapter.js";
import { gitCredentials } from "../../../../../src/service/github/api/git-credentials.js";
import { RepositoryNames } from "../../../../../src/service/github/api/repository-names.js";
import { readReviewState } from "../../../../../src/service/github/forge/readiness/review-state.js";
import { closeDraftOf } from "../../../../../src/service/github/status/show-test-run.js";
import type { KnownRepository } from "../../../../../src/service/ports/forge.js";
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
    await world[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A process of the service, by its App, with what earlier ones have stored. */
  function start(stored = new Map<string, KnownRepository>()) {
    const { appId, privateKey } = world.github.app;
    const names = new RepositoryNames(async (known) => {
      await Promise.resolve(stored.set(repositoryKey(known.configured), known));
    });
    names.restore([...stored.values()]);
    const access = { kind: "app", appId: String(appId), privateKey } as const;
    const { calls, forge } = world.reopen({ names, calling: { access, names } });
    const git = createGit({
      cloneFolder: folder,
      resolve: (repository) => {
        const { owner, name } = names.present(repository);
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
