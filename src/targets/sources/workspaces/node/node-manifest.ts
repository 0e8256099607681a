/** Parses the parts of a `package.json` that define members and dependencies. */
import { asTable, asTexts, ManifestProblem, type Table, textAt } from "../parsed-files.js";

export interface Dependency {
  readonly name: string;
  /** As written: `^1.0.0`, `workspace:*`, `file:../core`. */
  readonly range: string;
}

export interface NodeManifest {
  readonly name: string | null;
  /** Patterns of directories; null when it is no root of a workspace. */
  readonly workspaces: readonly string[] | null;
  readonly dependencies: readonly Dependency[];
  /** Patterns of the package's files, relative to its directory; empty when the manifest lists none. */
  readonly files: readonly string[];
  /** Replacements of packages, which apply to every package that requests them. */
  readonly overrides: readonly Dependency[];
}

/** All fields count: a test can use everything that is installed. */
const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

export function parseNodeManifest(text: string): NodeManifest {
  const manifest = asTable(parseJson(text));
  if (manifest === null) throw new ManifestProblem("it is not a JSON object");
  const overrides = [manifest.get("overrides"), manifest.get("resolutions")];
  const pnpm = asTable(manifest.get("pnpm"));
  return {
    name: textAt(manifest, "name") === "" ? null : textAt(manifest, "name"),
    workspaces: workspacesOf(manifest.get("workspaces")),
    dependencies: DEPENDENCY_FIELDS.flatMap((field) => dependenciesIn(manifest, field)),
    files: asTexts(manifest.get("files")) ?? [],
    overrides: [...overrides, pnpm?.get("overrides")].flatMap((value) => nestedDependencies(value)),
  };
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new ManifestProblem("it is not JSON");
  }
}

/** Both shapes: a list, and a table with a list of `packages`. */
function workspacesOf(value: unknown): readonly string[] | null {
  if (value === undefined || value === null || value === false) return null;
  const table = asTable(value);
  if (table !== null && !table.has("packages")) return null;
  const patterns = asTexts(table === null ? value : table.get("packages"));
  if (patterns === null) throw new ManifestProblem("its `workspaces` are not a list of patterns");
  return patterns.length === 0 ? null : patterns;
}

function dependenciesIn(manifest: Table, field: string): readonly Dependency[] {
  const value = manifest.get(field);
  if (value === undefined || value === null) return [];
  // Old tools wrote an empty list for no dependencies.
  if (Array.isArray(value) && value.length === 0) return [];
  const table = asTable(value);
  if (table === null) throw new ManifestProblem(`its \`${field}\` are not a table`);
  return [...table].map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" }));
}

/** Overrides contain nested tables of overrides. The JSON parser bounds the depth. */
function nestedDependencies(value: unknown): readonly Dependency[] {
  return [...(asTable(value) ?? [])].flatMap(([name, inner]) =>
    typeof inner === "string" ? [{ name, range: inner }] : nestedDependencies(inner),
  );
}
