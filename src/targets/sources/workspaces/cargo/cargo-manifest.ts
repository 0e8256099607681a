/** Parses the parts of a `Cargo.toml` that define the members of a workspace and the dependencies of crates. */
import { parseToml } from "../parse-toml.js";
import { asTable, asTexts, ManifestProblem, type Table, tableAt, textAt } from "../parsed-files.js";

export interface CrateDependency {
  /** The name in this manifest. */
  readonly key: string;
  /** The crate's own name, even if this manifest renames it. */
  readonly crate: string;
  /** Relative to the manifest. */
  readonly path: string | null;
  /** The key of the entry in the workspace's root with the other values; null when this manifest has all of them. */
  readonly inherits: string | null;
  readonly features: readonly string[];
  /** The table, the platform and whether it is optional. Cargo unites features of equal terms, and may unite others. */
  readonly terms: string;
}

export interface CargoManifest {
  /** Null for a workspace without a package. */
  readonly name: string | null;
  readonly workspace: CargoWorkspace | null;
  /** The directory of another workspace's root that the package names, relative to the manifest. */
  readonly rootElsewhere: string | null;
  readonly dependencies: readonly CrateDependency[];
  /** What each feature of the crate enables. */
  readonly features: ReadonlyMap<string, readonly string[]>;
  /** Replacements of crates, wherever these are requested. */
  readonly patches: readonly CrateDependency[];
  /** Patterns of the package's files; empty without `include`. */
  readonly include: readonly string[];
  /** Files that the manifest names as code, relative to it. */
  readonly files: readonly string[];
  /** Relative to the manifest; null when it is Cargo's default. */
  readonly buildScript: string | null;
}

export interface CargoWorkspace {
  readonly members: readonly string[];
  readonly exclude: readonly string[];
  readonly dependencies: ReadonlyMap<string, CrateDependency>;
}

/** Every crate has this feature, and a dependency requests it unless it opts out. */
const DEFAULT_FEATURE = "default";

const FIELDS = [
  "dependencies",
  "dev-dependencies",
  "build-dependencies",
  "dev_dependencies",
  "build_dependencies",
];

export function parseCargoManifest(text: string): CargoManifest {
  const manifest = asTable(parseToml(text));
  const own = asTable(manifest?.get("package")) ?? asTable(manifest?.get("project"));
  const name = textAt(own, "name");
  if (own !== null && (name === null || name === "")) throw new ManifestProblem("its package has no name");
  const platforms: readonly (readonly [string, Table | null])[] = [
    ["", manifest],
    ...[...tableAt(manifest, "target")].map(([platform, table]) => [platform, asTable(table)] as const),
  ];
  const patches = [...tableAt(manifest, "patch").values(), manifest?.get("replace")].map(asTable);
  return {
    name,
    workspace: workspaceIn(manifest?.get("workspace")),
    rootElsewhere: textAt(own, "workspace"),
    dependencies: platforms.flatMap(([platform, table]) =>
      FIELDS.flatMap((field) => [
        ...dependenciesIn(tableAt(table, field), `${field.replace("_", "-")} ${platform}`).values(),
      ]),
    ),
    features: featuresIn(tableAt(manifest, "features")),
    patches: patches.flatMap((table) => [...dependenciesIn(table ?? new Map(), "patch").values()]),
    include: asTexts(own?.get("include")) ?? [],
    files: filesIn(manifest, own),
    buildScript: textAt(own, "build"),
  };
}

const CODE = ["lib", "bin", "test", "bench", "example"];

function filesIn(manifest: Table | null, own: Table | null): readonly string[] {
  const targets = CODE.flatMap((field) => [manifest?.get(field)].flat());
  const paths = targets.map((target: unknown) => textAt(asTable(target), "path"));
  return [...paths, textAt(own, "build")].flatMap((path) => path ?? []);
}

function featuresIn(table: Table): CargoManifest["features"] {
  return new Map(
    [...table].map(([name, value]) => {
      const entries = asTexts(value);
      if (entries === null) throw new ManifestProblem("its features are not lists of strings");
      return [name, entries];
    }),
  );
}

function workspaceIn(value: unknown): CargoWorkspace | null {
  const workspace = asTable(value);
  if (workspace === null) return null;
  const members = asTexts(workspace.get("members") ?? []);
  const exclude = asTexts(workspace.get("exclude") ?? []);
  if (members === null || exclude === null) throw new ManifestProblem("its members are not a list of paths");
  const dependencies = dependenciesIn(tableAt(workspace, "dependencies"), "");
  return { members, exclude, dependencies };
}

function dependenciesIn(table: Table, terms: string): ReadonlyMap<string, CrateDependency> {
  const dependencies = new Map<string, CrateDependency>();
  for (const [key, value] of table) {
    const details = asTable(value);
    const wanted = asTexts(details?.get("features") ?? []);
    if (wanted === null) throw new ManifestProblem("the features of a dependency are not a list of strings");
    const refused = details?.get("default-features") ?? details?.get("default_features");
    dependencies.set(key, {
      key,
      crate: textAt(details, "package") ?? key,
      path: textAt(details, "path"),
      inherits: details?.get("workspace") === true ? key : null,
      features: refused === false ? wanted : [DEFAULT_FEATURE, ...wanted],
      terms: details?.get("optional") === true ? `${terms} optional` : terms,
    });
  }
  return dependencies;
}
