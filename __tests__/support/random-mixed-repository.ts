/**
 * Random repositories of two workspaces of npm, a workspace of Cargo and a go.work, with manifests that no workspace
 * knows, and random pull requests that change what leads from one to another, or what one decides for others.
 */
import { MemoryTree } from "./memory-tree.js";
import {
  type CrateSpec,
  crateIn,
  crateText,
  looseCrateText,
  type ModuleSpec,
  moduleIn,
  moduleText,
  type NodeSpec,
  nodeText,
} from "./mixed-manifests.js";
import { textsOf } from "./random-workspaces.js";
import { type Chance, pick } from "./seeded-chance.js";

type Files = Map<string, string>;

const PACKAGES = ["a/d0", "a/d1", "a/d2", "b/d3", "b/d4", "b/d5"];
const CRATES = [0, 1, 2, 3];
const MODULES = [0, 1, 2];
const OPTIONS = ["", "x", "y", "d", "dx", "dy", "xy", "dxy"];

export function randomMixedRepository(chance: Chance): MemoryTree {
  const files: Files = new Map([
    ["a/package.json", '{"workspaces":["*"]}'],
    ["b/package.json", '{"workspaces":["*"]}'],
    ["Cargo.toml", '[workspace]\nmembers = ["crates/*"]\n'],
    ["go.work", "use (\n./g/m0\n./g/m1\n./g/m2\n)\n"],
    ["g/m2/testdata/t/go.mod", "module ext.io/replaced\n"],
    ["g/m2/testdata/t/a.go", "t"],
  ]);
  for (const [index, directory] of PACKAGES.entries()) {
    files.set(`${directory}/f`, "f");
    if (chance.next() < 0.2) continue;
    files.set(`${directory}/package.json`, nodeText({ name: `n${index}`, dependencies: nodeUse(chance) }));
    if (chance.next() < 0.4) changeOutsider(files, chance, directory);
  }
  for (const number of CRATES) {
    files.set(`crates/c${number}/src/lib.rs`, "lib");
    files.set(`crates/c${number}/Cargo.toml`, crateText(number, randomCrate(chance, number)));
  }
  for (const number of MODULES) {
    files.set(`g/m${number}/a.go`, "a");
    files.set(`g/m${number}/go.mod`, moduleText(number, randomModule(chance, number)));
  }
  return new MemoryTree(files);
}

export function randomMixedPullRequest(base: MemoryTree, chance: Chance, label: string): MemoryTree {
  const files: Files = new Map(textsOf(base));
  for (let moves = chance.whole(1, 2); moves > 0; moves -= 1) {
    pick(MOVES, chance)(files, chance, label);
  }
  return new MemoryTree(files);
}

type Move = (files: Files, chance: Chance, label: string) => void;

const MOVES: readonly Move[] = [
  (files, chance, label) => {
    const plain = [...files.keys()].filter((path) => /\/(?:f|lib\.rs|a\.go)$/.test(path));
    files.set(pick(plain, chance), `edited by ${label}`);
  },
  changeNode,
  changeNode,
  (files, chance) => changeOutsider(files, chance, pick(PACKAGES, chance)),
  bringOrTakePackage,
  changeCrate,
  changeCrate,
  changeModule,
];

function changeNode(files: Files, chance: Chance): void {
  const path = `${pick(PACKAGES, chance)}/package.json`;
  const before = files.get(path);
  if (before === undefined) return;
  const { name, dependencies } = JSON.parse(before) as NodeSpec;
  const renamed =
    chance.next() < 0.2 ? { name: `n${chance.whole(0, 7)}` } : name === undefined ? {} : { name };
  files.set(
    path,
    nodeText({
      ...renamed,
      dependencies: chance.next() < 0.3 ? {} : { ...dependencies, ...nodeUse(chance) },
    }),
  );
}

function bringOrTakePackage(files: Files, chance: Chance): void {
  const path = `${pick(PACKAGES, chance)}/package.json`;
  if (files.has(path)) files.delete(path);
  else files.set(path, nodeText({ name: `n${chance.whole(0, 7)}`, dependencies: nodeUse(chance) }));
}

/** Of a test inside of the package, or of a crate beside its manifest. */
function changeOutsider(files: Files, chance: Chance, directory: string): void {
  const place = chance.next() < 0.3 ? `crates/c${chance.whole(0, 3)}` : pick(PACKAGES, chance);
  if (chance.next() < 0.5) {
    files.set(`${directory}/Cargo.toml`, looseCrateText(directory, { paths: [place] }));
  } else {
    files.set(`${directory}/e2e/package.json`, nodeText({ dependencies: { at: `file:../../../${place}` } }));
  }
}

function changeCrate(files: Files, chance: Chance): void {
  const number = pick(CRATES, chance);
  const path = `crates/c${number}/Cargo.toml`;
  const spec = crateIn(files.get(path) ?? "");
  const other = randomCrate(chance, number);
  const keys = ["uses", "x", "y", "elsewhere"] as const;
  const key = pick(keys, chance);
  files.set(path, crateText(number, { ...spec, [key]: other[key] }));
}

function changeModule(files: Files, chance: Chance): void {
  const number = pick(MODULES, chance);
  const path = `g/m${number}/go.mod`;
  const spec = moduleIn(files.get(path) ?? "");
  const other = randomModule(chance, number);
  const keys = ["uses", "elsewhere", "usesReplaced", "replaces"] as const;
  const key = pick(keys, chance);
  files.set(path, moduleText(number, { ...spec, [key]: other[key] }));
}

/** By name, or by a path that may lead into the other workspace, or to a crate. */
function nodeUse(chance: Chance): Readonly<Record<string, string>> {
  const kind = chance.next();
  if (kind < 0.3) return {};
  if (kind < 0.6) return { [`n${chance.whole(0, 7)}`]: "*" };
  const place = kind < 0.7 ? `crates/c${chance.whole(0, 3)}` : pick(PACKAGES, chance);
  return { [`at-${place.replace("/", "-")}`]: `link:../../${place}` };
}

function randomCrate(chance: Chance, number: number): CrateSpec {
  const uses: Record<string, string> = {};
  for (let other = 0; other < number; other += 1) {
    if (chance.next() < 0.5) uses[other] = pick(OPTIONS, chance);
  }
  const used = Object.keys(uses);
  const switches = () =>
    used.length > 0 && chance.next() < 0.4 ? `${pick(used, chance)}${pick(["x", "y"], chance)}` : "";
  const elsewhere = chance.next() < 0.5 ? null : pick(["", "p", "q"], chance);
  return { uses, x: switches(), y: switches(), elsewhere };
}

function randomModule(chance: Chance, number: number): ModuleSpec {
  return {
    uses: MODULES.filter((other) => other < number && chance.next() < 0.3),
    elsewhere: chance.next() < 0.5 ? null : chance.whole(0, 4),
    usesReplaced: chance.next() < 0.4,
    replaces: chance.next() < 0.3,
  };
}
