/** What a change of the `Cargo.toml` at a workspace's root means. */
import type { CompareRoot } from "../ecosystem.js";
import { parseToml } from "../parse-toml.js";
import { asTable, type Table, tableAt } from "../parsed-files.js";
import { allPackages, differingKeys, rootPackages } from "../root-changes.js";

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
