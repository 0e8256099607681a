/**
 * A name that packages of several ecosystems have, such as a crate and the npm package around it. The graph has them apart,
 * each under a key; lists have the name, as lists of every other job and of earlier versions.
 */
import type { CausesByTarget, TargetGraph } from "../../graph.js";
import type { Cause } from "../../source.js";
import { fileNameOf } from "../../tree-paths.js";
import { importedName, type Package, type Reading, type Workspace } from "./ecosystem.js";

const MARK = "\0in ";
const CRATE = "Cargo.toml";
/** Packages with one of these may load the crate of their name, which they build by a script or by maturin. */
const AROUND_CRATES: ReadonlySet<string> = new Set(["package.json", "pyproject.toml"]);

/** The name of a package in lists. */
export function targetName(key: string): string {
  const end = key.lastIndexOf(MARK);
  return end === -1 ? key : key.slice(0, end);
}

const keysOfGraphs = new WeakMap<TargetGraph, ReadonlyMap<string, readonly string[]>>();

/** The keys in a graph of the packages with a name; empty without one. */
export function keysOf(name: string, graph: TargetGraph): readonly string[] {
  if (graph.has(name)) return [name];
  const keys = keysOfGraphs.get(graph) ?? keysByName(graph);
  keysOfGraphs.set(graph, keys);
  return keys.get(name) ?? [];
}

function keysByName(graph: TargetGraph): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const key of graph.keys()) {
    const beside = keys.get(targetName(key));
    if (beside === undefined) keys.set(targetName(key), [key]);
    else beside.push(key);
  }
  return keys;
}

/** The causes of one of several packages with a name stand for all. */
export function inNames(causes: CausesByTarget): CausesByTarget {
  const named = new Map<string, Cause>();
  for (const [key, cause] of causes) {
    const name = targetName(key);
    if (!named.has(name)) named.set(name, causeInNames(cause));
  }
  return named;
}

function causeInNames(cause: Cause): Cause {
  switch (cause.kind) {
    case "dependsOn":
      return { kind: "dependsOn", on: targetName(cause.on) };
    case "newlyUsed":
      return { kind: "newlyUsed", by: targetName(cause.by) };
    case "file":
    case "imported":
    case "deleted":
    case "declared":
    case "named":
      return cause;
  }
}

/**
 * The readings of all ecosystems, in the order that every tree has. Packages of one ecosystem keep a common name: a request
 * may mean each of them.
 */
export function withSeparateNames<Read extends Reading>(readings: readonly Read[]): readonly Read[] {
  const keys = new Map<string, Map<number, string>>();
  for (const [index, { workspaces }] of readings.entries())
    for (const { name } of workspaces.flatMap(({ packages }) => packages))
      keys.set(name, (keys.get(name) ?? new Map<number, string>()).set(index, `${name}${MARK}${index}`));
  for (const [name, { size }] of keys) if (size === 1) keys.delete(name);
  if (keys.size === 0) return readings;
  return readings.map((reading, index) => separated(reading, (name) => keysFor(keys.get(name), index, name)));
}

/** A name that this ecosystem does not have may mean a package of each that has it. */
function keysFor(
  keys: ReadonlyMap<number, string> | undefined,
  index: number,
  name: string,
): readonly string[] {
  if (keys === undefined) return [name];
  const own = keys.get(index);
  return own === undefined ? [...keys.values()] : [own];
}

type ToKeys = (name: string) => readonly string[];

function separated<Read extends Reading>(reading: Read, toKeys: ToKeys): Read {
  const all = (names: Iterable<string>) => new Set([...names].flatMap(toKeys));
  return {
    ...reading,
    workspaces: reading.workspaces.map((workspace): Workspace => {
      const { readers } = workspace;
      const packages = workspace.packages.map((one) => underKey(one, toKeys));
      return {
        ...workspace,
        packages,
        ...(readers !== undefined && { readers: (path) => readers(path).flatMap(toKeys) }),
      };
    }),
    outsiders: reading.outsiders.map((one) => ({ ...one, names: all(one.names) })),
  };
}

function underKey(one: Package, toKeys: ToKeys): Package {
  const [name = one.name] = toKeys(one.name);
  const dependsOn = new Set([...one.dependsOn].flatMap(toKeys));
  const builds = [...one.builds].flatMap(([used, requests]) =>
    toKeys(used).map((key) => [key, requests] as const),
  );
  return { ...one, name, importedAs: importedName(one), dependsOn, builds: new Map(builds) };
}

/** The readings of all ecosystems, where each package of npm or Python depends on the crates that have its own name. */
export function withCratesOfNames<Read extends Reading>(readings: readonly Read[]): readonly Read[] {
  const crates = new Map<string, Set<string>>();
  for (const one of readings.flatMap(({ workspaces }) => workspaces.flatMap(({ packages }) => packages)))
    if (fileNameOf(one.manifest) === CRATE)
      crates.set(importedName(one), (crates.get(importedName(one)) ?? new Set()).add(one.name));
  if (crates.size === 0) return readings;
  const withCrates = (one: Package): Package => {
    const found = AROUND_CRATES.has(fileNameOf(one.manifest)) ? crates.get(importedName(one)) : undefined;
    if (found === undefined) return one;
    const dependsOn = new Set([...one.dependsOn, ...found]);
    dependsOn.delete(one.name);
    return { ...one, dependsOn };
  };
  return readings.map((reading) => ({
    ...reading,
    workspaces: reading.workspaces.map((workspace) => ({
      ...workspace,
      packages: workspace.packages.map(withCrates),
    })),
  }));
}
