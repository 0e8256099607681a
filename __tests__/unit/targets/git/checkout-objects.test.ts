/** One process of git answers all questions about the objects of a checkout, and whatever ends it is reported. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { findCheckout } from "../../../../src/targets/git/checkout.js";
import { CheckoutObjects } from "../../../../src/targets/git/checkout-objects.js";
import { listTree, treeAt } from "../../../../src/targets/git/git-tree.js";
import { ObjectStore } from "../../../../src/targets/git/object-store.js";
import { GitFailure } from "../../../../src/targets/git/run-git.js";
import { git } from "../../../support/forge-on-disk.js";
import { GitRepository } from "../../../support/git-repository.js";

const { signal } = new AbortController();
const LARGE = "0123456789abcdef\n".repeat(40_000);

let repository: GitRepository;
let folder = "";
let commit = "";

beforeAll(async () => {
  repository = await GitRepository.create();
  [commit = ""] = await repository.commits([
    { files: { empty: "", "large.txt": LARGE, "small.txt": "small\n" }, refs: ["refs/heads/main"] },
  ]);
  await repository.git("config", "uploadpack.allowFilter", "true");
  folder = mkdtempSync(join(tmpdir(), "merge-queue-objects-"));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await repository.remove();
});

function objectsOf(at: string, stop = signal): CheckoutObjects {
  return new CheckoutObjects(at, stop);
}

describe("the objects of a checkout", () => {
  it("are found by any name, in the order of the names, of any size, and null where there is none", async () => {
    const objects = objectsOf(repository.folder);
    const names = [
      "main:small.txt",
      "nothing",
      "main:large.txt",
      "main:empty",
      "a name 40 of words",
      "main^{tree}",
    ];
    const [one, again] = await Promise.all([objects.contents(names), objects.contents(["main:small.txt"])]);
    objects.leave();
    const texts = one.map((found) => found?.bytes.toString() ?? null);
    expect(texts.slice(0, 5)).toEqual(["small\n", null, LARGE, "", null]);
    expect(one[5]?.type).toBe("tree");
    expect(again).toEqual([one[0]]);
  });

  it("are no commits where a name has a line break or a NUL", async () => {
    const checkout = await findCheckout(repository.folder, signal, ["main\nmain", "main\0", "main"]);
    checkout?.objects.leave();
    expect([...(checkout?.named.values() ?? [])]).toEqual([null, null, { id: commit, parents: [] }]);
  });

  it("cannot be read where there is no repository, then and later", async () => {
    const objects = objectsOf(folder);
    await expect(objects.contents(["HEAD"])).rejects.toThrow(
      /^git cat-file ended with 128: fatal: not a git/,
    );
    await expect(objects.contents(["HEAD"])).rejects.toThrow(GitFailure);
  });

  it("are not waited for after the deadline", async () => {
    const stop = new AbortController();
    const objects = objectsOf(repository.folder, stop.signal);
    await objects.contents(["main"]);
    const asked = objects.contents(["main"]);
    stop.abort();
    await expect(asked).rejects.toThrow("git cat-file: there was no time left for it");
  });

  it("are not waited for longer than each question may take", async () => {
    const objects = new CheckoutObjects(repository.folder, signal, 1);
    const names = Array.from({ length: 200 }, () => "main:large.txt");
    await expect(objects.contents(names)).rejects.toThrow(/^git cat-file: it did not answer within 0 s$/);
    await expect(objects.contents(["main"])).rejects.toThrow(GitFailure);
    objects.leave();
  });

  it("are asked of another process if the first one ends", async () => {
    const objects = objectsOf(repository.folder);
    const [small] = await objects.contents(["main:small.txt"]);
    // A blob whose compressed text breaks off in the middle ends it.
    const damaged = "1".repeat(40);
    const whole = deflateSync(Buffer.concat([Buffer.from("blob 600000\0"), randomBytes(600_000)]));
    mkdirSync(join(repository.folder, "objects/11"));
    writeFileSync(join(repository.folder, "objects/11", damaged.slice(2)), whole.fill(0, 300_000));
    await expect(objects.contents(["main:small.txt", damaged])).rejects.toThrow(
      /^git cat-file ended with 128: [\s\S]*1{40}/,
    );
    expect(await objects.contents(["main:small.txt"])).toEqual([small]);
    objects.leave();
  });

  it("are listed once if the listing was started ahead", async () => {
    const objects = objectsOf(repository.folder);
    objects.startAhead(listTree(commit));
    const [one, other] = [
      await objects.run(listTree(commit), signal),
      await objects.run(listTree(commit), signal),
    ];
    objects.leave();
    expect(one.stdout).toBe(other.stdout);
    expect(one.stdout.toString()).toMatch(/\tsmall\.txt\0$/);
  });
});

it("reads what a partial clone lacks from its remote, without changing the clone", async () => {
  const clone = join(folder, "partial");
  await git(
    folder,
    "clone",
    "--quiet",
    "--no-checkout",
    "--filter=blob:none",
    `file://${repository.folder}`,
    clone,
  );
  const checkout = await findCheckout(clone, signal, ["HEAD"]);
  const small = (await repository.git("rev-parse", "main:small.txt")).trim();
  // Git gives up before it looks for a way to fetch it.
  expect(await checkout?.objects.contents([small]).catch(String)).not.toMatch(/transport|not allowed/);
  const remote = { url: repository.folder, token: null };
  const store = new ObjectStore({
    borrowed: async () => (await checkout?.facts()) ?? { objects: null, format: "sha1" },
    checkout: checkout?.objects ?? null,
    remote,
    signal,
  });
  try {
    const read = await treeAt(store, commit).read(["large.txt", "small.txt"]);
    expect([...read].map(([path, bytes]) => [path, bytes.length])).toEqual([
      ["large.txt", LARGE.length],
      ["small.txt", 6],
    ]);
    const objects = await git(clone, "rev-list", "--objects", "--all", "--missing=print");
    expect(objects.split("\n").filter((line) => line.startsWith("?"))).toHaveLength(3);
  } finally {
    await store.remove();
  }
});
