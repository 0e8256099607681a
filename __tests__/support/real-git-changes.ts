/** Which kinds of change lie between two commits. */
import { isUtf8 } from "node:buffer";
import { differingPaths } from "./listing-comparison.js";
import type { Listing, ObjectReader } from "./object-reader.js";
import type { Occurrence } from "./real-git-tally.js";

const LINK = "120000";
const SUBMODULE = "160000";

export async function kindsOfChange(
  before: Listing,
  after: Listing,
  reader: ObjectReader,
): Promise<ReadonlySet<Occurrence>> {
  const paths = [...differingPaths(before, after)];
  const found = await Promise.all(
    paths.map(async (path) => [
      ...kindsAt(path, before, after),
      ...((await isBinary(after.get(path), reader)) ? (["binaries"] as const) : []),
    ]),
  );
  return new Set(found.flat());
}

function kindsAt(path: string, before: Listing, after: Listing): readonly Occurrence[] {
  const [was, is] = [before.get(path), after.get(path)];
  const [oldMode, newMode] = [was, is].map((entry) => entry?.split(" ")[0]);
  const isMoved =
    is === undefined && [...after].some(([other, entry]) => entry === was && !before.has(other));
  const isFolder = is === undefined && [...after.keys()].some((other) => other.startsWith(`${path}/`));
  return [
    ...(oldMode === SUBMODULE || newMode === SUBMODULE ? (["submodules"] as const) : []),
    ...(oldMode === LINK || newMode === LINK ? (["links"] as const) : []),
    ...(was !== undefined && is !== undefined && oldMode !== newMode ? (["modes"] as const) : []),
    ...(isMoved ? (["renames"] as const) : []),
    ...(isFolder ? (["folders"] as const) : []),
  ];
}

async function isBinary(entry: string | undefined, reader: ObjectReader): Promise<boolean> {
  const [mode, object] = entry?.split(" ") ?? [];
  if (object === undefined || mode === SUBMODULE) return false;
  return !isUtf8(await reader.content(object));
}
