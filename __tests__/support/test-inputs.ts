/**
 * What the tests of a package see, worked out the slow and obvious way from a tree's files: all files of all packages
 * that can be reached, and the names that come from outside. Shares no code with what it judges.
 */
import type { MemoryTree } from "./memory-tree.js";
import { manifestAt, textsOf } from "./random-workspaces.js";

const MANIFEST = /^(packages\/[^/]+(?:\/inner)?)\/package\.json$/;

/** By directory of the package; texts are equal where the inputs are. */
export function testInputs(tree: MemoryTree): ReadonlyMap<string, string> {
  const files = textsOf(tree);
  const directories = [...files.keys()].flatMap((path) => MANIFEST.exec(path)?.[1] ?? []);
  return new Map(directories.map((directory) => [directory, inputsOf(directory, directories, files)]));
}

function inputsOf(start: string, directories: readonly string[], files: ReadonlyMap<string, string>): string {
  const reached = new Set([start]);
  const outside = new Set<string>();
  for (const directory of reached) {
    const { dependencies } = manifestAt(files, `${directory}/package.json`);
    for (const [name, range] of Object.entries(dependencies)) {
      const found = directories.filter((one) => isMeant(one, name, range, directory, files));
      for (const one of found) reached.add(one);
      if (found.length === 0) outside.add(`${name}@${range}`);
    }
  }
  const seen = [...files].filter(([path]) => reached.has(ownerOf(path, directories) ?? ""));
  return JSON.stringify([[...outside].sort(), seen.map(([path, text]) => `${path}: ${text}`).sort()]);
}

function isMeant(
  candidate: string,
  name: string,
  range: string,
  from: string,
  files: ReadonlyMap<string, string>,
): boolean {
  const [, relative] = /^file:\.\.\/(.*)$/.exec(range) ?? [];
  if (relative !== undefined) return candidate === `${from.slice(0, from.lastIndexOf("/"))}/${relative}`;
  return manifestAt(files, `${candidate}/package.json`).name === name;
}

function ownerOf(path: string, directories: readonly string[]): string | null {
  const around = directories.filter((directory) => path.startsWith(`${directory}/`));
  return around.sort((a, b) => b.length - a.length)[0] ?? null;
}
