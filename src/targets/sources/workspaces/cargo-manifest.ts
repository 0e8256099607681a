/** A `Cargo.toml`, as far as it says who is in the workspace and who depends on whom. */
import { asTable, asTexts, type Table, tableAt, textAt } from "./json-shape.js";
import { ManifestProblem } from "./parsed-files.js";
import { parseToml } from "./toml-text.js";

export interface CrateDependency {
  /** The crate's own name, also where it is used under another. */
  readonly crate: string;
  /** Relative to the manifest. */
  readonly path: string | null;
  /** Under which key the workspace's root says the rest; null where it is said here. */
  readonly inherits: string | null;
}

export interface CargoManifest {
  /** Null where there is no package but only a workspace. */
  readonly name: string | null;
  readonly workspace: CargoWorkspace | null;
  readonly dependencies: readonly CrateDependency[];
  /** What replaces crates wherever they are asked for. */
  readonly patches: readonly CrateDependency[];
}

export interface CargoWorkspace {
  readonly members: readonly string[];
  readonly exclude: readonly string[];
  readonly dependencies: ReadonlyMap<string, CrateDependency>;
}

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
  const platforms = [...tableAt(manifest, "target").values()].map(asTable);
  const patches = [...tableAt(manifest, "patch").values(), manifest?.get("replace")].map(asTable);
  return {
    name,
    workspace: workspaceIn(manifest?.get("workspace")),
    dependencies: [manifest, ...platforms].flatMap((table) =>
      FIELDS.flatMap((field) => [...dependenciesIn(tableAt(table, field)).values()]),
    ),
    patches: patches.flatMap((table) => [...dependenciesIn(table ?? new Map()).values()]),
  };
}

function workspaceIn(value: unknown): CargoWorkspace | null {
  const workspace = asTable(value);
  if (workspace === null) return null;
  const members = asTexts(workspace.get("members") ?? []);
  const exclude = asTexts(workspace.get("exclude") ?? []);
  if (members === null || exclude === null) throw new ManifestProblem("its members are no list of paths");
  return { members, exclude, dependencies: dependenciesIn(tableAt(workspace, "dependencies")) };
}

function dependenciesIn(table: Table): ReadonlyMap<string, CrateDependency> {
  const dependencies = new Map<string, CrateDependency>();
  for (const [key, value] of table) {
    const details = asTable(value);
    dependencies.set(key, {
      crate: textAt(details, "package") ?? key,
      path: textAt(details, "path"),
      inherits: details?.get("workspace") === true ? key : null,
    });
  }
  return dependencies;
}
