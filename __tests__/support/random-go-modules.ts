/**
 * Random Go modules with a `go.sum` each, with and without a `go.work`, and random pull requests: above all ones that
 * change only checksums. A test sees the files of all modules that it reaches; in a `go.work` also the highest versions
 * and the checksums of all modules.
 */
import { MemoryTree } from "./memory-tree.js";
import type { LockedWorkspaces } from "./random-locked-workspaces.js";
import { textsOf } from "./random-workspaces.js";
import type { Chance } from "./seeded-chance.js";

const MODULES = ["", "m0", "m1", "m2", "m3", "m4"];
const EXTERNALS = Array.from({ length: 6 }, (_, index) => `ext.io/x${index}`);
const WORK_SUM = "go.work.sum";

type Files = Map<string, string>;

interface Module {
  /** Directories of other modules. */
  readonly uses: readonly string[];
  /** Versions by name. */
  readonly requires: ReadonlyMap<string, number>;
}

export function goModules(hasWork: boolean): LockedWorkspaces {
  return {
    repository: (chance) => randomRepository(chance, hasWork),
    pullRequest: (base, chance, label) => {
      const files: Files = new Map(textsOf(base));
      const isLockOnly = chance.next() < 0.5;
      (isLockOnly ? changeSum : pick(MOVES, chance))(files, chance, { hasWork, label });
      return new MemoryTree(files);
    },
    testInputs: (tree) => testInputs(tree, hasWork),
  };
}

export function goModuleName(directory: string): string {
  return `ex/${directory === "" ? "root" : directory}`;
}

function randomRepository(chance: Chance, hasWork: boolean): MemoryTree {
  const files: Files = new Map();
  if (hasWork) {
    files.set("go.work", `go 1.22\n${MODULES.map((one) => `use ./${one}\n`).join("")}`);
    files.set(WORK_SUM, sumLine("ext.io/work", 1));
  }
  for (const [index, directory] of MODULES.entries()) {
    const uses = MODULES.slice(0, index).filter((one) => one !== "" && chance.next() < 0.25);
    const requires = new Map(
      EXTERNALS.filter(() => chance.next() < 0.3).map((one) => [one, chance.whole(1, 3)]),
    );
    files.set(joined(directory, "go.mod"), manifestText(directory, { uses, requires }, hasWork));
    files.set(joined(directory, "go.sum"), [...requires].map(([name, at]) => sumLine(name, at)).join(""));
    files.set(joined(directory, "a.go"), "a");
  }
  return new MemoryTree(files);
}

interface Moving {
  readonly hasWork: boolean;
  readonly label: string;
}

type Move = (files: Files, chance: Chance, moving: Moving) => void;

/** A line more, a line less, or another checksum. */
function changeSum(files: Files, chance: Chance, { hasWork, label }: Moving): void {
  const paths = [...MODULES.map((one) => joined(one, "go.sum")), ...(hasWork ? [WORK_SUM] : [])];
  const path = pick(paths, chance);
  const lines = linesOf(files.get(path));
  const kind = chance.next();
  const line = lines.length === 0 ? null : pick(lines, chance);
  if (kind < 0.4 || line === null) lines.push(`ext.io/y${chance.whole(0, 3)} v1 h1:by${label}`);
  else
    lines.splice(lines.indexOf(line), 1, ...(kind < 0.7 ? [] : [`${line.split(" h1:")[0]} h1:by${label}`]));
  files.set(path, lines.map((one) => `${one}\n`).join(""));
}

const MOVES: readonly Move[] = [
  (files, chance, { label }) => files.set(joined(pick(MODULES, chance), "a.go"), `edited by ${label}`),
  (files, chance, { label }) => files.set(joined(pick(MODULES, chance), "b.go"), `added by ${label}`),
  (files, chance, { hasWork }) => {
    const directory = pick(MODULES, chance);
    const used = pick(MODULES, chance);
    if (used === "" || used === directory) return;
    const { uses, requires } = moduleIn(files, directory);
    const manifest = { uses: [...new Set([...uses, used])], requires };
    files.set(joined(directory, "go.mod"), manifestText(directory, manifest, hasWork));
  },
  // A version of a module from elsewhere, with its checksum.
  (files, chance, { hasWork }) => {
    const directory = pick(MODULES, chance);
    const { uses, requires } = moduleIn(files, directory);
    const [name, at] = [pick(EXTERNALS, chance), chance.whole(1, 5)];
    const manifest = { uses, requires: new Map([...requires, [name, at]]) };
    files.set(joined(directory, "go.mod"), manifestText(directory, manifest, hasWork));
    const sum = joined(directory, "go.sum");
    files.set(
      sum,
      [...new Set([...linesOf(files.get(sum)), sumLine(name, at).trim()])].join("\n").concat("\n"),
    );
  },
];

function testInputs(tree: MemoryTree, hasWork: boolean): ReadonlyMap<string, string> {
  const files = textsOf(tree);
  const sums = new Set([...files].flatMap(([path, text]) => (path.endsWith(".sum") ? linesOf(text) : [])));
  const versions = new Map<string, number>();
  for (const one of MODULES)
    for (const [name, at] of moduleIn(files, one).requires)
      versions.set(name, Math.max(at, versions.get(name) ?? 0));
  const shared = hasWork ? [[...sums].sort(), [...versions].sort()] : [];
  return new Map(
    MODULES.map((from) => {
      const reached = new Set([from]);
      for (const one of reached) for (const next of moduleIn(files, one).uses) reached.add(next);
      // The checksums of a go.work are seen as a set.
      const own = [...files].filter(
        ([path]) => !(hasWork && path.endsWith(".sum")) && [...reached].some((one) => isOf(path, one)),
      );
      return [from, JSON.stringify([own.sort(), shared])];
    }),
  );
}

function isOf(path: string, directory: string): boolean {
  return directory === "" ? /^(?:go\.mod|go\.sum|\w+\.go)$/.test(path) : path.startsWith(`${directory}/`);
}

function manifestText(directory: string, { uses, requires }: Module, hasWork: boolean): string {
  const up = directory === "" ? "." : "..";
  return [
    `module ${goModuleName(directory)}\n\ngo 1.22\n`,
    ...uses.map((one) => `require ${goModuleName(one)} v0.0.0`),
    ...(hasWork ? [] : uses.map((one) => `replace ${goModuleName(one)} => ${up}/${one}`)),
    ...[...requires].map(([name, at]) => `require ${name} v1.${at}.0`),
    "",
  ].join("\n");
}

function moduleIn(files: ReadonlyMap<string, string>, directory: string): Module {
  const text = files.get(joined(directory, "go.mod")) ?? "";
  const requires = [...text.matchAll(/^require (ext\.io\/\w+) v1\.(\d+)\.0$/gm)];
  return {
    uses: [...text.matchAll(/^require ex\/(\w+) /gm)].map(([, one = ""]) => one),
    requires: new Map(requires.map(([, name = "", at]) => [name, Number(at)])),
  };
}

function sumLine(name: string, at: number): string {
  return `${name} v1.${at}.0 h1:${name.length}${at}=\n`;
}

function linesOf(text = ""): string[] {
  return text.split("\n").filter((line) => line !== "");
}

function joined(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

function pick<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[chance.whole(0, items.length - 1)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}
