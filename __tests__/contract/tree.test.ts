/** What every tree keeps to: git's, and the one in memory that stands for it where thousands are needed. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Tree } from "../../src/targets/tree.js";
import { GitRepository } from "../support/git-repository.js";
import { MemoryTree } from "../support/memory-tree.js";
import { RealTrees } from "../support/real-trees.js";

const FILES = { "a/one": "1", "a/two": "2", "b/one": "1", "läßt\ngrüßen": "", __proto__x: "3" };

let repository: GitRepository;
let trees: RealTrees;
let commit: string;

beforeAll(async () => {
  repository = await GitRepository.create();
  commit = await repository.commit({ files: FILES });
  trees = await RealTrees.of(repository);
});

afterAll(async () => {
  await trees.remove();
  await repository.remove();
});

const TREES: Readonly<Record<string, () => Tree>> = {
  git: () => trees.tree(commit),
  memory: () => MemoryTree.of(FILES),
};

describe.each(Object.entries(TREES))("a tree of %s", (_name, treeOf) => {
  it("lists every file by its path", async () => {
    const entries = await treeOf().entries();
    expect([...entries.keys()].sort()).toEqual(Object.keys(FILES).sort());
    expect([...entries].every(([path, entry]) => entry.path === path && entry.kind === "file")).toBe(true);
  });

  it("gives equal bytes equal ids, and others others", async () => {
    const entries = await treeOf().entries();
    expect(entries.get("a/one")?.id).toBe(entries.get("b/one")?.id);
    expect(entries.get("a/one")?.id).not.toBe(entries.get("a/two")?.id);
  });

  it("reads many files at once, and leaves out what is missing or no file", async () => {
    const read = await treeOf().read(["a/two", "b/one", "läßt\ngrüßen", "a", "none"]);
    const texts = [...read].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
    expect(Object.fromEntries(texts)).toEqual({ "a/two": "2", "b/one": "1", "läßt\ngrüßen": "" });
  });

  it("reads nothing for nothing", async () => {
    expect(await treeOf().read([])).toEqual(new Map());
  });
});
