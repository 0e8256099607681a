/** The commits that tests write without a process are those that git itself writes. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { commitId } from "../../src/domain/ids.js";
import { type CommitPlan, GitRepository } from "../support/git-repository.js";

const PLANS: readonly CommitPlan[] = [
  {
    files: {
      "a.txt": "one\n",
      "folder/deep/b.txt": "two\n",
      "folder.txt": "sorted before the folder\n",
      "run.sh": { mode: "100755", content: "#!/bin/sh\n" },
      link: { mode: "120000", content: "a.txt" },
      vendored: { mode: "160000", commit: "1".repeat(40) },
      "grüße/naïve.txt": "ü\n",
    },
  },
  { parents: [0], files: { "a.txt": null, "a.txt/inside": "a folder now\n", "folder/deep/b.txt": null } },
  { parents: [0], files: { folder: "a file now\n", "new/x": "x", "new/y": null }, author: "Eve <e@x>" },
  { parents: [1, 2], message: "Merge\n\nwithout a line break at its end", seconds: 5 },
  { filesAtBytes: { "\xff\xfe.bin": "bytes" }, refs: ["refs/heads/other"] },
  { parents: [3], files: { "folder/deep": null, "no/such/file": null }, refs: ["refs/heads/main"] },
];

describe.each(["sha1", "sha256"] as const)("a repository of %s", (format) => {
  let repository: GitRepository;
  let plans: readonly CommitPlan[];

  beforeEach(async () => {
    repository = await GitRepository.create(format);
    const id = commitId("1".repeat(format === "sha1" ? 40 : 64));
    const [first, ...others] = PLANS;
    plans = [{ ...first, files: { ...first?.files, vendored: { mode: "160000", commit: id } } }, ...others];
  });

  afterEach(async () => {
    await repository.remove();
  });

  it("gets the commits that git fast-import makes", async () => {
    const written = await repository.commits(plans);
    await repository.git("fsck", "--strict", "--no-dangling");

    expect(await repository.importCommits(plans)).toEqual(written);
    expect(await repository.refs()).toEqual(["refs/heads/main", "refs/heads/other"]);
    expect(await repository.ref("refs/heads/main")).toBe(written.at(-1));
  });

  it("goes on from commits that are packed", async () => {
    const [base] = await repository.commits([{ files: { a: "1" }, refs: ["refs/heads/main"] }]);
    if (base === undefined) throw new Error("no commit was made");
    await repository.git("gc", "--quiet");

    const next = await repository.commit({ parents: [base], files: { b: "2" }, refs: ["refs/heads/main"] });

    expect(Object.keys(await repository.files("main"))).toEqual(["a", "b"]);
    expect(await repository.ref("refs/heads/main")).toBe(next);
  });

  it("lists the refs that git lists, packed ones and loose ones", async () => {
    const packed = ["refs/heads/main", "refs/heads/gone", "refs/tags/ünï"];
    const [commit] = await repository.commits([{ files: { a: "1" }, refs: packed }]);
    await repository.git("pack-refs", "--all");
    await repository.setRef("refs/heads/gone", null);
    const moved = await repository.commit({ files: { a: "2" }, refs: ["refs/heads/main", "refs/heads/a/b"] });

    const listed = await repository.git("for-each-ref", "--format=%(refname)");
    expect(await repository.refs()).toEqual(listed.split("\n"));
    expect(await repository.ref("refs/heads/main")).toBe(moved);
    expect(await repository.ref("refs/tags/ünï")).toBe(commit);
    expect(await repository.ref("refs/heads/gone")).toBeNull();
  });

  it("knows ancestors, trees and what is there as git does, loose and packed", async () => {
    const [base, left, right] = await repository.commits([
      { files: { a: "1" } },
      { parents: [0], files: { b: "1" } },
      { parents: [0], files: { c: "1" } },
    ]);
    if (base === undefined || left === undefined || right === undefined)
      throw new Error("no commit was made");
    const refs = ["refs/heads/main"];
    const merge = await repository.commit({ parents: [left, right], files: { d: "1" }, refs });
    const known = async () => [
      await repository.isAncestor(base, merge),
      await repository.isAncestor(right, merge),
      await repository.isAncestor(merge, merge),
      await repository.isAncestor(left, right),
      await repository.isAncestor(merge, base),
      await repository.isAncestor("1".repeat(merge.length), merge),
      await repository.hasCommit(left),
      await repository.hasCommit(await repository.tree(left)),
      await repository.hasCommit("1".repeat(merge.length)),
      (await repository.treeOf(merge)) === (await repository.tree(merge)),
      (await repository.treeOf(await repository.tree(left))) === (await repository.tree(left)),
      await repository.treeOf("1".repeat(merge.length)),
    ];
    const expected = [true, true, true, false, false, false, true, false, false, true, true, null];
    expect(await known()).toEqual(expected);
    await repository.git("gc", "--quiet");
    expect(await known()).toEqual(expected);
  });

  it("moves a ref only from where it was expected", async () => {
    const [one, two] = await repository.commits([{ files: { a: "1" } }, { files: { a: "2" } }]);
    if (one === undefined || two === undefined) throw new Error("no commit was made");
    const name = "refs/heads/moved";
    expect(await repository.moveRef(name, one, two)).toBe(false);
    expect(await repository.moveRef(name, one, null)).toBe(true);
    expect(await repository.moveRef(name, two, null)).toBe(false);
    expect(await repository.moveRef(name, two, one)).toBe(true);
    expect(await repository.moveRef(name, one)).toBe(true);
    await repository.git("pack-refs", "--all");
    expect(await repository.moveRef(name, two, two)).toBe(false);
    expect(await repository.moveRef(name, two, one)).toBe(true);
    expect(await repository.ref(name)).toBe(two);
    expect(await repository.moveRef(name, null, one)).toBe(false);
    expect(await repository.moveRef(name, null, two)).toBe(true);
    expect(await repository.ref(name)).toBeNull();
  });

  it("leaves to git a ref that stands in the way of another", async () => {
    await repository.commit({ files: { a: "1" }, refs: ["refs/heads/main"] });

    await expect(repository.commit({ files: { a: "2" }, refs: ["refs/heads/main/x"] })).rejects.toThrow(
      /refs\/heads\/main/,
    );
  });
});
