/** Every kind of checkout that a workflow makes, on real git: the exact pair is found, and nothing there changes. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { CommitId } from "../../../../src/domain/ids.js";
import { findRevisions } from "../../../../src/targets/revisions/find-revisions.js";
import type { FoundRevisions, RevisionQuestion, Wanted } from "../../../../src/targets/revisions/question.js";
import type { ChangedFile } from "../../../../src/targets/source.js";
import { digestOf, ForgeOnDisk, git, type PullRequestOnDisk } from "../../../support/forge-on-disk.js";
import { GitRepository } from "../../../support/git-repository.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";

let forge: ForgeOnDisk;
let fork: CommitId;
let merged: PullRequestOnDisk;
let swapped: PullRequestOnDisk;
const found: FoundRevisions[] = [];

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  fork = await forge.onMain({ "core/a.txt": "a\n", "api/b.txt": "b\n" });
  await forge.onMain({ "api/b.txt": "b2\n" });
  await forge.onMain({ "api/c.txt": "c\n" });
  merged = await forge.pullRequest(7, fork, { "core/a.txt": "a2\n", "core/new.txt": "n\n" });
  swapped = await forge.pullRequest(8, fork, { "core/a.txt": "a3\n" }, true);
});

afterEach(async () => {
  for (const one of found.splice(0)) if (one.kind === "found") await one.store.remove();
});

afterAll(async () => forge.remove());

function ofPullRequest({ number, head }: PullRequestOnDisk, workflowSha: string | null = null): Wanted {
  return { kind: "pullRequest", number, headSha: head, baseBranch: "main", workflowSha };
}

async function search(question: Partial<RevisionQuestion>): Promise<FoundRevisions> {
  const asked: RevisionQuestion = {
    wanted: ofPullRequest(merged),
    checkout: null,
    remote: { url: forge.url, token: null },
    signal: new AbortController().signal,
    ...question,
  };
  const before = asked.checkout === null ? null : digestOf(asked.checkout);
  const one = await findRevisions(asked);
  found.push(one);
  if (asked.checkout !== null) expect(digestOf(asked.checkout)).toEqual(before);
  return one;
}

function shown(one: FoundRevisions) {
  if (one.kind === "notFound") return one;
  const { base, head, changed, how } = one.revisions;
  return { base: base.commit, head: head.commit, changed: changed.map(({ path }) => path), how };
}

const BESIDE = "The checkout is at the merge of the pull request, and its parent was fetched.";
const EXACT = ["core/a.txt", "core/new.txt"];

function exactly(how: unknown) {
  return { base: merged.base, head: merged.merge, changed: EXACT, how };
}

describe("a pull request whose merge is checked out", () => {
  itInAll("needs nothing from the remote when the checkout goes back far enough", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=2");
    expect(shown(await search({ checkout, remote: null }))).toEqual(
      exactly("The checkout is at the merge of the pull request."),
    );
  });

  it("needs only its parent, in a folder of its own, from a checkout of depth one", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=1");
    expect(shown(await search({ checkout }))).toEqual(exactly(BESIDE));
  });

  itInAll(
    "needs the tip of the target branch to be its parent, where the branch is not certain",
    async () => {
      const checkout = await forge.checkOut(merged.merge, "--depth=1");
      const pullRequest = { kind: "pullRequest", number: merged.number, headSha: merged.head } as const;
      const wanted = { ...pullRequest, baseBranch: "main", workflowSha: null, mustCheckBase: true };
      expect(shown(await search({ checkout, wanted }))).toEqual(exactly(BESIDE));
      await forge.repository.setRef("refs/heads/other", fork);
      expect(shown(await search({ checkout, wanted: { ...wanted, baseBranch: "other" } }))).toMatchObject({
        base: fork,
        how: "The head contains the base.",
      });
    },
  );

  itInAll.each([
    ["without any file", ["--filter=blob:none", "--depth=2"]],
    ["without any tree", ["--filter=tree:0", "--depth=2"]],
    ["with all its history", []],
  ])("is found in a checkout %s", async (_what, options) => {
    const checkout = await forge.checkOut(merged.merge, ...options);
    expect(shown(await search({ checkout }))).toEqual(exactly(expect.anything()));
  });

  itInAll("is read from the remote where a checkout has no file's bytes", async () => {
    const checkout = await forge.checkOut(merged.merge, "--filter=blob:none", "--depth=2");
    const before = digestOf(checkout);
    const one = await search({ checkout });
    expect(shown(one)).toEqual(exactly("The checkout is at the merge of the pull request."));
    if (one.kind === "notFound") return;
    const read = await one.revisions.base.read(["core/a.txt", "api/b.txt"]);
    expect([...read.values()].map((bytes) => Buffer.from(bytes).toString())).toEqual(["a\n", "b2\n"]);
    expect(digestOf(checkout)).toEqual(before);
  });

  itInCi("may name the pull request's head first", async () => {
    const checkout = await forge.checkOut(swapped.merge, "--depth=1");
    expect(shown(await search({ checkout, wanted: ofPullRequest(swapped) }))).toMatchObject({
      base: swapped.base,
      head: swapped.merge,
      changed: ["core/a.txt"],
    });
  });

  itInCi("is found from a folder within a sparse work tree that is one of several", async () => {
    const clone = await forge.checkOut(merged.merge, "--depth=1");
    const worktree = forge.folder();
    rmSync(worktree, { recursive: true });
    await git(clone, "worktree", "add", "--quiet", "--detach", worktree, merged.merge);
    await git(worktree, "sparse-checkout", "set", "--no-cone", "/core/");
    expect(readdirSync(worktree)).toEqual([".git", "core"]);
    expect(shown(await search({ checkout: join(worktree, "core") }))).toEqual(exactly(expect.anything()));
  });

  it("is found in a checkout that is a submodule of another repository", async () => {
    const outer = forge.folder();
    await git(outer, "init", "--quiet");
    await git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", forge.url, "part");
    const checkout = join(outer, "part");
    await git(checkout, "fetch", "--quiet", "--depth=2", forge.url, merged.merge);
    await git(checkout, "checkout", "--quiet", "--detach", merged.merge);
    const before = digestOf(outer);
    expect(shown(await search({ checkout, remote: null }))).toEqual(
      exactly("The checkout is at the merge of the pull request."),
    );
    expect(digestOf(outer)).toEqual(before);
  });

  itInAll(
    "is found by its pointers where large files are kept elsewhere, whose program is never started",
    async () => {
      const pointer = (digit: string): string =>
        `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 12\n`;
      const files = {
        ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
        "core/a.bin": pointer("1"),
      };
      const large = await forge.pullRequest(11, fork, files);
      const checkout = await forge.checkOut(large.merge, "--depth=2");
      for (const name of ["clean", "smudge", "process"])
        await git(checkout, "config", `filter.lfs.${name}`, "false");
      await git(checkout, "config", "filter.lfs.required", "true");
      const one = await search({ checkout, remote: null, wanted: ofPullRequest(large) });
      expect(shown(one)).toMatchObject({ base: large.base, changed: [".gitattributes", "core/a.bin"] });
      if (one.kind === "notFound") return;
      const read = await one.revisions.head.read(["core/a.bin"]);
      expect(Buffer.from(read.get("core/a.bin") ?? []).toString()).toBe(pointer("1"));
    },
  );

  it("is found where git takes the checkout for somebody else's", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=2");
    const folder = mkdtempSync(join(tmpdir(), "merge-queue-git-"));
    const path = process.env["PATH"] ?? "";
    const shim = `#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1 PATH='${path}'\nexec git "$@"\n`;
    writeFileSync(join(folder, "git"), shim);
    chmodSync(join(folder, "git"), 0o755);
    process.env["PATH"] = `${folder}:${path}`;
    try {
      await expect(git(checkout, "rev-parse", "HEAD")).rejects.toThrow(/dubious ownership/);
      expect(shown(await search({ checkout, remote: null }))).toEqual(exactly(expect.anything()));
    } finally {
      process.env["PATH"] = path;
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a pull request whose merge is not checked out", () => {
  it("is known by the commit of the workflow's run, without any checkout", async () => {
    const one = await search({ wanted: ofPullRequest(merged, merged.merge) });
    expect(shown(one)).toEqual(exactly("The merge of the pull request was fetched by its id."));
  });

  itInAll("is fetched from the forge's ref when its head is checked out", async () => {
    const checkout = await forge.checkOut(merged.head, "--depth=1");
    expect(shown(await search({ checkout, wanted: ofPullRequest(merged, merged.head) }))).toEqual(
      exactly("The merge was fetched from refs/pull/7/merge."),
    );
  });

  itInAll("is merged here, with fetched history, when the forge's ref is of another head", async () => {
    const head = await forge.repository.commit({
      parents: [fork],
      files: { "core/a.txt": "other\n" },
      refs: ["refs/pull/9/head"],
    });
    await forge.repository.setRef("refs/pull/9/merge", merged.merge);
    const checkout = await forge.checkOut(head, "--depth=1");
    const wanted = ofPullRequest({ ...merged, number: 9, head });
    expect(shown(await search({ checkout, wanted }))).toMatchObject({
      base: merged.base,
      changed: ["core/a.txt"],
      how: "The two were merged to see what changes.",
    });
  });

  itInAll("is known by what changed since the branches parted when it conflicts", async () => {
    const head = await forge.repository.commit({
      parents: [fork],
      files: { "api/b.txt": "conflict\n" },
      refs: ["refs/pull/10/head"],
    });
    const wanted = ofPullRequest({ ...merged, number: 10, head });
    expect(shown(await search({ wanted }))).toEqual({
      base: fork,
      head,
      changed: ["api/b.txt"],
      how: "Not exact: the two conflict, so the changes since they diverged count.",
    });
  });

  it("is not taken for another head that was pushed meanwhile", async () => {
    const wanted = ofPullRequest({ ...merged, head: fork });
    expect(shown(await search({ wanted }))).toEqual({
      kind: "notFound",
      because: expect.stringContaining("the pull request has another head by now"),
    });
  });
});

describe("a server", () => {
  itInAll("may send more than is asked for, where it knows no filters", async () => {
    await forge.repository.git("config", "uploadpack.allowFilter", "false");
    try {
      const checkout = await forge.checkOut(merged.merge, "--depth=1");
      expect(shown(await search({ checkout }))).toEqual(exactly(expect.anything()));
    } finally {
      await forge.repository.git("config", "uploadpack.allowFilter", "true");
    }
  });

  itInAll("may refuse a commit that no ref is at, but not a ref", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=1");
    const wanted = ofPullRequest(merged, "1".repeat(40));
    expect(shown(await search({ checkout: null, wanted }))).toEqual(
      exactly("The merge was fetched from refs/pull/7/merge."),
    );
    expect(shown(await search({ checkout, wanted }))).toEqual(exactly(expect.anything()));
  });

  itInCi("may use longer ids", async () => {
    const other = await ForgeOnDisk.of(await GitRepository.create("sha256"));
    try {
      const base = await other.onMain({ "a.txt": "a\n" });
      const { head, merge } = await other.pullRequest(7, base, { "a.txt": "b\n" });
      const wanted = ofPullRequest({ number: 7, base, head, merge });
      const one = await search({ wanted, remote: { url: other.url, token: null } });
      expect(shown(one)).toMatchObject({ base, head: merge, changed: ["a.txt"] });
    } finally {
      await other.remove();
    }
  });
});

describe("two commits", () => {
  itInAll("are taken as an event names them, and fetched alone", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=1");
    const wanted = { kind: "pair", base: merged.base, head: merged.merge } as const;
    expect(shown(await search({ checkout, wanted }))).toEqual(exactly("The event names both commits."));
  });

  it("are found with one request where the head is a merge of which the base is a parent", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=1");
    const wanted = { kind: "named", base: "origin/main", head: "HEAD" } as const;
    const one = await search({ checkout, wanted });
    expect(shown(one)).toEqual(exactly("The head contains the base, which was fetched."));
    if (one.kind === "notFound") return;
    // The request also brought the earlier content of what the merge changes; the rest is in the checkout.
    const read = await one.revisions.base.read(["core/a.txt", "api/b.txt"]);
    expect([...read.values()].map((bytes) => Buffer.from(bytes).toString())).toEqual(["a\n", "b2\n"]);
    const named = { ...wanted, base: merged.base };
    expect(shown(await search({ checkout, wanted: named }))).toMatchObject({
      base: merged.base,
      changed: EXACT,
    });
  });

  itInAll("are merged where a plain branch has fallen behind", async () => {
    const checkout = await forge.checkOut("refs/heads/main");
    await git(checkout, "fetch", "--quiet", "origin", "refs/pull/7/head:refs/heads/feature");
    const wanted = { kind: "named", base: "refs/remotes/pull/merge", head: "feature" } as const;
    expect(shown(await search({ checkout, wanted, remote: null }))).toMatchObject({
      base: merged.base,
      changed: EXACT,
    });
  });

  itInAll("are taken as they are where the second contains the first", async () => {
    const checkout = await forge.checkOut("refs/heads/main");
    const wanted = { kind: "named", base: "HEAD~2", head: "HEAD" } as const;
    expect(shown(await search({ checkout, wanted, remote: null }))).toEqual({
      base: fork,
      head: merged.base,
      changed: ["api/b.txt", "api/c.txt"],
      how: "The head contains the base.",
    });
  });

  itInAll("are fetched with their history where the checkout is shallow", async () => {
    const checkout = await forge.checkOut(merged.head, "--depth=1");
    const wanted = { kind: "named", base: "origin/main", head: "HEAD" } as const;
    expect(shown(await search({ checkout, wanted }))).toMatchObject({ base: merged.base, changed: EXACT });
  });

  describe("of which both are here, without their common history", () => {
    let checkout = "";
    const wanted = { kind: "named", base: "refs/tips/base", head: "refs/tips/head" } as const;

    beforeAll(async () => {
      checkout = await forge.checkOut(merged.head, "--depth=1");
      const refs = ["refs/heads/main:refs/tips/base", `${merged.head}:refs/tips/head`];
      await git(checkout, "fetch", "--quiet", "--depth=1", "origin", ...refs);
    });

    it("are fetched with it", async () => {
      expect(shown(await search({ checkout, wanted }))).toMatchObject({
        base: merged.base,
        changed: EXACT,
        how: "The two were merged to see what changes.",
      });
    });

    it("are compared as they are where nothing can be fetched, and the reason is given", async () => {
      expect(shown(await search({ checkout, wanted, remote: null }))).toMatchObject({
        changed: ["api/b.txt", "api/c.txt", ...EXACT],
        how: expect.stringMatching(/^Not exact: their common history is not in the checkout/),
      });
    });
  });

  it("names the revision that exists nowhere", async () => {
    const checkout = await forge.checkOut(merged.head);
    const wanted = { kind: "named", base: "HEAD", head: "no-such-branch" } as const;
    for (const remote of [null, { url: forge.url, token: null }])
      expect(await search({ checkout, wanted, remote })).toMatchObject({
        kind: "notFound",
        unknown: { role: "head", name: "no-such-branch" },
      });
  });

  it("does not blame a name when the remote does not answer", async () => {
    const checkout = await forge.checkOut(merged.head);
    const wanted = { kind: "named", base: "HEAD", head: "no-such-branch" } as const;
    const remote = { url: "file:///nowhere/at/all", token: null };
    const one = await search({ checkout, wanted, remote });
    expect(one).not.toHaveProperty("unknown");
    expect(one.kind).toBe("notFound");
  });
});

describe("what the forge lists", () => {
  const CHANGED = [
    { path: "core/a.txt", status: "modified", isSubmodule: false },
    { path: "core/new.txt", status: "added", isSubmodule: false },
  ] as const;

  async function listed(files: readonly ChangedFile[] | null) {
    const checkout = await forge.checkOut(merged.merge, "--depth=1");
    return search({ checkout, remote: null, listFiles: () => Promise.resolve(files) });
  }

  itInCi("stands in for a base that cannot be fetched", async () => {
    const one = await listed(CHANGED);
    expect(shown(one)).toEqual(
      exactly("The forge listed the changed files, since nothing could be fetched."),
    );
    if (one.kind === "notFound") return;
    const { base } = one.revisions;
    expect([...(await base.entries()).keys()].sort()).toEqual(["api/b.txt", "api/c.txt", "core/a.txt"]);
    expect([...(await base.read(["api/b.txt", "core/new.txt"])).keys()]).toEqual(["api/b.txt"]);
    await expect(base.read(["core/a.txt"])).rejects.toThrow(/core\/a\.txt has changed/);
  });

  itInAll.each([
    ["is not complete", null, /does not list all the files/],
    [
      "does not fit the checkout",
      [{ ...CHANGED[0], status: "deleted" as const }],
      /does not fit the checkout/,
    ],
  ])("counts for nothing when it %s", async (_why, files, because) => {
    expect(await listed(files)).toMatchObject({ kind: "notFound", because: expect.stringMatching(because) });
  });
});

describe("what cannot be had", () => {
  itInAll("is told with every way that was tried", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=1");
    const one = await search({ checkout, remote: null });
    expect(shown(one)).toEqual({
      kind: "notFound",
      because: expect.stringMatching(/no address to fetch from/),
    });
  });

  it("leaves no folder behind", async () => {
    const before = process.env["RUNNER_TEMP"];
    const folder = forge.folder();
    process.env["RUNNER_TEMP"] = folder;
    try {
      await search({ remote: { url: "file:///nowhere", token: null } });
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env["RUNNER_TEMP"];
      else process.env["RUNNER_TEMP"] = before;
    }
  });

  it("may be no repository at all, and no folder", async () => {
    expect((await search({ checkout: forge.folder(), remote: null })).kind).toBe("notFound");
  });
});

describe("a pull request of which nobody has told the base branch", () => {
  const asking = (pullRequest: PullRequestOnDisk): Wanted => ({
    kind: "pullRequest",
    number: pullRequest.number,
    headSha: pullRequest.head,
    baseBranch: "main",
    mustCheckBase: true,
    workflowSha: null,
  });

  it("has the merge that the forge has made when that is onto the queue's branch", async () => {
    expect(shown(await search({ wanted: asking(merged) }))).toEqual(
      exactly("The merge was fetched from refs/pull/7/merge."),
    );
  });

  itInAll("is merged into the queue's branch when the forge has merged it into another", async () => {
    const lower = await forge.pullRequest(20, fork, { "core/lower.txt": "l\n" });
    const stacked = await forge.pullRequest(21, lower.head, { "core/upper.txt": "u\n" });
    const tree = await forge.repository.tree(stacked.head);
    const id = await forge.repository.git(
      ...["-c", "user.name=forge", "-c", "user.email=forge@example.com"],
      ...["commit-tree", tree, "-p", lower.head, "-p", stacked.head, "-m", "Merge"],
    );
    await forge.repository.git("update-ref", "refs/pull/21/merge", id);
    for (const checkout of [null, await forge.checkOut(id, "--depth=2")]) {
      expect(shown(await search({ wanted: asking(stacked), checkout }))).toMatchObject({
        changed: ["core/lower.txt", "core/upper.txt"],
      });
    }
  });

  itInAll("is not listed by the forge, whose list may be about another branch", async () => {
    const checkout = await forge.checkOut(merged.merge, "--depth=2");
    const listFiles = () =>
      Promise.resolve([{ path: "core/a.txt", status: "modified", isSubmodule: false }] as const);
    expect(await search({ wanted: asking(merged), checkout, remote: null, listFiles })).toMatchObject({
      kind: "notFound",
      because: expect.stringContaining("does not name the target branch"),
    });
  });
});
