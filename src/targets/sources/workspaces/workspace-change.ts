/** The effect of a change on the workspaces of a repository: the impacted targets, and the files they account for. */
import { type CausesByTarget, firstCauses, type GraphChange, impactedTargets } from "../../graph.js";
import type { Cause, ChangedFile } from "../../source.js";
import { type CodeUses, withCodeUses } from "./code-uses.js";
import { importedName, type Package } from "./ecosystem.js";
import { keysOf } from "./separate-names.js";
import type { Concern, DeclarationKey, WorkspaceTree } from "./workspace-tree.js";

/** Packages that the change of a lock file or a root's manifest affects, by the file's path; a file with an uncertain effect is left out. */
export type LockChanges = ReadonlyMap<string, readonly string[]>;

export interface WorkspaceChange {
  readonly base: WorkspaceTree;
  readonly head: WorkspaceTree;
  readonly changed: readonly ChangedFile[];
  readonly locks: LockChanges;
  readonly code: CodeUses;
}

export interface WorkspaceImpact {
  readonly targets: CausesByTarget;
  readonly owned: ReadonlySet<string>;
}

export function workspaceImpact(change: WorkspaceChange): WorkspaceImpact {
  return {
    targets: withCodeUses(
      firstCauses(impactedTargets(graphChange(change)), changedResolutions(change)),
      change.code,
    ),
    owned: ownedFiles(change),
  };
}

export function graphChange(change: WorkspaceChange): GraphChange {
  return { base: change.base.graph, head: change.head.graph, changed: touchedTargets(change) };
}

/** Owners in either tree: a file may get another owner without being changed itself. */
function touchedTargets({ base, head, changed, locks }: WorkspaceChange): CausesByTarget {
  const touched = new Map<string, Cause>();
  const touch = (path: string, cause: Cause) => {
    for (const owner of [...head.ownersOf(path), ...base.ownersOf(path)]) {
      if (!touched.has(owner)) touched.set(owner, cause);
    }
  };
  for (const { path } of changed) {
    touch(path, { kind: "file", path });
    for (const owner of keysIn(locks.get(path) ?? [], base, head)) {
      if (!touched.has(owner)) touched.set(owner, { kind: "file", path });
    }
  }
  // When a directory becomes a package or stops being one, all files in it get another owner.
  for (const { manifest } of [...packagesOnlyIn(head, base), ...packagesOnlyIn(base, head)]) {
    touch(manifest, { kind: "file", path: manifest });
  }
  for (const [name, path] of rebuiltPackages(base, head)) {
    if (!touched.has(name)) touched.set(name, { kind: "file", path });
  }
  return touched;
}

/** A comparison of two files may return names. */
function keysIn(names: readonly string[], base: WorkspaceTree, head: WorkspaceTree): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...keysOf(name, base.graph), ...keysOf(name, head.graph)]));
}

function packagesOnlyIn(one: WorkspaceTree, other: WorkspaceTree): readonly Package[] {
  if (one === other) return [];
  const known = new Set(other.packages.map(({ manifest }) => manifest));
  return one.packages.filter(({ manifest }) => !known.has(manifest));
}

export function ownedFiles({ base, head, changed, locks }: WorkspaceChange): ReadonlySet<string> {
  const owned = new Set<string>();
  for (const { path } of changed) {
    const isShared = base.isShared(path) || head.isShared(path);
    const hasOwner = head.ownersOf(path).length > 0 || base.ownersOf(path).length > 0;
    if (locks.has(path) || (hasOwner && !isShared)) owned.add(path);
  }
  return owned;
}

/**
 * One pull request adds a package. Another begins to request its name and gets the registry's package, or adds a second
 * package in the same directory. They conflict only together, so all such changes, and changes to the lock file, share
 * a target.
 */
export function changedResolutions({ base, head, locks }: WorkspaceChange): CausesByTarget {
  const causes = new Map<string, Cause>();
  for (const path of locks.keys()) {
    const { workspace } = head.lockAt(path) ?? head.rootManifestAt(path) ?? {};
    causes.set(workspace?.resolution ?? path, { kind: "file", path });
  }
  if (base === head) return causes;
  const declaredBefore = base.declared();
  const concernOf = (key: DeclarationKey, one: Package): Concern | null => {
    const { name, external, shares } = one;
    const before = declaredBefore.get(key);
    if (before === undefined || before.name !== name || importedName(before) !== importedName(one))
      return "comes";
    const openBefore = base.openPlacesOf(name);
    if ([...head.openPlacesOf(name)].some((place) => !openBefore.has(place))) return "asksForPlace";
    if (before.shares !== shares) return "asksForName";
    return [...external].some((specification) => !before.external.has(specification)) ? "asksForName" : null;
  };
  for (const [resolution, manifest] of head.resolutionsOf(concernOf)) {
    if (!causes.has(resolution)) causes.set(resolution, { kind: "file", path: manifest });
  }
  return causes;
}

/** By name, with the manifest that requests it. */
function rebuiltPackages(base: WorkspaceTree, head: WorkspaceTree): ReadonlyMap<string, string> {
  const rebuilt = new Map<string, string>();
  if (base === head) return rebuilt;
  const before = new Map(base.packages.map((one) => [one.manifest, one]));
  const after = new Map(head.packages.map((one) => [one.manifest, one]));
  for (const manifest of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(manifest);
    const is = after.get(manifest);
    if (isAlike(was, is)) continue;
    for (const name of new Set([...(was?.builds.keys() ?? []), ...(is?.builds.keys() ?? [])])) {
      if (hasOtherRequests(name, { was, is, base, head })) rebuilt.set(name, manifest);
    }
    if ((was?.shares ?? "") === (is?.shares ?? "")) continue;
    for (const name of [...base.sharedWith(manifest), ...head.sharedWith(manifest)])
      rebuilt.set(name, manifest);
  }
  return rebuilt;
}

/** Most packages make no such requests. */
function isAlike(was: Package | undefined, is: Package | undefined): boolean {
  const requestsNothing = (one: Package | undefined) =>
    one === undefined || (one.builds.size === 0 && one.shares === "");
  return requestsNothing(was) && requestsNothing(is);
}

interface Sides {
  readonly was: Package | undefined;
  readonly is: Package | undefined;
  readonly base: WorkspaceTree;
  readonly head: WorkspaceTree;
}

/**
 * A package that begins or stops using another one has no effect on packages that make the same requests themselves.
 */
function hasOtherRequests(name: string, { was, is, base, head }: Sides): boolean {
  const before = was?.builds.get(name);
  const after = is?.builds.get(name);
  if (before === undefined) return !isRequestedAnyway(name, after, base);
  if (after === undefined) return !isRequestedAnyway(name, before, head);
  return before.size !== after.size || [...before].some((request) => !after.has(request));
}

function isRequestedAnyway(
  name: string,
  requests: ReadonlySet<string> | undefined,
  { packages }: WorkspaceTree,
): boolean {
  const open = new Set(requests);
  for (const { builds } of packages) for (const request of builds.get(name) ?? []) open.delete(request);
  return open.size === 0;
}
