/** Parses `uv.lock`: which packages each member of the workspace installs, also with extras and in groups. */

import { posix } from "node:path";
import { type LockNode, type ReadLock, UNRESOLVED, withUnresolved } from "../ecosystem.js";
import { parseToml } from "../parse-toml.js";
import { asTable, ManifestProblem, type Table, tableAt, textAt } from "../parsed-files.js";

/** The effect of these is in the resolved packages. */
const RESOLVED: ReadonlySet<string> = new Set(["package", "options", "manifest", "revision"]);
/** The same in `[manifest]`. Others, such as `build-constraints`, decide how packages are built. */
const RESOLVED_OF_MANIFEST: ReadonlySet<string> = new Set([
  "members",
  "constraints",
  "overrides",
  "excludes",
  "dependency-metadata",
]);
/** What a root without a project requests; it is installed for all members. */
const OF_ROOT = ["requirements", "dependency-groups"];

interface LockedPackage {
  readonly name: string;
  readonly key: string;
  readonly version: string | null;
  /** Of a member of the workspace, or another folder; null for a package from elsewhere. */
  readonly directory: string | null;
  readonly entry: Table;
}

export const readUvLock: ReadLock = (text, { root, packages }) => {
  const lock = asTable(parseToml(text));
  const listed = lock?.get("package") ?? [];
  if (lock === null || !Array.isArray(listed)) throw new ManifestProblem("its packages are not a list");
  const all = listed.map((one: unknown) => lockedPackage(asTable(one)));
  const byName = new Map<string, LockedPackage[]>();
  for (const one of all) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const directories = new Set(packages.map(({ directory }) => posix.relative(root, directory)));
  const isMember = ({ directory }: LockedPackage) => directory !== null && directories.has(directory);
  const importers = new Map<string, LockNode>();
  const nodes = new Map<string, LockNode>();
  for (const one of all) {
    const meant = requestsIn(one.entry).map((request) => packagesMeant(request, byName));
    const dependencies = meant.flatMap((found) =>
      found.length === 0 ? [UNRESOLVED] : found.flatMap((other) => (isMember(other) ? [] : [other.key])),
    );
    const node = { content: JSON.stringify([...one.entry]), dependencies };
    // What a package from elsewhere requests of a member would be an edge that no manifest shows.
    if (!isMember(one) && meant.flat().some(isMember)) return null;
    if (isMember(one)) importers.set(one.directory ?? "", node);
    else nodes.set(one.key, node);
  }
  const manifest = tableAt(lock, "manifest");
  const ofRoot = OF_ROOT.flatMap((key) => manifest.get(key) ?? []);
  if (ofRoot.length > 0) {
    const found = requestsAmong(ofRoot).map((request) => packagesMeant(request, byName));
    const dependencies = found.flatMap((some) =>
      some.length === 0 ? [UNRESOLVED] : some.flatMap((other) => (isMember(other) ? [] : [other.key])),
    );
    const known = importers.get("");
    importers.set("", {
      content: JSON.stringify([known?.content, ofRoot]),
      dependencies: [...(known?.dependencies ?? []), ...dependencies],
    });
  }
  const rest = JSON.stringify([
    [...lock].filter(([name]) => !RESOLVED.has(name)),
    [...manifest].filter(([name]) => !RESOLVED_OF_MANIFEST.has(name) && !OF_ROOT.includes(name)),
  ]);
  return { importers, nodes: withUnresolved(nodes, text), rest, sharesRoot: true, spreads: false };
};

function lockedPackage(entry: Table | null): LockedPackage {
  const name = textAt(entry, "name");
  if (entry === null || name === null) throw new ManifestProblem("one of its packages has no name");
  const source = tableAt(entry, "source");
  const folder = ["editable", "virtual", "directory", "workspace"].flatMap(
    (kind) => textAt(source, kind) ?? [],
  );
  const directory = folder[0] === undefined ? null : posix.normalize(folder[0]).replace(/^\.$|\/$/, "");
  const version = textAt(entry, "version");
  return { name, key: JSON.stringify([name, version, [...source]]), version, directory, entry };
}

interface Request {
  readonly name: string;
  readonly version: string | null;
}

/** Direct dependencies, those of extras, and those of groups. */
function requestsIn(entry: Table): readonly Request[] {
  return requestsAmong([
    entry.get("dependencies"),
    ...tableAt(entry, "optional-dependencies").values(),
    ...tableAt(entry, "dev-dependencies").values(),
  ]);
}

/** In lists, and in tables of lists such as groups. */
function requestsAmong(lists: readonly unknown[]): readonly Request[] {
  return lists.flat().flatMap((one): readonly Request[] => {
    const request = asTable(one);
    const name = textAt(request, "name");
    if (name !== null) return [{ name, version: textAt(request, "version") }];
    return request === null ? [] : requestsAmong([...request.values()].filter(Array.isArray));
  });
}

/** A version is given only where several are locked. */
function packagesMeant(
  { name, version }: Request,
  byName: ReadonlyMap<string, readonly LockedPackage[]>,
): readonly LockedPackage[] {
  const all = byName.get(name) ?? [];
  return version === null ? all : all.filter((one) => one.version === version);
}
