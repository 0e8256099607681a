/**
 * Random workspaces of npm, pnpm, yarn or Cargo with a lock file, and random pull requests: above all ones that change only what
 * the lock file resolves. What a lock file records is kept beside its text in plain words, for the judge.
 */
import {
  type LockedManifest,
  type LockedNode,
  type LockSpec,
  type LockWriter,
  nodeKey,
} from "./lock-writers.js";
import { MemoryTree } from "./memory-tree.js";
import { textsOf } from "./random-workspaces.js";
import { type Chance, pick } from "./seeded-chance.js";

const MEMBERS = Array.from({ length: 6 }, (_, index) => `packages/m${index}`);
const EXTERNALS = Array.from({ length: 7 }, (_, index) => `x${index}`);
/** What the text of a lock file records, and that of a manifest. */
const SPECS = new Map<string, LockSpec>();
const MANIFESTS = new Map<string, LockedManifest>();

type Files = Map<string, string>;

export interface LockedWorkspaces {
  repository(chance: Chance): MemoryTree;
  pullRequest(base: MemoryTree, chance: Chance, label: string): MemoryTree;
  testInputs(tree: MemoryTree): ReadonlyMap<string, string>;
}

export function lockedWorkspaces(writer: LockWriter): LockedWorkspaces {
  return {
    repository: (chance) => randomRepository(writer, chance),
    pullRequest: (base, chance, label) => {
      const files = new Map(textsOf(base));
      const move = chance.next() < 0.5 ? bumpInLock : pick(MOVES, chance);
      move(files, chance, { writer, label });
      return new MemoryTree(files);
    },
    testInputs: (tree) => testInputs(tree, writer),
  };
}

function randomRepository(writer: LockWriter, chance: Chance): MemoryTree {
  const files: Files = new Map(Object.entries(writer.settings));
  const nodes = new Map<string, LockedNode>();
  for (const [index, name] of EXTERNALS.entries()) {
    for (const major of [1, 2]) {
      const dependencies = requests(chance, EXTERNALS.slice(index + 1), 2);
      nodes.set(nodeKey(name, major), { name, major, minor: chance.whole(1, 3), dependencies });
    }
  }
  const tools = chance.next() < 0.4 ? requests(chance, EXTERNALS.slice(4), 1) : {};
  if (writer.manifests === undefined) write(files, "", { name: "shop", dependencies: tools }, writer);
  else files.set(writer.manifests.fileName, writer.manifests.root);
  for (const [index, directory] of MEMBERS.entries()) {
    const uses = MEMBERS.slice(0, index).filter(() => chance.next() < 0.25);
    const members = Object.fromEntries(uses.map((one) => [nameOf(one), writer.memberRange]));
    const dependencies = { ...members, ...requests(chance, EXTERNALS, 2) };
    write(files, directory, { name: nameOf(directory), dependencies }, writer);
    files.set(`${directory}/a.js`, "a");
  }
  lockAgain(files, writer, nodes);
  return new MemoryTree(files);
}

interface Moving {
  readonly writer: LockWriter;
  readonly label: string;
}

type Move = (files: Files, chance: Chance, moving: Moving) => void;

/** Another minor version of one package from outside, which may use other packages. */
function bumpInLock(files: Files, chance: Chance, { writer }: Moving): void {
  const { nodes } = specOf(files, writer);
  const node = pick([...nodes.values()], chance);
  const index = EXTERNALS.indexOf(node.name);
  const dependencies =
    chance.next() < 0.4 ? requests(chance, EXTERNALS.slice(index + 1), 2) : node.dependencies;
  const bumped = { ...node, minor: node.minor + 1, dependencies };
  lockAgain(files, writer, new Map([...nodes, [nodeKey(node.name, node.major), bumped]]));
}

const MOVES: readonly Move[] = [
  (files, chance, { label }) => files.set(`${pick(MEMBERS, chance)}/a.js`, `edited by ${label}`),
  (files, chance, { label }) => files.set(`${pick(MEMBERS, chance)}/b.js`, `added by ${label}`),
  // An edge between members; the lock file follows, or is stale.
  (files, chance, { writer }) => {
    const directory = pick(MEMBERS, chance);
    const used = pick(MEMBERS, chance);
    if (used === directory) return;
    // Cargo refuses a circle.
    if (writer.manifests !== undefined && MEMBERS.indexOf(used) > MEMBERS.indexOf(directory)) return;
    change(files, directory, { [nameOf(used)]: writer.memberRange }, writer);
    if (chance.next() < 0.5) lockAgain(files, writer, specOf(files, writer).nodes);
  },
  // A package from outside for a member or for the root.
  (files, chance, { writer }) => {
    const directory = chance.next() < 0.2 && hasRoot(writer) ? "" : pick(MEMBERS, chance);
    change(files, directory, requests(chance, EXTERNALS, 1), writer);
    lockAgain(files, writer, specOf(files, writer).nodes);
  },
  // Another range that leads to the same version.
  (files, chance, { writer }) => {
    const directory = chance.next() < 0.5 && hasRoot(writer) ? "" : pick(MEMBERS, chance);
    const { dependencies } = manifestAt(files, directory, writer);
    const requested = Object.entries(dependencies).filter(([name]) => name.startsWith("x"));
    if (requested.length === 0) return;
    const [name, range] = pick(requested, chance);
    const other = range.replace(/\.\d\./, (minor) => (minor === ".0." ? ".1." : ".0."));
    change(files, directory, { [name]: other }, writer);
    lockAgain(files, writer, specOf(files, writer).nodes);
  },
];

function change(
  files: Files,
  directory: string,
  more: Readonly<Record<string, string>>,
  writer: LockWriter,
): void {
  const manifest = manifestAt(files, directory, writer);
  write(files, directory, { ...manifest, dependencies: { ...manifest.dependencies, ...more } }, writer);
}

/** A package at the root, which requests something. */
function hasRoot({ manifests }: LockWriter): boolean {
  return manifests === undefined;
}

function write(files: Files, directory: string, manifest: LockedManifest, { manifests }: LockWriter): void {
  const atRoot = directory === "" ? { workspaces: ["packages/*"] } : {};
  const written = manifests?.text(manifest) ?? JSON.stringify({ ...manifest, ...atRoot });
  MANIFESTS.set(written, manifest);
  files.set(joined(directory, manifests?.fileName ?? "package.json"), written);
}

/** Unused entries remain known, so that a later request leads to them; the text has only what is used. */
function lockAgain(files: Files, writer: LockWriter, nodes: LockSpec["nodes"]): void {
  const importers = new Map(["", ...MEMBERS].map((one) => [one, manifestAt(files, one, writer)] as const));
  const written = writer.text({ importers, nodes: used(importers, nodes) });
  SPECS.set(written, { importers, nodes });
  files.set(writer.path, written);
}

function used(importers: LockSpec["importers"], nodes: LockSpec["nodes"]): LockSpec["nodes"] {
  const found = new Map<string, LockedNode>();
  const waiting = [...importers.values()].map(({ dependencies }) => dependencies);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const key of keysOf(next)) {
      const node = nodes.get(key);
      if (node === undefined || found.has(key)) continue;
      found.set(key, node);
      waiting.push(node.dependencies);
    }
  }
  // In the order of a file, however they were found.
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function specOf(files: ReadonlyMap<string, string>, { path }: LockWriter): LockSpec {
  const spec = SPECS.get(files.get(path) ?? "");
  if (spec === undefined) throw new Error("a lock file that was not written here");
  return spec;
}

/**
 * What the tests of each member see: the files of all members that it reaches, what these and the root get from outside,
 * and everything that those packages use.
 */
function testInputs(tree: MemoryTree, writer: LockWriter): ReadonlyMap<string, string> {
  const files = textsOf(tree);
  const { nodes } = specOf(files, writer);
  const all = new Map(MEMBERS.map((one) => [one, manifestAt(files, one, writer)] as const));
  const builds = writer.unitesRequests === true ? requestedBy(all, nodes) : null;
  const inputs = MEMBERS.map((member): [string, string] => {
    const reached = new Set([member]);
    for (const one of reached)
      for (const name of Object.keys(manifestAt(files, one, writer).dependencies))
        if (name.startsWith("m")) reached.add(`packages/${name}`);
    const own = [...files].filter(([path]) => [...reached].some((one) => path.startsWith(`${one}/`)));
    const importers = new Map(["", ...reached].map((one) => [one, manifestAt(files, one, writer)] as const));
    const outside = [...used(importers, nodes)].map(([key, node]) => [node, builds?.get(key)]);
    return [member, JSON.stringify([own.sort(), outside])];
  });
  return new Map(inputs);
}

/** By node: all that may request something of it, members and other nodes in their versions, directly or not. */
function requestedBy(
  importers: LockSpec["importers"],
  nodes: LockSpec["nodes"],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const note = (from: string, dependencies: Readonly<Record<string, string>>) => {
    for (const key of used(new Map([["", { name: "", dependencies }]]), nodes).keys())
      found.set(key, (found.get(key) ?? new Set()).add(from));
  };
  for (const { name, dependencies } of importers.values()) note(name, dependencies);
  for (const node of used(importers, nodes).values()) note(JSON.stringify(node), node.dependencies);
  return new Map([...found].map(([key, names]) => [key, [...names].sort()]));
}

function keysOf(dependencies: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(dependencies).flatMap(([name, range]) => {
    const [, major] = /^\^(\d)\./.exec(range) ?? [];
    return major === undefined ? [] : [nodeKey(name, Number(major))];
  });
}

function requests(chance: Chance, names: readonly string[], most: number): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let count = names.length === 0 ? 0 : chance.whole(0, most); count > 0; count -= 1)
    found[pick(names, chance)] = `^${chance.next() < 0.7 ? 1 : 2}.${chance.whole(0, 1)}.0`;
  return found;
}

function manifestAt(
  files: ReadonlyMap<string, string>,
  directory: string,
  { manifests }: LockWriter,
): LockedManifest {
  const text = files.get(joined(directory, manifests?.fileName ?? "package.json")) ?? "";
  return MANIFESTS.get(text) ?? { name: "", dependencies: {} };
}

function nameOf(directory: string): string {
  return directory.slice("packages/".length);
}

function joined(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}
