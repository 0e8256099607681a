/** Parses `Cargo.lock`: the crates of a workspace and those from elsewhere, with the crates that each depends on. */
import { posix } from "node:path";
import { importedName, type LockNode, type ReadLock, UNRESOLVED, withUnresolved } from "../ecosystem.js";
import { parseToml } from "../parse-toml.js";
import { asTable, asTexts, ManifestProblem, type Table, textAt } from "../parsed-files.js";

export interface LockedCrate {
  readonly name: string;
  readonly version: string;
  /** Null for a crate of the repository. */
  readonly source: string | null;
  /** All that the file records about it, but its dependencies. */
  readonly rest: string;
  /** As written: `name`, `name version` or `name version (source)`, as short as is unambiguous. */
  readonly dependencies: readonly string[];
}

export interface CargoLock {
  readonly crates: readonly LockedCrate[];
  /** The version of the format, unused patches, and what earlier versions kept apart from the crates. */
  readonly rest: string;
}

export function parseCargoLock(text: string): CargoLock {
  const lock = asTable(parseToml(text));
  const listed = lock?.get("package") ?? [];
  if (lock === null || !Array.isArray(listed)) throw new ManifestProblem("its packages are not a list");
  const rest = [...lock].filter(([name]) => name !== "package");
  return { crates: listed.map((one: unknown) => lockedCrate(asTable(one))), rest: JSON.stringify(rest) };
}

function lockedCrate(entry: Table | null): LockedCrate {
  const name = textAt(entry, "name");
  const version = textAt(entry, "version");
  const dependencies = asTexts(entry?.get("dependencies") ?? []);
  if (entry === null || name === null || version === null || dependencies === null) {
    throw new ManifestProblem("one of its packages has no name, no version or no list of dependencies");
  }
  return {
    name,
    version,
    source: textAt(entry, "source"),
    rest: JSON.stringify([...entry].filter(([key]) => key !== "dependencies")),
    dependencies,
  };
}

/**
 * Cargo unites the features that all crates request of another one, and the file does not record features. So a change of
 * one node may change how the nodes are built that it depends on.
 */
export const readCargoLock: ReadLock = (text, { root, packages }) => {
  const { crates, rest } = parseCargoLock(text);
  const directories = new Map(
    packages.map((one) => [importedName(one), posix.relative(root, one.directory)]),
  );
  const keys = new Map<string, string[]>();
  for (const crate of crates) keys.set(crate.name, [...(keys.get(crate.name) ?? []), keyOf(crate)]);
  const importers = new Map<string, LockNode>();
  const nodes = new Map<string, LockNode>();
  for (const crate of crates) {
    const dependencies = crate.dependencies.flatMap((written) => keysMeant(written, keys));
    const requests = dependencies.map(compatible).sort();
    const requestsOthers = JSON.stringify([crate.rest, requests]);
    // A dependency gets its version in the text when another version of it comes.
    const node = { content: crate.rest, dependencies, requestsOthers };
    nodes.set(keyOf(crate), node);
    const directory = crate.source === null ? directories.get(crate.name) : undefined;
    if (directory !== undefined) importers.set(directory, { ...node, dependencies: [keyOf(crate)] });
  }
  for (const directory of directories.values()) {
    if (!importers.has(directory)) importers.set(directory, { content: "", dependencies: [UNRESOLVED] });
  }
  return { importers, nodes: withUnresolved(nodes, text), rest, sharesRoot: false, spreads: true };
};

function keyOf({ name, version, source }: LockedCrate): string {
  return source === null ? `${name} ${version}` : `${name} ${version} (${source})`;
}

/**
 * The key with as much of the version as a crate chooses. A crate of the same version requests the same of a compatible
 * version of another one.
 */
function compatible(key: string): string {
  return key.replace(/ (0\.0\.\d+|0\.\d+|\d+)[^ ]*/, " $1");
}

function keysMeant(written: string, keys: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const all = keys.get(nameIn(written)) ?? [];
  const meant = all.filter((key) => key === written || key.startsWith(`${written} `));
  return meant.length === 0 ? [UNRESOLVED] : meant;
}

/**
 * The names that each crate reaches, by name: versions are ignored, which finds too many rather than too few.
 * Null for a crate that the file does not list.
 */
export function reachIn({ crates }: CargoLock): (from: string) => ReadonlySet<string> | null {
  const direct = new Map<string, Set<string>>();
  for (const { name, dependencies } of crates) {
    const known = direct.get(name) ?? new Set();
    for (const dependency of dependencies) known.add(nameIn(dependency));
    direct.set(name, known);
  }
  return (from) => {
    if (!direct.has(from)) return null;
    const reached = new Set([from]);
    for (const name of reached) for (const next of direct.get(name) ?? []) reached.add(next);
    return reached;
  };
}

export function nameIn(dependency: string): string {
  return dependency.split(" ", 1)[0] ?? "";
}
