/** `package-lock.json` of npm 7 and later: where each package is installed, and so what each workspace gets. */

import { directoryOf, joined, resolved } from "../../../tree-paths.js";
import { type LockGraph, type LockNode, UNRESOLVED, withUnresolved } from "../ecosystem.js";
import { asTable, type Table, tableAt, textAt } from "../parsed-files.js";

/** These versions have `packages`, and repeat it under `dependencies` for old readers. */
const VERSIONS: ReadonlySet<unknown> = new Set([2, 3]);
const FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
const INSTALLED = "node_modules";

export function readPackageLock(text: string): LockGraph | null {
  const lock = asTable(JSON.parse(text));
  const packages = asTable(lock?.get("packages"));
  if (lock === null || packages === null || !VERSIONS.has(lock.get("lockfileVersion"))) return null;
  const importers = new Map<string, LockNode>();
  const nodes = new Map<string, LockNode>();
  for (const [place, value] of packages) {
    const entry = asTable(value);
    if (entry === null) return null;
    const content = place === "" ? contentOfRoot(entry) : JSON.stringify(value);
    const dependencies = dependenciesOf(place, entry, packages);
    const node = { content, dependencies, ...(place === "" ? { requests: requestsIn(entry, FIELDS) } : {}) };
    if (isInstalled(place)) nodes.set(place, node);
    else importers.set(place, node);
  }
  return {
    importers,
    nodes: withUnresolved(withoutLinks(nodes, packages, importers), text),
    rest: restOf(lock),
    sharesRoot: true,
    spreads: false,
  };
}

/** Ranges decide nothing once they are resolved, and the manifest has the rest. */
function contentOfRoot(entry: Table): string {
  const resolved = [...FIELDS, "name", "version", "license", "workspaces"];
  return JSON.stringify([...entry].filter(([key]) => !resolved.includes(key)));
}

/** As the file repeats them from a manifest. */
export function requestsIn(entry: Table | null, fields: readonly string[]): ReadonlySet<string> {
  const written = fields.flatMap((field) => [...tableAt(entry, field)]);
  return new Set(written.map(([name, range]) => `${name}@${String(range)}`));
}

function isInstalled(place: string): boolean {
  return `/${place}/`.includes(`/${INSTALLED}/`);
}

/** Keys of the entries that its dependencies resolve to. */
function dependenciesOf(place: string, entry: Table, packages: Table): readonly string[] {
  const optional = new Set([
    ...tableAt(entry, "peerDependenciesMeta").keys(),
    ...tableAt(entry, "optionalDependencies").keys(),
  ]);
  const keys = new Set<string>();
  for (const field of FIELDS) {
    // A package's development dependencies are not installed with it.
    if (field === "devDependencies" && isInstalled(place)) continue;
    for (const name of tableAt(entry, field).keys()) {
      const key = lookUp(place, name, packages);
      if (key !== null) keys.add(key);
      else if (!optional.has(name) && field !== "peerDependencies") keys.add(UNRESOLVED);
    }
  }
  return [...keys];
}

/** Like Node: the nearest `node_modules` upwards that contains it. */
function lookUp(place: string, name: string, packages: Table): string | null {
  for (let here = place; ; here = directoryOf(here)) {
    const key = joined(joined(here, INSTALLED), name);
    if (packages.has(key)) return key;
    if (here === "") return null;
  }
}

/** A link to a member of the workspace is part of that member; the packages' own graph has the rest. */
function withoutLinks(
  nodes: ReadonlyMap<string, LockNode>,
  packages: Table,
  importers: Map<string, LockNode>,
): ReadonlyMap<string, LockNode> {
  const installed = new Map<string, LockNode>();
  for (const [key, node] of nodes) {
    const entry = asTable(packages.get(key));
    const target = entry?.get("link") === true ? resolved("", textAt(entry, "resolved") ?? "/") : null;
    const member = target === null ? undefined : importers.get(target);
    if (target === null || member === undefined) installed.set(key, node);
    else importers.set(target, { ...member, content: `${member.content}\n${key} ${node.content}` });
  }
  return installed;
}

function restOf(lock: Table): string {
  return JSON.stringify([...lock].filter(([name]) => name !== "packages" && name !== "dependencies"));
}
