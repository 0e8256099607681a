/** Each trap of listing what changed, on real git: what the usual commands hide or spell otherwise is told here. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { changedFiles, differencesBetween } from "../../../../src/targets/git/changed-files.js";
import { CheckoutObjects } from "../../../../src/targets/git/checkout-objects.js";
import { GitTree } from "../../../../src/targets/git/git-tree.js";
import { ObjectStore } from "../../../../src/targets/git/object-store.js";
import { treeDifferences } from "../../../../src/targets/git/tree-difference.js";
import { type CommitPlan, type FileChange, GitRepository } from "../../../support/git-repository.js";
import { countOf } from "../../../support/test-size.js";

const RUNS = countOf("TREE_DIFFERENCE_RUNS", { reduced: 25, share: 100, all: 400, full: 5_000 });

let repository: GitRepository;
let store: ObjectStore;

beforeEach(async () => {
  repository = await GitRepository.create();
  store = new ObjectStore({
    borrowed: { objects: `${repository.folder}/objects`, format: "sha1" },
    remote: null,
    signal: new AbortController().signal,
  });
});

afterEach(async () => {
  await store.remove();
  await repository.remove();
});

async function changes(before: Omit<CommitPlan, "parents">, after: Omit<CommitPlan, "parents">) {
  const [base = "", head = ""] = await repository.commits([before, { ...after, parents: [0] }]);
  const differences = await differencesBetween(store, base, head);
  expect(await compared(base, head)).toEqual(differences);
  return differences.map(({ file }) => file);
}

/** From the trees alone. */
async function compared(base: string, head: string) {
  const objects = new CheckoutObjects(repository.folder, new AbortController().signal);
  try {
    return await treeDifferences((names) => objects.contents(names), base, head);
  } finally {
    objects.leave();
  }
}

const A_COMMIT = "1234567890123456789012345678901234567890";
const ANOTHER = "2234567890123456789012345678901234567890";

describe("changed files", () => {
  it("are told with what happened to them", async () => {
    const before = { files: { "changed.txt": "1", "gone.txt": "2", "kept.txt": "3" } };
    const after = { files: { "changed.txt": "4", "gone.txt": null, "new.txt": "5" } };
    expect(await changes(before, after)).toEqual([
      { path: "changed.txt", status: "modified", isSubmodule: false },
      { path: "gone.txt", status: "deleted", isSubmodule: false },
      { path: "new.txt", status: "added", isSubmodule: false },
    ]);
  });

  it.each([
    "caché.txt",
    'q"uote.txt',
    "line\nbreak.txt",
    "tab\there",
    " ",
    "-option",
    "__proto__",
    "日本/語",
  ])("keep the name %j", async (path) => {
    expect(await changes({ files: { a: "" } }, { files: { [path]: "x" } })).toMatchObject([{ path }]);
  });

  it("are different where their names differ in bytes that are no text", async () => {
    const changed = await changes({ files: { a: "" } }, { filesAtBytes: { "b\xff": "1", "b\xfe": "2" } });
    expect(new Set(changed.map(({ path }) => path)).size).toBe(2);
    expect(changed.map(({ path }) => path).every((path) => !path.isWellFormed())).toBe(true);
  });

  it("have both places of a file that moved", async () => {
    const text = "the same long text\n".repeat(50);
    await repository.git("config", "diff.renames", "copies");
    const changed = await changes({ files: { "old/x": text } }, { files: { "old/x": null, "new/x": text } });
    expect(changed).toMatchObject([
      { path: "new/x", status: "added" },
      { path: "old/x", status: "deleted" },
    ]);
  });

  it("have a submodule's new commit, whatever is said about ignoring it", async () => {
    const modules = '[submodule "lib"]\n\tpath = lib\n\turl = https://example.com/lib\n\tignore = all\n';
    await repository.git("config", "diff.ignoreSubmodules", "all");
    const changed = await changes(
      { files: { ".gitmodules": modules, lib: { mode: "160000", commit: A_COMMIT } } },
      { files: { lib: { mode: "160000", commit: ANOTHER } } },
    );
    expect(changed).toEqual([{ path: "lib", status: "modified", isSubmodule: true }]);
  });

  it("have a submodule that became a folder", async () => {
    const changed = await changes(
      { files: { lib: { mode: "160000", commit: A_COMMIT } } },
      { files: { lib: null, "lib/a": "x" } },
    );
    expect(changed).toEqual([
      { path: "lib", status: "deleted", isSubmodule: true },
      { path: "lib/a", status: "added", isSubmodule: false },
    ]);
  });

  it("have a file that became a link, and one that may be run now", async () => {
    const changed = await changes(
      { files: { link: "x", tool: "y" } },
      { files: { link: { mode: "120000", content: "x" }, tool: { mode: "100755", content: "y" } } },
    );
    expect(changed).toMatchObject([
      { path: "link", status: "typeChanged" },
      { path: "tool", status: "modified" },
    ]);
  });

  it("are none where nothing changed", async () => {
    expect(await changes({ files: { a: "x" } }, { message: "empty" })).toEqual([]);
  });
});

describe("a tree", () => {
  it("lists every entry by its path from the root", async () => {
    const commit = await repository.commit({
      files: {
        "a/b.txt": "b",
        tool: { mode: "100755", content: "t" },
        link: { mode: "120000", content: "a" },
        lib: { mode: "160000", commit: A_COMMIT },
      },
    });
    const entries = await new GitTree(store, commit).entries();
    expect([...entries.values()].map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      "a/b.txt file",
      "lib submodule",
      "link link",
      "tool executable",
    ]);
  });

  it("reads files as they are, and leaves out what is none", async () => {
    const commit = await repository.commit({
      files: { "a.txt": "one\n", "b.txt": "", same: "one\n", link: { mode: "120000", content: "a.txt" } },
    });
    const read = await new GitTree(store, commit).read([
      "a.txt",
      "b.txt",
      "same",
      "link",
      "absent",
      "__proto__",
    ]);
    expect([...read].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
      ["a.txt", "one\n"],
      ["b.txt", ""],
      ["same", "one\n"],
    ]);
  });
});

/** Names that git orders in another way if they are folders. */
const PLACES = ["a", "a-b", "a.b", "a0", "a/a", "a/b", "a-b/c", "a0/c/d", "b/a", "b/a.b", "b/é", "c"];
const CONTENTS = [
  "1",
  "2",
  { mode: "100755", content: "1" },
  { mode: "120000", content: "1" },
  { mode: "160000", commit: "1234567890123456789012345678901234567890" },
] as const;

it("finds the same differences in the same order as git, from the trees alone", async () => {
  const files = fc.dictionary(fc.constantFrom(...PLACES), fc.constantFrom(...CONTENTS), { maxKeys: 7 });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(files, files, async (before, after) => {
      const [base = "", head = ""] = await repository.commits([
        { files: withoutInner(before) },
        { files: withoutInner(after) },
      ]);
      const differences = await differencesBetween(store, base, head);
      count += differences.length;
      expect(await compared(base, head)).toEqual(differences);
    }),
    // With other draws they might have fewer differences.
    { numRuns: RUNS, seed: 1 },
  );
  expect(count).toBeGreaterThan(RUNS);
});

/** A path cannot be a file and a folder. */
function withoutInner(files: Readonly<Record<string, FileChange>>): Record<string, FileChange> {
  const paths = Object.keys(files);
  return Object.fromEntries(
    Object.entries(files).filter(([path]) => !paths.some((other) => path.startsWith(`${other}/`))),
  );
}

it("leaves a change of very many folders to git", async () => {
  const files = (text: string) =>
    Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${index}/file`, text]));
  const [base = "", head = ""] = await repository.commits([{ files: files("1") }, { files: files("2") }]);
  expect(await compared(base, head)).toBeNull();
  expect(await changedFiles(store, base, head)).toHaveLength(150);
});
