/** Paths inside a tree: always with `/`, without a slash at either end; the root is empty. */
import { posix } from "node:path";
import type { Tree, TreeEntries } from "./tree.js";

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joined(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}

/** The path is in one of the directories. */
export function isWithinAny(path: string, directories: readonly string[]): boolean {
  return directories.some((directory) => directory === "" || path.startsWith(`${directory}/`));
}

/** The path that `relative` leads to from a directory; null outside the repository. */
export function resolved(directory: string, relative: string): string | null {
  if (relative.startsWith("/")) return null;
  const path = posix.normalize(joined(directory, relative)).replace(/\/$/, "");
  if (path === ".") return "";
  return path === ".." || path.startsWith("../") ? null : path;
}

/** The value of the directory, or of the nearest directory around it that has one. */
export function nearest<Value>(byDirectory: ReadonlyMap<string, Value>, directory: string): Value | null {
  for (let here = directory; ; here = directoryOf(here)) {
    const value = byDirectory.get(here);
    if (value !== undefined) return value;
    if (here === "") return null;
  }
}

type Entries = ReadonlyMap<string, unknown> & Pick<TreeEntries, "named">;
type ByName = ReadonlyMap<string, readonly string[]>;

const byEntries = new WeakMap<Entries, ByName>();

/** The paths of a tree by the names of their files: few names, although it may have very many files. */
export function pathsByName(entries: Entries): ByName {
  const known = byEntries.get(entries);
  if (known !== undefined) return known;
  const paths = new Map<string, string[]>();
  for (const path of entries.keys()) {
    const name = fileNameOf(path);
    const beside = paths.get(name);
    if (beside === undefined) paths.set(name, [path]);
    else beside.push(path);
  }
  byEntries.set(entries, paths);
  return paths;
}

/**
 * The names of all files. In a large tree this takes as long as git does, so what others ask of git in the same moment is
 * asked first.
 */
export async function fileNamesIn(tree: Tree): Promise<readonly string[]> {
  const entries = await tree.entries();
  await new Promise<void>((resolve) => setImmediate(resolve));
  return [...pathsByName(entries).keys()];
}

/** All files with this name, except in installed packages. */
export function pathsNamed(entries: Entries, fileName: string): readonly string[] {
  return allNamed(entries, fileName).filter((path) => !isInstalled(path));
}

export function hasNamed(entries: Entries, fileName: string): boolean {
  return allNamed(entries, fileName).length > 0;
}

/** `named` reads the whole list each time: it is faster for few names, and only before the index exists. */
function allNamed(entries: Entries, fileName: string): readonly string[] {
  const indexed = byEntries.get(entries);
  if (indexed === undefined && entries.named !== undefined) return entries.named(fileName);
  return (indexed ?? pathsByName(entries)).get(fileName) ?? [];
}

export function isInstalled(path: string): boolean {
  return path.startsWith("node_modules/") || path.includes("/node_modules/");
}
