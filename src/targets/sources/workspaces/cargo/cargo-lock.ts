/** Parses `Cargo.lock`: the crates of a workspace and those from elsewhere, with the crates that each depends on. */
import { parseToml } from "../parse-toml.js";
import { asTable, asTexts, ManifestProblem, type Table, textAt } from "../parsed-files.js";

export interface LockedCrate {
  readonly name: string;
  readonly version: string;
  /** Null for a crate of the repository. */
  readonly source: string | null;
  /** Everything that the file records about it. */
  readonly content: string;
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
    content: JSON.stringify([...entry]),
    dependencies,
  };
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
