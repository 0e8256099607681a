/** The clone is a cache: small fetches, no half clones, and nothing lost when it is thrown away. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, commitId, pullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import type { ContainedHead } from "../../../../src/engine/model/queue.js";
import { Clone } from "../../../../src/service/git/clone.js";
import { createGit, type GitOptions } from "../../../../src/service/git/git-adapter.js";
import type { Git, Speculation } from "../../../../src/service/ports/git.js";
import { type CommitPlan, GitRepository } from "../../../support/git-repository.js";
import { startProgramsElsewhere } from "../../../support/program-starter.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";

/** Every step is a process, and the machine may be busy with other suites. */
const SHOP = { host: "example.com", owner: "Acme", name: "Shop" };
const RUN = testRunId("00000000-0000-8000-8000-000000000001");
const UNKNOWN = commitId("f".repeat(40));
const HISTORY: readonly CommitPlan[] = Array.from({ length: 200 }, (_, index) => ({
  parents: index === 0 ? [] : [index - 1],
  files: { [`file-${index}`]: `${index}\n` },
  refs: index === 199 ? ["refs/heads/main"] : [],
}));

let folder: string;
let clone: string;
let origin: GitRepository;
let git: Git;
let base: CommitId;

beforeEach(async () => {
  startProgramsElsewhere();
  folder = await mkdtemp(join(tmpdir(), "merge-queue-clone-"));
  clone = join(folder, "example.com/acme/shop.git");
  origin = await GitRepository.create();
  base = (await origin.commits(HISTORY)).at(-1) ?? UNKNOWN;
  git = open();
});

afterEach(async () => {
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

function open(options: Partial<GitOptions> = {}): Git {
  return createGit({ cloneFolder: folder, resolve: () => origin.folder, ...options });
}

async function pull(number: number, parent = base): Promise<ContainedHead> {
  const headSha = await origin.commit({
    parents: [parent],
    files: { [`new-${number}`]: `new ${number}\n` },
    refs: [`refs/pull/${number}/head`],
  });
  return { pullRequest: pullRequestNumber(number), headSha, title: `Change ${number}`, submittedAt: 0 };
}

function speculation(...contains: readonly ContainedHead[]): Speculation {
  return { run: RUN, testedOn: base, contains, mergeMethod: "squash" };
}

async function built(...contains: readonly ContainedHead[]): Promise<CommitId> {
  const outcome = await git.build(SHOP, speculation(...contains));
  const commit = outcome.kind === "built" ? outcome.commits.at(-1) : undefined;
  if (commit === undefined) throw new Error(`expected a build, got ${JSON.stringify(outcome)}`);
  return commit;
}

/** What git says of the clone, through a repository object of the test's own. */
async function inClone(...words: readonly string[]): Promise<string> {
  return origin.git("--git-dir", clone, ...words);
}

async function storedObjects(): Promise<number> {
  const counts = await inClone("count-objects", "-v");
  return ["count", "in-pack"]
    .map((name) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(counts)?.[1]))
    .reduce((sum, count) => sum + count, 0);
}

describe("the making of a clone", () => {
  itInAll("happens once, however many ask at the same time", async () => {
    const heads = [await pull(1), await pull(2), await pull(3)];
    const facts = await Promise.all(heads.map((head) => git.readCommit(SHOP, head.headSha)));
    expect(facts.map((fact) => fact?.subject)).toEqual(["Change 1", "Change 1", "Change 1"]);
    expect(await readdir(join(folder, "example.com/acme"))).toEqual(["shop.git"]);
  });

  it("waits for the first question that needs commits", async () => {
    await git.readRefs(SHOP, ["refs/heads/main"]);
    expect(existsSync(clone)).toBe(false);
  });

  itInAll("sweeps away what a crash left of earlier attempts", async () => {
    await mkdir(`${clone}.unfinished-by-a-crash`, { recursive: true });
    await git.readCommit(SHOP, base);
    expect(await readdir(join(folder, "example.com/acme"))).toEqual(["shop.git"]);
  });

  itInCi("works for a repository without any commit, and sees the first one later", async () => {
    const empty = await GitRepository.create();
    const early = open({ cloneFolder: join(folder, "early"), resolve: () => empty.folder });
    expect(await early.readCommit(SHOP, UNKNOWN)).toBeNull();
    const first = await empty.commit({ message: "First", refs: ["refs/heads/main"] });
    expect(await early.readCommit(SHOP, first)).toMatchObject({ subject: "First" });
    await empty.remove();
  });

  itInCi("takes on the repository's own kind of ids", async () => {
    const modern = await GitRepository.create("sha256");
    const first = await modern.commit({ message: "First", refs: ["refs/heads/main"] });
    git = open({ cloneFolder: join(folder, "modern"), resolve: () => modern.folder });
    expect(first).toHaveLength(64);
    expect(await git.readCommit(SHOP, first)).toMatchObject({ subject: "First" });
    await modern.remove();
  });

  itInAll("is tried again after it failed", async () => {
    let address = join(folder, "not-there-yet");
    git = open({ resolve: () => address });
    await expect(git.readCommit(SHOP, base)).rejects.toMatchObject({ name: "GitError", retryable: false });
    address = origin.folder;
    expect(await git.readCommit(SHOP, base)).not.toBeNull();
  });

  itInCi("fails with a git error when the disk does not want it", async () => {
    await writeFile(join(folder, "example.com"), "in the way");
    await expect(git.readCommit(SHOP, base)).rejects.toMatchObject({ name: "GitError", retryable: true });
  });

  it("does not happen for a repository that is not configured", async () => {
    git = open({ resolve: () => undefined });
    await expect(git.readCommit(SHOP, base)).rejects.toMatchObject({
      name: "GitError",
      retryable: false,
      message: "repository example.com/acme/shop is not configured",
    });
  });

  it("runs no command that an address names", async () => {
    git = open({ resolve: () => `ext::sh -c "touch% ${join(folder, "trapped")}"` });
    await expect(git.readCommit(SHOP, base)).rejects.toThrow(/transport 'ext' not allowed/);
    expect(existsSync(join(folder, "trapped"))).toBe(false);
  });

  itInAll("takes a relative path from where the service runs", async () => {
    git = open({ resolve: () => origin.folder.replace(/^\//, "../".repeat(30)) });
    expect(await git.readCommit(SHOP, base)).not.toBeNull();
  });
});

describe("a fetch", () => {
  it("shows other builds no commit before its files, also if it is killed", async () => {
    await git.readCommit(SHOP, base);
    await git.readCommit(SHOP, (await pull(1)).headSha);
    expect(await inClone("count-objects", "-v")).toMatch(/^count: 0$/m);
  });

  itInAll("brings only what is new, also when no run is left to start from", async () => {
    await git.readCommit(SHOP, base);
    const onTop = { ...HISTORY[0], parents: [base], refs: [] };
    base = (await origin.commits([onTop, ...HISTORY.slice(1)])).at(-1) ?? UNKNOWN;
    await built(await pull(1));
    await git.unpublish(SHOP, "none", RUN);
    const before = await storedObjects();
    await git.readCommit(SHOP, (await pull(2)).headSha);
    // A commit, a tree and a file; git also adds the tree that the new one is stored as a difference to.
    expect((await storedObjects()) - before).toBeLessThanOrEqual(4);
  });

  itInAll("brings the others when one of many is missing", async () => {
    const heads = [await pull(1), await pull(2)];
    const asked = [heads[0]?.headSha, UNKNOWN, heads[1]?.headSha].map(async (id) =>
      git.readCommit(SHOP, id ?? UNKNOWN),
    );
    expect((await Promise.all(asked)).map((facts) => facts !== null)).toEqual([true, false, true]);
  });

  itInAll("finds heads, and what is missing, on a server that speaks only the first protocol", async () => {
    await writeFile(join(folder, "config"), "[protocol]\n\tversion = 0\n");
    git = open({ access: { configFile: join(folder, "config") } });
    const one = await pull(1);
    expect((await git.build(SHOP, speculation(one))).kind).toBe("built");
    const gone = { ...one, headSha: UNKNOWN };
    expect(await git.build(SHOP, speculation(gone))).toEqual({ kind: "missing", commit: UNKNOWN });
  });
});

it("packs what fetches gathered with every fifty-first fetch, and no other", async () => {
  const calls: string[] = [];
  const bare = new Clone({
    label: "acme/shop",
    folder,
    address: origin.folder,
    credentials: () => Promise.resolve({}),
    runGit: ({ arguments: words }) => {
      calls.push(words[1] ?? "");
      return Promise.resolve({ exitCode: 0, stdout: "", stderr: "" });
    },
  });
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");

  for (let fetches = 0; fetches < 102; fetches += 1) await bare.fetch([base]);

  const tidied = calls.flatMap((option, index) => (option === "--auto-maintenance" ? [index] : []));
  expect(tidied).toEqual([50, 101]);
  expect(new Set(calls)).toEqual(new Set(["--auto-maintenance", "--no-auto-maintenance"]));
});

describe("a clone", () => {
  itInAll("keeps a run's commits alive until the run is unpublished", async () => {
    const commit = await built(await pull(1));
    await inClone("gc", "--quiet", "--prune=now");
    expect(await inClone("cat-file", "-t", commit)).toBe("commit");
    await git.unpublish(SHOP, "none", RUN);
    await inClone("gc", "--quiet", "--prune=now");
    await expect(inClone("cat-file", "-t", commit)).rejects.toThrow(/Not a valid object name|could not get/);
  });

  itInAll("may be deleted at any time: what was built is built again, to the same commits", async () => {
    const heads = [await pull(1), await pull(2)];
    const commit = await built(...heads);
    await git.checkOut(SHOP, base, join(folder, "files"));
    await rm(clone, { recursive: true });
    expect(await built(...heads)).toBe(commit);
    await git.checkOut(SHOP, commit, join(folder, "files"));
    expect(existsSync(join(folder, "files/new-2"))).toBe(true);
  });

  itInAll("gets over lock files of a git that was killed, once they are old", async () => {
    const one = await pull(1);
    await git.readCommit(SHOP, one.headSha);
    const lock = join(clone, `refs/mq/${RUN}.lock`);
    await writeFile(lock, "");
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(lock, longAgo, longAgo);
    expect((await git.build(SHOP, speculation(one))).kind).toBe("built");
    expect(existsSync(lock)).toBe(false);
  });

  itInAll("fetches past a ref that was removed meanwhile, or that a power cut left empty", async () => {
    await git.readCommit(SHOP, base);
    const landing = join(clone, "refs/mq/land/interrupted");
    await mkdir(landing, { recursive: true });
    await writeFile(join(landing, "main"), "");
    const one = await pull(1);
    expect((await git.build(SHOP, speculation(one))).kind).toBe("built");
  });

  itInAll("builds many runs at the same time", async () => {
    const heads = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((number) => pull(number)));
    const runs = heads.map((_, index) => testRunId(`00000000-0000-8000-8000-00000000001${index}`));
    const outcomes = await Promise.all(
      runs.map((run, index) => git.build(SHOP, { ...speculation(...heads.slice(0, index + 1)), run })),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(runs.map(() => "built"));
    expect((await inClone("for-each-ref", "--format=%(refname)")).split("\n")).toEqual([
      ...runs.map((run) => `refs/mq/${run}`),
      "refs/mq/base",
    ]);
  });
});
