/** Landings whose push goes wrong: what counts is where the branch stands afterwards. */
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import type { Git } from "../../../../src/service/ports/git.js";
import { GitRepository } from "../../../support/git-repository.js";
import { startProgramsElsewhere } from "../../../support/program-starter.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";

/** Every step is a process, and the machine may be busy with other suites. */
const SHOP = { host: "example.com", owner: "acme", name: "shop" };

let folder: string;
let origin: GitRepository;
let git: Git;
let base: CommitId;
let tested: CommitId;

beforeEach(async () => {
  startProgramsElsewhere();
  folder = await mkdtemp(join(tmpdir(), "merge-queue-land-"));
  origin = await GitRepository.create();
  base = await origin.commit({ files: { a: "a\n" }, refs: ["refs/heads/main"] });
  const headSha = await origin.commit({ parents: [base], files: { b: "b\n" }, refs: ["refs/pull/1/head"] });
  git = await gitThatPushes();
  const run = testRunId("00000000-0000-8000-8000-000000000001");
  const head = { pullRequest: pullRequestNumber(1), headSha, title: "B", submittedAt: 0 };
  const built = await git.build(SHOP, { run, testedOn: base, contains: [head], mergeMethod: "squash" });
  if (built.kind !== "built" || built.commits[0] === undefined) throw new Error("expected a build");
  tested = built.commits[0];
});

afterEach(async () => {
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A git whose pushes are received by a program of the test's making. */
async function gitThatPushes(receiver = "git-receive-pack"): Promise<Git> {
  const configFile = join(folder, "config");
  await writeFile(configFile, `[remote "origin"]\n\treceivepack = ${receiver}\n`);
  const cloneFolder = join(folder, "clones");
  return createGit({ cloneFolder, resolve: () => origin.folder, access: { configFile } });
}

async function script(path: string, text: string): Promise<string> {
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

async function hook(name: string, text: string): Promise<void> {
  await mkdir(join(origin.folder, "hooks"), { recursive: true });
  await script(join(origin.folder, "hooks", name), text);
}

const land = (by: Git = git) => by.land(SHOP, "main", base, tested);

describe("a landing", () => {
  itInAll("has worked when the push did its work and its answer was lost", async () => {
    await hook("post-receive", "kill -9 $PPID");
    expect(await land()).toEqual({ kind: "landed" });
    expect(await origin.ref("refs/heads/main")).toBe(tested);
  });

  itInAll("has worked when the answer was lost and somebody built on it at once", async () => {
    const later = await origin.commit({ parents: [base], files: { c: "c\n" } });
    const onTop = `git commit-tree -p ${tested} -m later ${later}^{tree}`;
    const identity = "GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x";
    await hook("post-receive", `git update-ref refs/heads/main $(${identity} ${onTop}) && kill -9 $PPID`);
    expect(await land()).toEqual({ kind: "landed" });
    expect(await origin.git("rev-parse", "main~1")).toBe(tested);
  });

  it("fails for good when the repository's own rules turn the push down", async () => {
    await hook("pre-receive", "echo frozen until Monday >&2; exit 1");
    await expect(land()).rejects.toMatchObject({
      name: "GitError",
      retryable: false,
      message: expect.stringMatching(/pre-receive hook declined.*frozen until Monday/),
    });
    expect(await origin.ref("refs/heads/main")).toBe(base);
  });

  itInAll("may be tried again when the push broke off before it did anything", async () => {
    await hook("pre-receive", "kill -9 $PPID");
    await expect(land()).rejects.toMatchObject({ name: "GitError", retryable: true });
    expect(await origin.ref("refs/heads/main")).toBe(base);
  });

  itInCi("may be tried again when nobody can see what has come of the push", async () => {
    const away = `${origin.folder}-away`;
    const receiver = await script(join(folder, "receive"), `mv ${origin.folder} ${away}; exit 1`);
    const pushed = land(await gitThatPushes(receiver));
    await expect(pushed).rejects.toMatchObject({
      name: "GitError",
      retryable: true,
      message: expect.stringMatching(/^it is unknown whether main has moved: /),
    });
    await rename(away, origin.folder);
  });

  itInCi("is refused when the branch moves between the question and the push", async () => {
    const other = await origin.commit({ parents: [base], files: { c: "c\n" } });
    const move = `git --git-dir=${origin.folder} update-ref refs/heads/main ${other}`;
    const receiver = await script(join(folder, "receive"), `${move}; exec git-receive-pack "$@"`);
    expect(await land(await gitThatPushes(receiver))).toEqual({ kind: "refused", tip: other });
    expect(await origin.ref("refs/heads/main")).toBe(other);
  });

  itInAll("is refused when the branch moves while the push is being received", async () => {
    const other = await origin.commit({ parents: [base], files: { c: "c\n" } });
    await hook("pre-receive", `unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main ${other}`);
    expect(await land()).toEqual({ kind: "refused", tip: other });
    expect(await origin.ref("refs/heads/main")).toBe(other);
  });

  itInAll.each(["works", "fails"])("leaves nothing in our clone when it %s", async (how) => {
    if (how === "fails") await hook("pre-receive", "exit 1");
    await land().catch(() => undefined);
    const clone = join(folder, "clones/example.com/acme/shop.git");
    expect(await origin.git(`--git-dir=${clone}`, "for-each-ref", "refs/mq/base")).not.toBe("");
    expect(await origin.git(`--git-dir=${clone}`, "for-each-ref", "refs/mq/land")).toBe("");
  });

  itInCi("works beside a branch that is named like the full name of the target", async () => {
    await origin.git("update-ref", "refs/heads/refs/heads/main", base);
    expect(await land()).toEqual({ kind: "landed" });
    expect(await origin.ref("refs/heads/main")).toBe(tested);
    expect(await origin.ref("refs/heads/refs/heads/main")).toBe(base);
  });
});

describe("a test branch", () => {
  it("is published beside a branch that is named like its full name", async () => {
    await origin.git("update-ref", "refs/heads/mq-merge/x", base);
    await origin.git("update-ref", "refs/heads/refs/heads/mq-merge/x", base);
    await git.publish(SHOP, "mq-merge/x", tested);
    expect(await origin.ref("refs/heads/mq-merge/x")).toBe(tested);
    expect(await origin.ref("refs/heads/refs/heads/mq-merge/x")).toBe(base);
  });
});
