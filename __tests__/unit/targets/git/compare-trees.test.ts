/** Trees that are compared are the trees that git lists, with whatever differs between them. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { changedFiles } from "../../../../src/targets/git/changed-files.js";
import { compareTrees } from "../../../../src/targets/git/compare-trees.js";
import { GitTree } from "../../../../src/targets/git/git-tree.js";
import { ObjectStore } from "../../../../src/targets/git/object-store.js";
import { isUnread, type Tree, type TreeEntry } from "../../../../src/targets/tree.js";
import { GitRepository } from "../../../support/git-repository.js";

const A_COMMIT = "1234567890123456789012345678901234567890";
const ANOTHER = "2234567890123456789012345678901234567890";

let repository: GitRepository;
let store: ObjectStore;

beforeEach(async () => {
  repository = await GitRepository.create();
  const objects = `${repository.folder}/objects`;
  const { signal } = new AbortController();
  store = new ObjectStore({ borrowed: { objects, format: "sha1" }, remote: null, signal });
});

afterEach(async () => {
  await store.remove();
  await repository.remove();
});

async function twoCommits(): Promise<readonly [string, string]> {
  const before = {
    "kept.txt": "kept",
    "changed.txt": "1",
    "gone.txt": "2",
    "folder/becomes a file": "3",
    "file becomes a folder": "4",
    "becomes a link": "5",
    "becomes a program": "6",
    "becomes a submodule/file": "7",
    "was a link": { mode: "120000", content: "kept.txt" },
    "bumped submodule": { mode: "160000", commit: A_COMMIT },
    "submodule becomes a file": { mode: "160000", commit: A_COMMIT },
    "moved/café.txt": "8",
  } as const;
  const after = {
    "changed.txt": "one",
    "gone.txt": null,
    folder: "a file",
    "file becomes a folder": null,
    "file becomes a folder/file": "4",
    "becomes a link": { mode: "120000", content: "kept.txt" },
    "becomes a program": { mode: "100755", content: "6" },
    "becomes a submodule": { mode: "160000", commit: A_COMMIT },
    "was a link": "a file",
    "bumped submodule": { mode: "160000", commit: ANOTHER },
    "submodule becomes a file": "a file",
    moved: null,
    "elsewhere/café.txt": "8",
    "new.txt": "9",
  } as const;
  const [base = "", head = ""] = await repository.commits([
    { files: before },
    { parents: [0], files: after },
  ]);
  return [base, head];
}

async function entriesOf(tree: Tree): Promise<ReadonlyMap<string, TreeEntry>> {
  return new Map(await tree.entries());
}

async function contents(tree: Tree): Promise<ReadonlyMap<string, string>> {
  const paths = [...(await tree.entries()).keys(), "absent"];
  const read = await tree.read(paths);
  return new Map([...read].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
}

it("has the base tree as git lists it, though it lists the head tree only", async () => {
  const [base, head] = await twoCommits();
  const compared = await compareTrees(store, base, head);
  const listed = new GitTree(store, base);
  expect(compared.base.commit).toBe(base);
  expect(await entriesOf(compared.base)).toEqual(await entriesOf(listed));
  expect(await contents(compared.base)).toEqual(await contents(listed));
});

it("answers each question about its entries like the plain map of them", async () => {
  const [base, head] = await twoCommits();
  const compared = await compareTrees(store, base, head);
  for (const tree of [compared.base, compared.head]) {
    const entries = await tree.entries();
    const map = new Map(entries);
    expect(entries.size).toBe(map.size);
    expect([...entries.keys()]).toEqual([...map.keys()]);
    expect([...entries.values()]).toEqual([...map.values()]);
    expect(entries.unread).toEqual([...map.values()].filter(isUnread));
    const visited: unknown[] = [];
    entries.forEach((entry, path) => visited.push([path, entry]));
    expect(visited).toEqual([...map]);
    for (const path of [
      "absent",
      ...(await entriesOf(compared.base)).keys(),
      ...(await entriesOf(compared.head)).keys(),
    ])
      expect([path, entries.has(path), entries.get(path)]).toEqual([path, map.has(path), map.get(path)]);
  }
});

it("keeps the order of the head where an entry differs, and ends with those that only the base has", async () => {
  const [base = "", head = ""] = await repository.commits([
    { files: { a: "1", b: "1", gone: "1" } },
    { parents: [0], files: { b: "2", c: "2", gone: null } },
  ]);
  const compared = await compareTrees(store, base, head);
  expect([...(await compared.base.entries()).keys()]).toEqual(["a", "b", "gone"]);
});

it("has the head tree, and the changed files, as git lists them", async () => {
  const [base, head] = await twoCommits();
  const compared = await compareTrees(store, base, head);
  expect(await entriesOf(compared.head)).toEqual(await entriesOf(new GitTree(store, head)));
  expect(compared.changed).toEqual(await changedFiles(store, base, head));
});

it("has two equal trees where nothing differs", async () => {
  const [base] = await twoCommits();
  const compared = await compareTrees(store, base, base);
  expect(await entriesOf(compared.base)).toEqual(await entriesOf(compared.head));
  expect(compared.changed).toEqual([]);
});

it("fetches what several reads of the same moment and of later ones need, one fetch at a time", async () => {
  const files = (edit: string) =>
    Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${index}.txt`, `${edit} ${index}`]));
  const [base = "", head = ""] = await repository.commits([
    { files: { ...files("old"), "kept.txt": "kept" } },
    { parents: [0], files: files("new") },
  ]);
  await repository.git("config", "uploadpack.allowFilter", "true");
  const remote = { url: repository.folder, token: null };
  const { signal } = new AbortController();
  const empty = new ObjectStore({ borrowed: { objects: null, format: "sha1" }, remote, signal });
  try {
    await empty.fetch(["--filter=blob:none", "origin", head]);
    const compared = await compareTrees(empty, base, head);
    const reads: Promise<ReadonlyMap<string, Uint8Array>>[] = [];
    for (const path of Object.keys(files(""))) {
      reads.push(compared.base.read([path, "kept.txt"]), compared.head.read([path]));
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    const texts = (await Promise.all(reads)).map((read) =>
      Buffer.from([...read.values()][0] ?? []).toString(),
    );
    expect(texts).toEqual(Array.from({ length: 6 }, (_, index) => [`old ${index}`, `new ${index}`]).flat());
  } finally {
    await empty.remove();
  }
});
