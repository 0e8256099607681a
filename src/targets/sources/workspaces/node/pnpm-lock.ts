/**
 * `pnpm-lock.yaml` of pnpm 8 (6.x) and of pnpm 9 and later (9.0): what each importer gets. pnpm 11 and later may put a
 * document about pnpm itself and its plugins (`packageManagerDependencies`, `configDependencies`) in front.
 */
import { parseYamlDocuments } from "../../../parse-yaml.js";
import type { LockGraph, LockNode } from "../ecosystem.js";
import { asTable, type Table, tableAt, textAt } from "../parsed-files.js";

const IMPORTER_FIELDS = ["dependencies", "devDependencies", "optionalDependencies"];
const NODE_FIELDS = ["dependencies", "optionalDependencies"];
/** Importers and snapshots record what catalogs and overrides lead to. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  "importers",
  "packages",
  "snapshots",
  "catalogs",
  "overrides",
]);
/** Points to a directory of the repository; the packages' own graph has the rest. */
const LINK = /^link:/;

interface Lock {
  readonly packages: Table;
  /** The dependencies between packages: a separate part since 9.0. */
  readonly snapshots: Table;
  readonly keyOf: (name: string, version: string) => readonly string[];
}

export function readPnpmLock(text: string): LockGraph | null {
  const documents = parseYamlDocuments(text);
  const file = asTable(documents.at(-1));
  const lock = file === null ? null : layoutOf(file);
  if (file === null || lock === null || !file.has("importers") || documents.length > 2) return null;
  const importers = new Map<string, LockNode>();
  for (const [directory, value] of tableAt(file, "importers")) {
    const dependencies = dependenciesOf(asTable(value), IMPORTER_FIELDS, lock);
    if (dependencies === null) return null;
    const isRoot = directory === ".";
    importers.set(isRoot ? "" : directory, {
      content: isRoot ? withoutRanges(value) : JSON.stringify(value),
      dependencies,
      ...(isRoot ? { requests: specifiersOf(asTable(value)) } : {}),
    });
  }
  const nodes = new Map<string, LockNode>();
  for (const [key, value] of lock.snapshots) {
    const dependencies = dependenciesOf(asTable(value), NODE_FIELDS, lock);
    if (dependencies === null) return null;
    const described = lock.packages.get(key) ?? lock.packages.get(withoutPeers(key));
    const members = linksOf(asTable(value));
    nodes.set(key, { content: JSON.stringify([value, described]), dependencies, members });
  }
  if (!areAllDescribed(lock)) return null;
  const rest = [...file].filter(([name]) => !READ_ELSEWHERE.has(name));
  return {
    importers,
    nodes,
    rest: JSON.stringify([rest, documents.slice(0, -1)]),
    sharesRoot: true,
    spreads: false,
  };
}

/** Ranges decide nothing once they are resolved; those of members are in their manifests, which change, too. */
function withoutRanges(importer: unknown): string {
  return JSON.stringify(importer, (key, value: unknown) => (key === "specifier" ? undefined : value));
}

function specifiersOf(importer: Table | null): ReadonlySet<string> {
  const written = IMPORTER_FIELDS.flatMap((field) => [...tableAt(importer, field)]);
  return new Set(written.map(([name, value]) => `${name}@${textAt(asTable(value), "specifier") ?? ""}`));
}

/** A package from a registry links to a member only where an override says so; the path starts at the root. */
function linksOf(entry: Table | null): readonly string[] {
  return NODE_FIELDS.flatMap((field) =>
    [...tableAt(entry, field).values()].flatMap((version) =>
      typeof version === "string" && LINK.test(version) ? version.replace(LINK, "") : [],
    ),
  );
}

function layoutOf(file: Table): Lock | null {
  const version = String(file.get("lockfileVersion"));
  const packages = tableAt(file, "packages");
  if (/^9\./.test(version)) {
    const keyOf = (name: string, at: string) => [`${name}@${at}`, at];
    return { packages, snapshots: tableAt(file, "snapshots"), keyOf };
  }
  if (!/^6\./.test(version)) return null;
  return { packages, snapshots: packages, keyOf: (name, at) => [`/${name}@${at}`, at] };
}

/** Null when a dependency has no entry. */
function dependenciesOf(
  entry: Table | null,
  fields: readonly string[],
  lock: Lock,
): readonly string[] | null {
  const keys = new Set<string>();
  for (const field of fields) {
    for (const [name, value] of tableAt(entry, field)) {
      const version = typeof value === "string" ? value : textAt(asTable(value), "version");
      if (version === null) return null;
      if (LINK.test(version)) continue;
      const key = lock.keyOf(name, version).find((candidate) => lock.snapshots.has(candidate));
      if (key === undefined) return null;
      keys.add(key);
    }
  }
  return [...keys];
}

/** `react-dom@18.2.0(react@18.2.0)` has one description for all its peers. */
function withoutPeers(key: string): string {
  const parenthesis = key.indexOf("(");
  return parenthesis <= 0 ? key : key.slice(0, parenthesis);
}

/** Every description must belong to an installed package, or a change to it would be missed. */
function areAllDescribed({ packages, snapshots }: Lock): boolean {
  const used = new Set([...snapshots.keys()].flatMap((key) => [key, withoutPeers(key)]));
  return [...packages.keys()].every((key) => used.has(key));
}
