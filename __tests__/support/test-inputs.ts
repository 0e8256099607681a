/**
 * What the tests of a package see, worked out the slow and obvious way from a tree's files: all files of all packages
 * that can be reached, and the names that come from outside. Shares no code with what it judges.
 */
import { posix } from "node:path";
import type { MemoryTree } from "./memory-tree.js";
import { importsIn, manifestAt, textsOf } from "./random-workspaces.js";

const MANIFEST = /^(packages\/[^/]+(?:\/inner)?)\/package\.json$/;
/** The directory of the package at the root. */
const ROOT = "";

/** By directory of the package; texts are equal where the inputs are. */
export function testInputs(tree: MemoryTree): ReadonlyMap<string, string> {
  const files = textsOf(tree);
  const directories = [...files.keys()].flatMap((path) => MANIFEST.exec(path)?.[1] ?? []);
  return new Map(
    [ROOT, ...directories].map((directory) => [directory, inputsOf(directory, directories, files)]),
  );
}

function inputsOf(start: string, directories: readonly string[], files: ReadonlyMap<string, string>): string {
  const reached = new Set([start]);
  const outside = new Set<string>();
  for (const directory of reached) {
    const { dependencies, files: own = [] } = manifestAt(
      files,
      `${directory}/package.json`.replace(/^\//, ""),
    );
    for (const [name, range] of Object.entries(dependencies)) {
      const found = meantBy(name, range, directory, directories, files);
      for (const one of found) reached.add(one);
      if (found.length === 0) outside.add(`${name}@${range}`);
    }
    for (const { from, specifier } of directory === ROOT ? [] : importsIn(directory, files)) {
      const found = specifier.startsWith(".")
        ? innermost(posix.join(from, specifier), directories)
        : directories.filter((one) => manifestAt(files, `${one}/package.json`).name === specifier);
      for (const one of found) reached.add(one);
      if (found.length === 0) outside.add(specifier);
    }
    // All that is in a package's directory is there for its tests, a package inside it with all that this one uses.
    const isSeen = (one: string) =>
      directory === ROOT
        ? own.some((place) => isWithin(one, place) || isWithin(place, one))
        : isWithin(one, directory);
    for (const one of directories.filter(isSeen)) reached.add(one);
  }
  const seen = [...files].filter(([path]) =>
    [...reached].some((directory) => directory !== ROOT && path.startsWith(`${directory}/`)),
  );
  return JSON.stringify([[...outside].sort(), seen.map(([path, text]) => `${path}: ${text}`).sort()]);
}

function isWithin(path: string, directory: string): boolean {
  return `${path}/`.startsWith(`${directory}/`);
}

/** A path leads to the innermost package around it. */
function meantBy(
  name: string,
  range: string,
  from: string,
  directories: readonly string[],
  files: ReadonlyMap<string, string>,
): readonly string[] {
  const [, relative] = /^file:\.\.\/(.*)$/.exec(range) ?? [];
  if (relative === undefined) {
    return directories.filter((one) => manifestAt(files, `${one}/package.json`).name === name);
  }
  return innermost(`${from.slice(0, from.lastIndexOf("/"))}/${relative}`, directories);
}

function innermost(place: string, directories: readonly string[]): readonly string[] {
  const around = directories.filter((one) => isWithin(place, one));
  return around.sort((one, other) => other.length - one.length).slice(0, 1);
}
