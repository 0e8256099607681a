/** `bun.lock`, the text form of bun 1.2 and later: what each workspace of it gets. */
import { type LockGraph, type LockNode, UNRESOLVED, withUnresolved } from "../ecosystem.js";
import { asTable, type Table, tableAt } from "../parsed-files.js";
import { requestsIn } from "./package-lock.js";

const VERSIONS: ReadonlySet<unknown> = new Set([0, 1]);
const FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
/** Packages record what these lead to. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  "workspaces",
  "packages",
  "overrides",
  "catalog",
  "catalogs",
]);
const NAME = /(?:@[^/]+\/)?[^/]+/g;

export function readBunLock(text: string): LockGraph | null {
  const lock = asTable(JSON.parse(withoutTrailingCommas(text)));
  if (lock === null || !VERSIONS.has(lock.get("lockfileVersion"))) return null;
  const packages = tableAt(lock, "packages");
  const nodes = new Map<string, LockNode>();
  for (const [key, value] of packages) {
    if (!Array.isArray(value)) return null;
    if (isMember(value)) continue;
    const described: unknown = value.find((part) => asTable(part) !== null);
    const dependencies = dependenciesOf(namesIn(key), asTable(described), packages);
    nodes.set(key, { content: JSON.stringify(value), dependencies });
  }
  const importers = new Map<string, LockNode>();
  for (const [directory, value] of tableAt(lock, "workspaces")) {
    const entry = asTable(value);
    const name = entry?.get("name");
    const from = typeof name === "string" ? [name] : [];
    const dependencies = dependenciesOf(from, entry, packages);
    const isRoot = directory === "";
    const content = JSON.stringify(isRoot ? withoutRanges(entry) : value);
    const requests = isRoot ? { requests: requestsIn(entry, FIELDS) } : {};
    importers.set(directory, { content, dependencies, ...requests });
  }
  const rest = JSON.stringify([...lock].filter(([name]) => !READ_ELSEWHERE.has(name)));
  return { importers, nodes: withUnresolved(nodes, text), rest, sharesRoot: true, spreads: false };
}

/** Ranges of the root decide nothing once they are resolved; those of members are in their manifests, which change, too. */
function withoutRanges(entry: Table | null): readonly (readonly [string, unknown])[] {
  return [...(entry ?? [])].map(([field, value]) =>
    FIELDS.includes(field) ? [field, [...tableAt(entry, field).keys()]] : [field, value],
  );
}

function withoutTrailingCommas(text: string): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*")|,(\s*[}\]])/g,
    (_all, quoted?: string, end?: string) => quoted ?? end ?? "",
  );
}

function isMember([specification]: readonly unknown[]): boolean {
  return typeof specification === "string" && specification.includes("@workspace:");
}

/** `a/@scope/b` is the package `@scope/b` as installed inside `a`. */
function namesIn(key: string): readonly string[] {
  return key.match(NAME) ?? [];
}

/** Keys of packages. Members are left to the packages' own graph. */
function dependenciesOf(from: readonly string[], entry: Table | null, packages: Table): readonly string[] {
  const optional = new Set([
    ...tableAt(entry, "optionalDependencies").keys(),
    ...tableAt(entry, "peerDependencies").keys(),
  ]);
  const keys = new Set<string>();
  for (const name of FIELDS.flatMap((field) => [...tableAt(entry, field).keys()])) {
    const key = lookUp(from, name, packages);
    const value = key === null ? null : packages.get(key);
    if (key === null && !optional.has(name)) keys.add(UNRESOLVED);
    if (key !== null && !(Array.isArray(value) && isMember(value))) keys.add(key);
  }
  return [...keys];
}

/** The innermost package around the user that has it installed inside. */
function lookUp(from: readonly string[], name: string, packages: Table): string | null {
  for (let depth = from.length; depth >= 0; depth -= 1) {
    const key = [...from.slice(0, depth), name].join("/");
    if (packages.has(key)) return key;
  }
  return null;
}
