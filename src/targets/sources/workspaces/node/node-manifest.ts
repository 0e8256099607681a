/** Parses the parts of a `package.json` that define members and dependencies. */
import { asTable, asTexts, ManifestProblem } from "../parsed-files.js";

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
  /** Names of scripts, of which other packages may need one. */
  readonly scripts: readonly string[];
  /** The settings of Nx, as written. */
  readonly nx: unknown;
}

/** All fields count: a test can use everything that is installed. */
const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

export function parseNodeManifest(text: string): NodeManifest {
  const manifest = parseJson(text);
  if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest))
    throw new ManifestProblem("it is not a JSON object");
  // Not as a table: a large repository has thousands of manifests, with many fields that do not count here.
  const field = (name: string): unknown => Reflect.get(manifest, name);
  const overrides = [field("overrides"), field("resolutions")];
  const pnpm = asTable(field("pnpm"));
  const name = field("name");
  return {
    name: typeof name === "string" && name !== "" ? name : null,
    workspaces: workspacesOf(field("workspaces")),
    dependencies: allDependencies(field),
    files: asTexts(field("files")) ?? NOTHING,
    overrides: [...overrides, pnpm?.get("overrides")].flatMap((value) => nestedDependencies(value)),
    scripts: keysOf(field("scripts")),
    nx: field("nx"),
  };
}

const NOTHING: readonly never[] = [];

function allDependencies(field: (name: string) => unknown): readonly Dependency[] {
  const found: Dependency[] = [];
  for (const name of DEPENDENCY_FIELDS) {
    const value = field(name);
    if (value !== undefined && value !== null) addDependencies(found, value, name);
  }
  return found;
}

/** Those of a table. */
function keysOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return NOTHING;
  return Object.keys(value);
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

function addDependencies(found: Dependency[], value: unknown, field: string): void {
  // Old tools wrote an empty list for no dependencies.
  if (Array.isArray(value) && value.length === 0) return;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ManifestProblem(`its \`${field}\` are not a table`);
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  for (const [name, range] of entries) found.push({ name, range: typeof range === "string" ? range : "" });
}

/** Overrides contain nested tables of overrides. The JSON parser bounds the depth. */
function nestedDependencies(value: unknown): readonly Dependency[] {
  if (value === undefined) return [];
  return [...(asTable(value) ?? [])].flatMap(([name, inner]) =>
    typeof inner === "string" ? [{ name, range: inner }] : nestedDependencies(inner),
  );
}
