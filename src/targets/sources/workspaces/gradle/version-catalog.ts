/** Compares two versions of a catalog (`libs.versions.toml`): which packages use an entry that differs. */
import type { CompareRoot } from "../ecosystem.js";
import { parseToml } from "../parse-toml.js";
import { asTable, ManifestProblem, type Table, tableAt, textAt } from "../parsed-files.js";
import { allPackages } from "../root-changes.js";
import { normalAlias } from "./gradle-script.js";

/** In what a package inherits: it computes which entries it uses. */
export const ANY_ALIAS = "*";

const TABLES: ReadonlySet<string> = new Set(["versions", "libraries", "bundles", "plugins"]);

export const compareCatalog: CompareRoot = (change) => {
  const [before, after] = [entriesOf(change.before), entriesOf(change.after)];
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (alias) => before.get(alias) !== after.get(alias),
  );
  if (differing.includes("")) return allPackages(change);
  return change.workspaces.flatMap(({ packages }) =>
    packages.flatMap(({ name, inherits }) => (usesOneOf(differing, inherits ?? new Set()) ? [name] : [])),
  );
};

function usesOneOf(aliases: readonly string[], used: ReadonlySet<string>): boolean {
  if (used.has(ANY_ALIAS)) return aliases.length > 0;
  return [...used].some((one) =>
    aliases.some((alias) => one === alias || one.startsWith(`${alias}.`) || alias.startsWith(`${one}.`)),
  );
}

/** By alias, with everything that it leads to. The empty alias stands for unknown tables. */
function entriesOf(text: string): ReadonlyMap<string, string> {
  const catalog = asTable(parseToml(text));
  if (catalog === null) throw new ManifestProblem("it is not a table");
  const versions = tableAt(catalog, "versions");
  const entries = new Map<string, string>();
  for (const [alias, version] of versions)
    entries.set(`versions.${normalAlias(alias)}`, JSON.stringify(version));
  const libraries = new Map(
    [...tableAt(catalog, "libraries")].map(([alias, entry]) => [
      normalAlias(alias),
      resolvedEntry(entry, versions),
    ]),
  );
  for (const [alias, entry] of libraries) entries.set(alias, entry);
  for (const [alias, entry] of tableAt(catalog, "plugins"))
    entries.set(`plugins.${normalAlias(alias)}`, resolvedEntry(entry, versions));
  for (const [alias, members] of tableAt(catalog, "bundles")) {
    const listed: readonly unknown[] = Array.isArray(members) ? members : [members];
    const contents = listed.map((one) => [
      one,
      typeof one === "string" ? libraries.get(normalAlias(one)) : null,
    ]);
    entries.set(`bundles.${normalAlias(alias)}`, JSON.stringify(contents));
  }
  entries.set("", JSON.stringify([...catalog].filter(([table]) => !TABLES.has(table))));
  return entries;
}

function resolvedEntry(entry: unknown, versions: Table): string {
  const version = asTable(asTable(entry)?.get("version"));
  const reference = version === null ? null : textAt(version, "ref");
  return JSON.stringify([entry, reference === null ? null : (versions.get(reference) ?? null)]);
}
