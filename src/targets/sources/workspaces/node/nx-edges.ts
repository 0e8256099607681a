/**
 * Implicit dependencies of Nx, and its targets that need a target of another project (`docs:build`), in the settings of a
 * project and in the defaults for all of them.
 */
import { parseRelaxedJson } from "../../../parse-json.js";
import type { Tree } from "../../../tree.js";
import { fileNameOf, joined } from "../../../tree-paths.js";
import { asTable, ParsedFiles, type Table, tableAt, textAt, textsIn } from "../parsed-files.js";
import type { EdgeList, TaskMembers } from "./edge-list.js";
import type { NodeManifest } from "./node-manifest.js";

const PROJECT = "project.json";
const WORKSPACE = "nx.json";
export const NX_FILES = [PROJECT, WORKSPACE];

/** In the place of projects: the project of the target and what it depends on. */
const NO_OTHERS: ReadonlySet<string> = new Set(["self", "dependencies", "{self}", "{dependencies}"]);

export class NxReader {
  readonly #projects = new ParsedFiles((text) => projectIn(asTable(parseRelaxedJson(text))));
  readonly #workspaces = new ParsedFiles(workspaceIn);

  /** Throws `GitFailure`. */
  async read(tree: Tree, { root, names, manifests }: TaskMembers, list: EdgeList): Promise<void> {
    const paths = [...names.keys()].map((directory) => joined(directory, PROJECT));
    const [projects, workspaces] = await Promise.all([
      this.#projects.read(tree, paths),
      this.#workspaces.read(tree, [joined(root, WORKSPACE)]),
    ]);
    const defaults = [...workspaces.values()].flatMap((one) => (one.kind === "read" ? one.value : []));
    const settings = [...names].map(([directory, name]) => {
      const [project, manifest] = [projects.get(joined(directory, PROJECT)), manifests.get(directory)];
      const own = project?.kind === "read" ? [project.value] : [];
      if (manifest !== undefined) own.push(projectInManifest(manifest));
      return { directory, name, own };
    });
    const all = [...defaults, ...settings.flatMap(({ own }) => own)];
    if (all.every(({ uses, needs }) => uses.length === 0 && needs.length === 0)) return;
    const known = new KnownProjects(settings, defaults);
    const ofAll = usesIn(defaults, known);
    for (const { directory, own } of settings) {
      for (const used of [...ofAll, ...usesIn(own, known)]) {
        if (used === null) list.addAll(directory);
        else list.add(directory, used);
      }
    }
  }
}

interface MemberSettings {
  readonly directory: string;
  readonly name: string;
  readonly own: readonly NxProject[];
}

class KnownProjects {
  /** The members of a name. */
  readonly #byName = new Map<string, Set<string>>();
  /** Nx calls a project without a name like its folder. */
  readonly #byFolder = new Map<string, Set<string>>();
  readonly #targets: ReadonlySet<string>;

  constructor(settings: readonly MemberSettings[], defaults: readonly NxProject[]) {
    for (const { directory, name, own } of settings) {
      const folder = fileNameOf(directory);
      for (const one of [folder, folder.toLowerCase()]) include(this.#byFolder, one, name);
      for (const one of [name, ...own.map((project) => project.name)])
        if (one !== null) include(this.#byName, one, name);
    }
    this.#targets = new Set(
      [...settings.flatMap(({ own }) => own), ...defaults].flatMap(({ targets }) => targets),
    );
  }

  named(name: string): ReadonlySet<string> | undefined {
    return this.#byName.get(name) ?? this.#byFolder.get(name);
  }

  isTarget(name: string): boolean {
    return this.#targets.has(name);
  }
}

function include(table: Map<string, Set<string>>, key: string, name: string): void {
  table.set(key, (table.get(key) ?? new Set()).add(name));
}

/** Names of members; null for any of them. */
function usesIn(projects: readonly NxProject[], known: KnownProjects): ReadonlySet<string | null> {
  return new Set(
    projects.flatMap(({ uses, needs }) => [
      ...uses.flatMap((used) => membersOf(used, known)),
      ...needs.flatMap((need) => membersNeeded(need, known)),
    ]),
  );
}

/** A tag, a pattern, a folder or another name may mean any project. An excluded project removes nothing. */
function membersOf(used: string, known: KnownProjects): readonly (string | null)[] {
  if (used.startsWith("!")) return [];
  return [...(known.named(used) ?? [null])];
}

/** `docs:build`. The name of a project and that of a target may contain a colon, too. */
function membersNeeded(need: string, known: KnownProjects): readonly (string | null)[] {
  for (let at = need.indexOf(":"); at !== -1; at = need.indexOf(":", at + 1)) {
    const found = known.named(need.slice(0, at));
    if (found !== undefined) return [...found];
  }
  return !need.includes(":") || known.isTarget(need) ? [] : [null];
}

interface NxProject {
  readonly name: string | null;
  /** As written where Nx expects projects. */
  readonly uses: readonly string[];
  /** As written where Nx expects a target, perhaps of another project; without those of the dependencies (`^build`). */
  readonly needs: readonly string[];
  /** Names of targets. */
  readonly targets: readonly string[];
}

function projectIn(settings: Table | null): NxProject {
  const targets = tableAt(settings, "targets");
  const dependencies = [...targets.values()].flatMap((target) => dependenciesOf(asTable(target)));
  return {
    name: textAt(settings, "name"),
    uses: [...textsIn(settings?.get("implicitDependencies")), ...dependencies.flatMap(projectsOf)],
    needs: dependencies.flatMap(targetOf),
    targets: [...targets.keys()],
  };
}

/** A script is a target. */
function projectInManifest({ nx, scripts }: NodeManifest): NxProject {
  const project = projectIn(asTable(nx));
  return { ...project, targets: [...project.targets, ...scripts] };
}

/** `targetDefaults`, a table or a list, and `targetDependencies` of older versions. */
function workspaceIn(text: string): NxProject {
  const settings = asTable(parseRelaxedJson(text));
  const written = settings?.get("targetDefaults");
  const defaults = Array.isArray(written) ? written : [...(asTable(written)?.values() ?? [])].flat();
  const older = tableAt(settings, "targetDependencies");
  const dependencies = [
    ...defaults.flatMap((target: unknown) => dependenciesOf(asTable(target))),
    ...[...older.values()].flat(),
  ];
  return {
    name: null,
    uses: dependencies.flatMap(projectsOf),
    needs: dependencies.flatMap(targetOf),
    targets: [
      ...(asTable(written)?.keys() ?? []),
      ...defaults.flatMap((target: unknown) => textAt(asTable(target), "target") ?? []),
      ...older.keys(),
      ...pluginTexts(settings?.get("plugins")),
    ],
  };
}

/** The options of a plugin name the targets that it adds. */
function pluginTexts(plugins: unknown): readonly string[] {
  return [plugins].flat().flatMap((plugin: unknown) => {
    const options = [...tableAt(asTable(plugin), "options").values()];
    return options.flatMap((option) => textsIn([option, textAt(asTable(option), "name")]));
  });
}

function dependenciesOf(target: Table | null): readonly unknown[] {
  return [target?.get("dependsOn")].flat();
}

/** `{ "projects": ["docs"], "target": "build" }`. A list that begins with an exclusion means all others. */
function projectsOf(dependency: unknown): readonly string[] {
  const names = textsIn(asTable(dependency)?.get("projects")).filter((name) => !NO_OTHERS.has(name));
  return names[0]?.startsWith("!") === true ? ["*", ...names] : names;
}

function targetOf(dependency: unknown): readonly string[] {
  return typeof dependency === "string" && !dependency.startsWith("^") ? [dependency] : [];
}
