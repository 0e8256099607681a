/** Each trap of listing what changed, on real git: what the usual commands hide or spell otherwise is told here. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { changedFiles } from "../../../../src/targets/git/changed-files.js";
import { GitTree } from "../../../../src/targets/git/git-tree.js";
import { ObjectStore } from "../../../../src/targets/git/object-store.js";
import { type CommitPlan, GitRepository } from "../../../support/git-repository.js";

let repository: GitRepository;
let store: ObjectStore;

beforeEach(async () => {
  repository = await GitRepository.create();
  store = await ObjectStore.create({
    objects: `${repository.folder}/objects`,
    format: "sha1",
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
  return changedFiles(store, base, head);
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
