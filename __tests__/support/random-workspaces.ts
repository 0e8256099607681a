/**
 * Random repositories with packages that depend on each other, and random pull requests against them: edits, moves,
 * deletions, renames, new and removed edges, new packages.
 */
import { MemoryTree } from "./memory-tree.js";
import type { Chance } from "./seeded-chance.js";

interface Manifest {
  readonly name?: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Directories that the package at the root has files of. */
  readonly files?: readonly string[];
}

/** What a pull request does to the files; null deletes. */
type Change = Map<string, string | null>;
type Move = (files: ReadonlyMap<string, string>, change: Change, chance: Chance) => void;

const DIRECTORIES = Array.from({ length: 7 }, (_, index) => `packages/d${index}`);
const NAMES = Array.from({ length: 9 }, (_, index) => `n${index}`);
/** A directory inside a package that may be a package, too. */
const INNER = "inner";

export function randomRepository(chance: Chance): MemoryTree {
  const files = new Map([["package.json", rootManifest(chance)]]);
  for (const [index, directory] of DIRECTORIES.entries()) {
    if (chance.next() < 0.15) continue;
    files.set(`${directory}/package.json`, manifestText(`n${index}`, randomDependencies(chance, index)));
    files.set(`${directory}/a`, "a");
    if (chance.next() < 0.5) files.set(`${directory}/${INNER}/b`, "b");
    if (chance.next() < 0.2)
      files.set(
        `${directory}/${INNER}/package.json`,
        manifestText(`i${index}`, randomDependencies(chance, index)),
      );
  }
  return new MemoryTree(files);
}

/** Of a package, too: most repositories have one at the root. */
function rootManifest(chance: Chance): string {
  const reached = pick(DIRECTORIES, chance) ?? "";
  return JSON.stringify({
    name: "root",
    private: true,
    workspaces: ["packages/*", `packages/*/${INNER}`],
    dependencies: chance.next() < 0.3 ? oneDependency(chance) : {},
    files:
      chance.next() < 0.2
        ? ["dist", chance.next() < 0.5 ? reached : `${reached}/${INNER}`]
        : ["dist", "*.js"],
  });
}

/** Made of one to three small changes; the text of each says which pull request it belongs to. */
export function randomPullRequest(base: MemoryTree, chance: Chance, label: string): MemoryTree {
  const change: Change = new Map();
  const files = textsOf(base);
  for (let moves = chance.whole(1, 3); moves > 0; moves -= 1) {
    const move = MOVES[chance.whole(0, MOVES.length - 1)];
    move?.(applied(files, change), change, chance);
  }
  return base.with(
    Object.fromEntries([...change].map(([path, text]) => [path, labelled(path, text, label)])),
  );
}

/** Both pull requests on one base; null where git would find a conflict. */
export function merged(base: MemoryTree, one: MemoryTree, other: MemoryTree): MemoryTree | null {
  const files = new Map(one.files);
  for (const path of new Set([...base.files.keys(), ...other.files.keys()])) {
    const [before, ours, theirs] = [base, one, other].map((tree) => tree.files.get(path));
    if (theirs === before || theirs === ours) continue;
    if (ours !== before) return null;
    if (theirs === undefined) files.delete(path);
    else files.set(path, theirs);
  }
  return new MemoryTree(files);
}

const MOVES: readonly Move[] = [
  // Edits count double: most pull requests do little else.
  editFile,
  editFile,
  addFile,
  addEdge,
  addEdge,
  addImport,
  removeEdge,
  deletePackage,
  deleteManifest,
  renamePackage,
  movePackage,
  moveFile,
  addPackage,
];

function editFile(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const path = pick(
    [...files.keys()].filter((one) => !one.endsWith("package.json")),
    chance,
  );
  if (path !== null) change.set(path, "edited");
}

function addFile(_files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const inside = chance.next() < 0.3 ? `${INNER}/` : "";
  change.set(`${pick(DIRECTORIES, chance)}/${inside}${pick(["c", "d"], chance)}`, "added");
}

function addEdge(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const path = pick(manifestsIn(files), chance);
  if (path === null) return;
  const { name, dependencies } = manifestAt(files, path);
  change.set(path, manifestText(name, { ...dependencies, ...oneDependency(chance) }));
}

/** Without a declaration in a manifest: by name, or by a path into a directory. */
function addImport(_files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const inside = chance.next() < 0.3 ? `${INNER}/` : "";
  const used = chance.whole(0, NAMES.length - 1);
  const path = `${inside === "" ? "" : "../"}../d${used}/a`;
  const code = `import "${chance.next() < 0.6 ? `n${used}` : path}";`;
  change.set(`${pick(DIRECTORIES, chance)}/${inside}x.js`, code);
}

/** What the code in a directory imports, as written. */
export function importsIn(
  directory: string,
  files: ReadonlyMap<string, string>,
): readonly { readonly from: string; readonly specifier: string }[] {
  return ["x.js", `${INNER}/x.js`].flatMap((name) => {
    const path = `${directory}/${name}`;
    const [, specifier] = /^import "(.*)";/.exec(files.get(path) ?? "") ?? [];
    return specifier === undefined ? [] : [{ from: path.slice(0, path.lastIndexOf("/")), specifier }];
  });
}

function removeEdge(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const path = pick(
    manifestsIn(files).filter((one) => dependencyNames(files, one).length > 0),
    chance,
  );
  if (path === null) return;
  const gone = pick(dependencyNames(files, path), chance);
  const { name, dependencies } = manifestAt(files, path);
  change.set(
    path,
    manifestText(name, Object.fromEntries(Object.entries(dependencies).filter(([one]) => one !== gone))),
  );
}

function deletePackage(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const directory = pick(manifestsIn(files), chance)?.replace(/package\.json$/, "");
  for (const path of files.keys())
    if (directory !== undefined && path.startsWith(directory)) change.set(path, null);
}

function deleteManifest(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const path = pick(manifestsIn(files), chance);
  if (path !== null) change.set(path, null);
}

function renamePackage(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const path = pick(manifestsIn(files), chance);
  if (path === null) return;
  const name = chance.next() < 0.2 ? undefined : (pick(NAMES, chance) ?? undefined);
  change.set(path, manifestText(name, manifestAt(files, path).dependencies));
}

function movePackage(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const from = pick(manifestsIn(files), chance)?.replace(/\/package\.json$/, "") ?? null;
  const to = pick(DIRECTORIES, chance);
  if (from === null || to === null || from === to || to.startsWith(from)) return;
  for (const [path, text] of files) {
    if (!path.startsWith(`${from}/`)) continue;
    change.set(path, null);
    change.set(to + path.slice(from.length), text);
  }
}

function moveFile(files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const from = pick(
    [...files.keys()].filter((one) => !one.endsWith("package.json")),
    chance,
  );
  if (from === null) return;
  change.set(from, null);
  change.set(`${pick(DIRECTORIES, chance)}/moved`, "moved");
}

function addPackage(_files: ReadonlyMap<string, string>, change: Change, chance: Chance): void {
  const inside = chance.next() < 0.4 ? `/${INNER}` : "";
  const path = `${pick(DIRECTORIES, chance)}${inside}/package.json`;
  change.set(path, manifestText(pick(NAMES, chance) ?? undefined, oneDependency(chance)));
}

function randomDependencies(chance: Chance, below: number): Readonly<Record<string, string>> {
  const dependencies: Record<string, string> = {};
  for (let count = chance.whole(0, 2); count > 0; count -= 1)
    Object.assign(dependencies, oneDependency(chance, below));
  return dependencies;
}

/** By name, or by directory under a name of its own. Names that no package has come from outside. */
function oneDependency(chance: Chance, below = NAMES.length): Readonly<Record<string, string>> {
  const index =
    chance.next() < 0.2 ? chance.whole(0, NAMES.length - 1) : chance.whole(0, Math.max(0, below - 1));
  if (chance.next() < 0.7) return { [`n${index}`]: "*" };
  return { [`at-${index}`]: `file:../d${index}` };
}

function manifestText(name: string | undefined, dependencies: Manifest["dependencies"]): string {
  return JSON.stringify({ ...(name === undefined ? {} : { name }), dependencies });
}

function manifestsIn(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files.keys()].filter((path) => path.endsWith("/package.json"));
}

export function manifestAt(files: ReadonlyMap<string, string>, path: string): Manifest {
  return JSON.parse(files.get(path) ?? '{"dependencies":{}}') as Manifest;
}

function dependencyNames(files: ReadonlyMap<string, string>, path: string): readonly string[] {
  return Object.keys(manifestAt(files, path).dependencies);
}

export function textsOf(tree: MemoryTree): ReadonlyMap<string, string> {
  return new Map([...tree.files].map(([path, content]) => [path, String(content)]));
}

function applied(files: ReadonlyMap<string, string>, change: Change): ReadonlyMap<string, string> {
  const after = new Map(files);
  for (const [path, text] of change) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return after;
}

function labelled(path: string, text: string | null, label: string): string | null {
  return text === null || path.endsWith("package.json") ? text : `${text} by ${label}`;
}

function pick<Item>(items: readonly Item[], chance: Chance): Item | null {
  return items[chance.whole(0, items.length - 1)] ?? null;
}
