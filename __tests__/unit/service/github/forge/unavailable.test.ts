/** A repository that GitHub keeps from the service is recognised by each call and by git, and named. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import { createGit } from "../../../../../src/service/git/git-adapter.js";
import type { AuthorizedCalls } from "../../../../../src/service/github/api/create-github-calls.js";
import { gitCredentials } from "../../../../../src/service/github/api/git-credentials.js";
import type { GitHubForge } from "../../../../../src/service/github/forge/github-forge.js";
import type { Git } from "../../../../../src/service/ports/git.js";
import { ACME_SHOP, GitHubForgeWorld } from "../../../../support/github-forge-world.js";

let world: GitHubForgeWorld;
let calls: AuthorizedCalls;
let forge: GitHubForge;
let git: Git;
let folder: string;

beforeEach(async () => {
  world = await GitHubForgeWorld.open();
  const { appId, privateKey } = world.github.app;
  ({ calls, forge } = world.reopen({
    calling: { access: { kind: "app", appId: String(appId), privateKey } },
  }));
  folder = await mkdtemp(join(tmpdir(), "merge-queue-unavailable-"));
  git = createGit({
    cloneFolder: folder,
    resolve: () => `${world.github.webUrl}/acme/shop.git`,
    access: { credentials: gitCredentials(calls) },
  });
  await world.github.openPullRequest({ number: 7 });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The error, or a text. */
async function failure(work: Promise<unknown> | undefined): Promise<unknown> {
  return (work ?? Promise.reject(new Error("it is not there"))).then(
    () => "it worked",
    (error: unknown) => error,
  );
}

async function reads(): Promise<readonly unknown[]> {
  return Promise.all([
    failure(forge.readPullRequest(ACME_SHOP, pullRequestNumber(7), "main")),
    failure(forge.requireAvailable?.(ACME_SHOP)),
    failure(git.readRefs(ACME_SHOP, ["refs/heads/main"])),
  ]);
}

async function publish(): Promise<unknown> {
  const tip = world.github.tip("main");
  if (tip === null) throw new Error("there is no main");
  return failure(git.publish(ACME_SHOP, "mq-merge/pr-7/x", tip));
}

const WAITS = { retryable: true, waitMs: 60_000 };

it.each(["with a token of before", "without a token"])("by a suspended installation: %s", async (when) => {
  if (when === "with a token of before")
    expect(await reads()).toEqual(["it worked", "it worked", "it worked"]);
  world.github.world.isSuspended = true;
  const why = { ...WAITS, why: "suspended", message: expect.stringContaining("on acme is suspended") };
  const [pull, available, refs] = await reads();
  expect(pull).toMatchObject(why);
  expect(available).toMatchObject(why);
  // Git only answers 403; a new token is refused, but one of the last seconds is not replaced.
  if (when === "without a token") expect(refs).toMatchObject(why);
  world.github.world.isSuspended = false;
  expect(await publish()).toBe("it worked");
});

it("by an installation that was removed, or that the repository was transferred away from", async () => {
  world.github.world.registrations.isInstalled = false;
  const why = {
    ...WAITS,
    why: "notInstalled",
    message: expect.stringContaining("is not installed on acme/shop"),
  };
  for (const error of await reads()) expect(error).toMatchObject(why);
});

it("by the archive, in which it can be read and not written", async () => {
  world.github.world.isArchived = true;
  const why = { ...WAITS, why: "archived", message: expect.stringContaining("acme/shop is archived") };
  const [pull, available, refs] = await reads();
  expect(pull).toBe("it worked");
  expect(available).toMatchObject(why);
  expect(refs).toBe("it worked");
  expect(await publish()).toMatchObject(why);
  const comment = calls.send(ACME_SHOP, "POST", "/issues/{number}/comments", { number: 7, body: "Hi" });
  expect(await failure(comment)).toMatchObject(why);
  world.github.world.isArchived = false;
  expect(await publish()).toBe("it worked");
});
