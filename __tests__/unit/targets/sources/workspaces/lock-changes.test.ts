/** Lock files as the real tools wrote them: which packages see a change, and when nobody can tell. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

interface LockKind {
  /** The tool and its major version, as the files beside this one are called. */
  readonly name: string;
  readonly path: string;
  /** A checksum of `ms`, which `core` asks for, and `debug`, which `ui` asks for. */
  readonly checksumOfMs: string;
  /** Of `is-number`, which only `is-odd` asks for, which only `docs` asks for. */
  readonly checksumOfIsNumber: string;
}

const MS = "sha512-sGkPx+VjMtmA6MX27oA4FBFELFCZZ4S4XqeGOXCv68tT+jb3vk";
const IS_NUMBER = "sha512-rSklcAIlf1OmFdyAqbnWTLVelsQ58uvZ66S";
const KINDS: readonly LockKind[] = [
  { name: "npm2", path: "package-lock.json", checksumOfMs: MS, checksumOfIsNumber: IS_NUMBER },
  { name: "npm3", path: "package-lock.json", checksumOfMs: MS, checksumOfIsNumber: IS_NUMBER },
  { name: "npm3", path: "npm-shrinkwrap.json", checksumOfMs: MS, checksumOfIsNumber: IS_NUMBER },
  { name: "pnpm8", path: "pnpm-lock.yaml", checksumOfMs: MS, checksumOfIsNumber: IS_NUMBER },
  { name: "pnpm9", path: "pnpm-lock.yaml", checksumOfMs: MS, checksumOfIsNumber: IS_NUMBER },
  // Two documents: pnpm 11 and later put the one about pnpm itself in front.
  { name: "pnpm12", path: "pnpm-lock.yaml", checksumOfMs: MS, checksumOfIsNumber: IS_NUMBER },
  { name: "yarn1", path: "yarn.lock", checksumOfMs: MS, checksumOfIsNumber: IS_NUMBER },
  {
    name: "yarn4",
    path: "yarn.lock",
    checksumOfMs: "10c0/a437714e2f90dbf881b5191d35a6db792efbca5badf112f87b9e1c712aace4b4b9b742",
    checksumOfIsNumber: "10c0/bb17a331f357eb59a7f8db848086c41886715b2ea1db03f284a99d14001cda094083a5b6a7b",
  },
];

function lock({ name }: LockKind, isOdd: 2 | 3): string {
  return readFileSync(join(import.meta.dirname, "lockfiles", `${name}-is-odd-${isOdd}.txt`), "utf8");
}

const manifest = (value: object) => JSON.stringify({ version: "1.0.0", ...value });
const docs = (isOdd: string) => manifest({ name: "docs", devDependencies: { "is-odd": isOdd } });

function treeWith(kind: LockKind, text = lock(kind, 2)): MemoryTree {
  return MemoryTree.of({
    "package.json": manifest({ name: "fx", private: true, workspaces: ["packages/*"] }),
    ...(kind.path === "pnpm-lock.yaml" ? { "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n' } : {}),
    "packages/core/package.json": manifest({ name: "core", dependencies: { ms: "2.1.2" } }),
    "packages/ui/package.json": manifest({
      name: "ui",
      dependencies: { core: "1.0.0", debug: "4.3.4" },
      peerDependencies: { react: "*" },
    }),
    "packages/docs/package.json": docs("2.0.0"),
    [kind.path]: text,
  });
}

function impactOfLock(kind: LockKind, change: (text: string) => string): Promise<readonly string[]> {
  const before = lock(kind, 2);
  const after = change(before);
  expect(after).not.toBe(before);
  return targetsOf(workspacesSource(), treeWith(kind, before), treeWith(kind, after));
}

describe.each(KINDS)("$path of $name", (kind) => {
  const { path, checksumOfMs, checksumOfIsNumber } = kind;

  it("concerns only those that see a dependency's new version", async () => {
    const base = treeWith(kind);
    const head = base.with({ [path]: lock(kind, 3), "packages/docs/package.json": docs("3.0.1") });
    expect(await targetsOf(workspacesSource(), base, head)).toEqual(["docs", path]);
  });

  it("concerns all who reach what changed, over however many steps", async () => {
    expect(await impactOfLock(kind, (text) => text.replace(checksumOfMs, "other"))).toEqual(
      ["core", path, "ui"].sort(),
    );
    expect(await impactOfLock(kind, (text) => text.replace(checksumOfIsNumber, "other"))).toEqual([
      "docs",
      path,
    ]);
  });

  it("concerns all where it cannot be read, is of another version, or is there for the first time", async () => {
    const unowned = [`unowned: ${path}`];
    expect(await impactOfLock(kind, () => "{ garbage: [")).toEqual(unowned);
    expect(await impactOfLock(kind, () => "")).toEqual(unowned);
    expect(
      await impactOfLock(kind, (text) =>
        text.replace(/(ockfileVersion"?:|lockfile v|  version:) *'?\d/, "$1 7"),
      ),
    ).toEqual(unowned);
    const base = treeWith(kind);
    expect(await targetsOf(workspacesSource(), base.with({ [path]: null }), base)).toEqual(unowned);
  });
});

describe("a lock file", () => {
  const npm: LockKind = {
    name: "npm3",
    path: "package-lock.json",
    checksumOfMs: MS,
    checksumOfIsNumber: IS_NUMBER,
  };
  const pnpm: LockKind = {
    name: "pnpm9",
    path: "pnpm-lock.yaml",
    checksumOfMs: MS,
    checksumOfIsNumber: IS_NUMBER,
  };
  const pnpm12: LockKind = { ...pnpm, name: "pnpm12" };
  const yarn: LockKind = {
    name: "yarn1",
    path: "yarn.lock",
    checksumOfMs: MS,
    checksumOfIsNumber: IS_NUMBER,
  };
  const asksFor = (name: string) => `"name": "fx",\n      "devDependencies": { "${name}": "*" },`;

  it("concerns all where the root's own tools change", async () => {
    const withTool = lock(npm, 2).replace(
      /"packages": \{\s+"": \{\s+"name": "fx",/,
      `"packages": {\n    "": {\n      ${asksFor("ms")}`,
    );
    const base = treeWith(npm, withTool);
    const head = treeWith(npm, withTool.replace(MS, "other"));
    expect(await targetsOf(workspacesSource(), base, head)).toEqual(["unowned: package-lock.json"]);
    const changed = await impactOfLock(pnpm, (text) =>
      text.replace(
        ".: {}",
        ".:\n    devDependencies:\n      ms:\n        specifier: 2.1.2\n        version: 2.1.2",
      ),
    );
    expect(changed).toEqual(["unowned: pnpm-lock.yaml"]);
  });

  it("concerns all where something changes that nobody asks for", async () => {
    const changed = await impactOfLock(npm, (text) =>
      text.replace(
        '"node_modules/core": {',
        '"node_modules/stray": { "version": "1.0.0" },\n    "node_modules/core": {',
      ),
    );
    expect(changed).toEqual(["unowned: package-lock.json"]);
    const described = await impactOfLock(pnpm, (text) =>
      text.replace(
        "packages:\n\n  debug",
        "packages:\n\n  stray@1.0.0:\n    resolution: {integrity: x}\n\n  debug",
      ),
    );
    expect(described).toEqual(["unowned: pnpm-lock.yaml"]);
  });

  it("concerns what asks for something that is not there, whatever else changes", async () => {
    const changed = await impactOfLock(npm, (text) => text.replace('"ms": "2.1.2"', '"gone": "2.1.2"'));
    expect(changed).toEqual(["package-lock.json", "ui"]);
    const stale = lock(npm, 2).replace('"ms": "2.1.2"', '"gone": "2.1.2"');
    const head = treeWith(npm, stale.replace(IS_NUMBER, "other"));
    expect(await targetsOf(workspacesSource(), treeWith(npm, stale), head)).toEqual([
      "docs",
      "package-lock.json",
      "ui",
    ]);
    const pnpmChanged = await impactOfLock(pnpm, (text) =>
      text.replace("is-number: 4.0.0", "is-number: 5.0.0"),
    );
    expect(pnpmChanged).toEqual(["unowned: pnpm-lock.yaml"]);
    const yarnChanged = await impactOfLock(yarn, (text) =>
      text.replace('is-number "^4.0.0"', 'is-number "^5.0.0"'),
    );
    expect(yarnChanged).toEqual(["unowned: yarn.lock"]);
    const berry = { ...yarn, name: "yarn4" };
    const berryChanged = await impactOfLock(berry, (text) =>
      text.replace('"npm:^4.0.0"\n', '"npm:^5.0.0"\n'),
    );
    expect(berryChanged).toEqual(["docs", "yarn.lock"]);
  });

  it("of yarn 1 concerns all where a package of the workspace is taken from a registry, too", async () => {
    const changed = await impactOfLock(yarn, (text) => `${text}\ncore@^0.9.0:\n  version "0.9.0"\n`);
    expect(changed).toEqual(["unowned: yarn.lock"]);
  });

  it("brings together who changes what is installed and who begins to ask for it, the file being the same", async () => {
    const base = treeWith(yarn);
    const asks = manifest({ name: "docs", devDependencies: { "is-odd": "2.0.0", debug: "4.3.4" } });
    const begins = await targetsOf(
      workspacesSource(),
      base,
      base.with({ "packages/docs/package.json": asks }),
    );
    const changes = await impactOfLock(yarn, (text) => text.replace(MS, "other"));
    expect(begins).toEqual(["docs", "yarn.lock"]);
    expect(changes).toEqual(["core", "ui", "yarn.lock"]);
  });

  it("of pnpm concerns the importer whose link changes", async () => {
    const changed = await impactOfLock(pnpm, (text) => text.replace("specifier: 1.0.0", "specifier: ^1.0.0"));
    expect(changed).toEqual(["pnpm-lock.yaml", "ui"]);
  });

  it("of pnpm concerns all where the document about pnpm itself, and about what configures it, differs", async () => {
    const unowned = ["unowned: pnpm-lock.yaml"];
    const newer = await impactOfLock(pnpm12, (text) => text.replaceAll("12.21.0", "12.22.0"));
    expect(newer).toEqual(unowned);
    const plugin = await impactOfLock(pnpm12, (text) =>
      text.replace(
        "configDependencies: {}",
        "configDependencies:\n      x: { specifier: 1.0.0, version: 1.0.0 }",
      ),
    );
    expect(plugin).toEqual(unowned);
    const [, , project = ""] = lock(pnpm12, 2).split(/^---\n/m);
    expect(await impactOfLock(pnpm12, () => project)).toEqual(unowned);
  });

  it("of pnpm concerns all where it has another number of documents than pnpm writes", async () => {
    const unowned = ["unowned: pnpm-lock.yaml"];
    const base = lock(pnpm12, 2);
    const [, about = ""] = base.split(/^---\n/m);
    expect(await impactOfLock(pnpm12, () => `---\n${about}---\n`)).toEqual(unowned);
    expect(await impactOfLock(pnpm12, (text) => `${text}---\n`)).toEqual(unowned);
    const three = `${base}---\n${about}`;
    const source = workspacesSource();
    expect(
      await targetsOf(source, treeWith(pnpm12, three), treeWith(pnpm12, three.replace(MS, "other"))),
    ).toEqual(unowned);
  });

  it("of yarn concerns all where it has two documents", async () => {
    const berry = { ...yarn, name: "yarn4" };
    const two = `${lock(berry, 2)}---\n{}\n`;
    const changed = two.replace("checksum: 10c0/", "checksum: 10c0/1");
    expect(await targetsOf(workspacesSource(), treeWith(berry, two), treeWith(berry, changed))).toEqual([
      "unowned: yarn.lock",
    ]);
  });

  it("of npm concerns the package that gets a dependency of its own version", async () => {
    const changed = await impactOfLock(npm, (text) =>
      text.replace(
        '"packages/core": {',
        '"packages/core/node_modules/ms": { "version": "2.1.3" },\n    "packages/core": {',
      ),
    );
    expect(changed).toEqual(["core", "package-lock.json", "ui"]);
  });

  it("is nobody's where it stands outside a workspace's root, and is not read where its kind is unknown", async () => {
    const base = treeWith(npm).with({ "bun.lock": "1", "sub/package-lock.json": "1" });
    const head = base.with({ "bun.lock": "2", "sub/package-lock.json": "2" });
    expect(await targetsOf(workspacesSource(), base, head)).toEqual([
      "unowned: bun.lock",
      "unowned: sub/package-lock.json",
    ]);
  });
});
