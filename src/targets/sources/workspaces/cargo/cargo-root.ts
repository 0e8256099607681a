/** What a change of the `Cargo.toml` at a workspace's root means, and which crates its patches concern. */
import type { CompareRoot } from "../ecosystem.js";
import { parseToml } from "../parse-toml.js";
import { asTable, type Table, tableAt } from "../parsed-files.js";
import { allPackages, differingKeys, rootPackages } from "../root-changes.js";
import { type CargoLock, reachIn } from "./cargo-lock.js";
import type { CargoManifest, CrateDependency } from "./cargo-manifest.js";

/** Of the package at the root alone; features and paths are in the graphs, too. */
const OF_PACKAGE =
  /^(?:package|lib|bin|test|bench|example|features|dependencies|dev-dependencies|build-dependencies|target|lints|badges)$/;

/** Profiles, patches, replacements, the resolver and the default members concern every crate. */
export const compareCargoRoot: CompareRoot = (change) => {
  const before = asTable(parseToml(change.before));
  const after = asTable(parseToml(change.after));
  if (before === null || after === null) return null;
  if (resolverIn(before) !== resolverIn(after)) return null;
  const touched = new Set<string>();
  for (const key of differingKeys(before, after)) {
    if (OF_PACKAGE.test(key)) for (const name of rootPackages(change)) touched.add(name);
    else if (key === "workspace") {
      const names = touchedByWorkspace(tableAt(before, key), tableAt(after, key), change);
      if (names === null) return null;
      for (const name of names) touched.add(name);
    } else return null;
  }
  return [...touched];
};

/** The edition of the root's package chooses how the features of all crates are united. */
function resolverIn(manifest: Table): string {
  const own = tableAt(manifest, "package");
  return JSON.stringify([own.get("edition"), own.get("resolver"), own.get("rust-version")]);
}

type Change = Parameters<CompareRoot>[0];

function touchedByWorkspace(before: Table, after: Table, change: Change): readonly string[] | null {
  const touched = new Set<string>();
  for (const key of differingKeys(before, after)) {
    // Which crates are members is in the graphs.
    if (key === "members" || key === "exclude") continue;
    const names =
      key === "dependencies"
        ? heirs(tableAt(before, key), tableAt(after, key), change)
        : key === "package" || key === "lints"
          ? allPackages(change)
          : null;
    if (names === null) return null;
    for (const name of names) touched.add(name);
  }
  return [...touched];
}

/** Crates that inherit an entry which differs. */
function heirs(before: Table, after: Table, { workspaces }: Change): readonly string[] {
  const differing = differingKeys(before, after);
  return workspaces.flatMap(({ packages }) =>
    packages.flatMap(({ name, inherits }) => (differing.some((key) => inherits?.has(key)) ? [name] : [])),
  );
}

/** Whether a crate may use the patched one. */
export type UsesPatched = (crate: CargoManifest, patch: CrateDependency) => boolean;

/**
 * A crate uses the patched one by name, or through a crate from a registry. Which of those do is only in `Cargo.lock`;
 * without it, or where it does not know a dependency yet, each of them may.
 */
export function patchUse(rootManifest: CargoManifest, lock: CargoLock | null): UsesPatched {
  const inherited = rootManifest.workspace?.dependencies;
  const written = ({ inherits, ...own }: CrateDependency) =>
    (inherits === null ? undefined : inherited?.get(inherits)) ?? { inherits, ...own };
  const reach = lock === null ? null : reachIn(lock);
  return ({ name, dependencies }, patch) => {
    const patched = replacedName(patch);
    if (patched === null) return true;
    const all = dependencies.map(written);
    if (all.some(({ crate }) => crate === patched)) return true;
    const fromElsewhere = all.filter(({ path }) => path === null);
    if (fromElsewhere.length === 0) return false;
    const reached = name === null ? null : (reach?.(name) ?? null);
    const isKnown = reached !== null && fromElsewhere.every(({ crate }) => reached.has(crate));
    return isKnown ? reached.has(patched) : true;
  };
}

/** `[replace]` names `crate:version`, or an address, which is not taken apart. */
function replacedName({ key, crate }: CrateDependency): string | null {
  if (key.includes("/")) return null;
  return crate === key ? (key.split(/[:@]/, 1)[0] ?? null) : crate;
}
