/** One workspace with what is asked of it again and again: whose a directory in it is. */
import type { Package, ReadLock, Workspace } from "./ecosystem.js";
import { directoryOf, nearest } from "./tree-paths.js";

export interface Territory {
  readonly workspace: Workspace;
  /** Which of the ecosystems it is of, as a number. */
  readonly ecosystem: number;
  readonly lockfiles: ReadonlyMap<string, ReadLock>;
  readonly byDirectory: ReadonlyMap<string, readonly Package[]>;
}

export function territoryOf(
  workspace: Workspace,
  ecosystem: number,
  lockfiles: Territory["lockfiles"],
): Territory {
  const byDirectory = new Map<string, Package[]>();
  for (const one of workspace.packages) {
    const beside = byDirectory.get(one.directory);
    if (beside === undefined) byDirectory.set(one.directory, [one]);
    else beside.push(one);
  }
  return { workspace, ecosystem, lockfiles, byDirectory };
}

/** Whether the package at the root owns a file of no other package. */
export function claims({ root, claims: claimsInside }: Workspace, path: string): boolean {
  if (claimsInside === null) return false;
  if (root === "") return claimsInside(path);
  return path.startsWith(`${root}/`) && claimsInside(path.slice(root.length + 1));
}

/** The nearest package of each workspace around the path; files at a root are nobody's, unless claimed. */
export function ownersIn(territories: readonly Territory[], path: string): readonly string[] {
  const directory = directoryOf(path);
  return territories.flatMap(({ workspace, byDirectory }) => {
    const owners = nearest(byDirectory, directory) ?? [];
    return owners
      .filter((owner) => owner.directory !== workspace.root || claims(workspace, path))
      .map(({ name }) => name);
  });
}
