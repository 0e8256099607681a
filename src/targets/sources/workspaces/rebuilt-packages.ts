/**
 * Packages that are built otherwise though none of their files differs: what one package asks of another (features of
 * Cargo), or of all that a workspace resolves together (versions of Go), is there for everybody who uses them.
 */
import type { Package } from "./ecosystem.js";
import type { WorkspaceTree } from "./workspace-tree.js";

/** By name, with the manifest that asks. */
export function rebuiltPackages(base: WorkspaceTree, head: WorkspaceTree): ReadonlyMap<string, string> {
  const rebuilt = new Map<string, string>();
  const before = new Map(base.packages.map((one) => [one.manifest, one]));
  const after = new Map(head.packages.map((one) => [one.manifest, one]));
  for (const manifest of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(manifest);
    const is = after.get(manifest);
    if (isAlike(was, is)) continue;
    for (const name of new Set([...(was?.builds.keys() ?? []), ...(is?.builds.keys() ?? [])])) {
      if (isWantedOtherwise(name, { was, is, base, head })) rebuilt.set(name, manifest);
    }
    if ((was?.shares ?? "") === (is?.shares ?? "")) continue;
    for (const name of [...base.sharedWith(manifest), ...head.sharedWith(manifest)])
      rebuilt.set(name, manifest);
  }
  return rebuilt;
}

/** Most packages ask nothing of the kind. */
function isAlike(was: Package | undefined, is: Package | undefined): boolean {
  const asksNothing = (one: Package | undefined) =>
    one === undefined || (one.builds.size === 0 && one.shares === "");
  return asksNothing(was) && asksNothing(is);
}

interface Sides {
  readonly was: Package | undefined;
  readonly is: Package | undefined;
  readonly base: WorkspaceTree;
  readonly head: WorkspaceTree;
}

/** Whoever begins or ceases to use a package changes nothing for others who ask for the same themselves. */
function isWantedOtherwise(name: string, { was, is, base, head }: Sides): boolean {
  const before = was?.builds.get(name);
  const after = is?.builds.get(name);
  if (before === undefined) return !isAskedAnyway(name, after, base);
  if (after === undefined) return !isAskedAnyway(name, before, head);
  return before.size !== after.size || [...before].some((request) => !after.has(request));
}

function isAskedAnyway(
  name: string,
  requests: ReadonlySet<string> | undefined,
  { packages }: WorkspaceTree,
): boolean {
  const open = new Set(requests);
  for (const { builds } of packages) for (const request of builds.get(name) ?? []) open.delete(request);
  return open.size === 0;
}
