/** Gradle builds: the projects of each `settings.gradle`, the builds that it includes, and their references. */
import type { TreeEntry } from "../../../tree.js";
import { directoryOf, fileNameOf, joined, resolved } from "../../../tree-paths.js";
import {
  type CompareRoot,
  type Ecosystem,
  isTestMaterial,
  readEach,
  UnreadableManifest,
  type Workspace,
} from "../ecosystem.js";
import { refuseBehindLinks } from "../hidden-members.js";
import { type Parsed, ParsedFiles, valueOf } from "../parsed-files.js";
import type { CompositeBuild, GradleBuild, GradleProject, Scripts } from "./gradle-build.js";
import { packagesOf } from "./gradle-edges.js";
import { readGradleScript } from "./gradle-script.js";
import { type GradleSettings, readGradleSettings } from "./gradle-settings.js";
import { compareCatalog } from "./version-catalog.js";

const SETTINGS = ["settings.gradle", "settings.gradle.kts"];
const BUILD_FILES = ["build.gradle", "build.gradle.kts"];
const BUILD_SOURCES = "buildSrc";
const SCRIPT = /\.gradle(?:\.kts)?$/;
const PLUGIN_SOURCE = /\.(?:kt|java|groovy)$/;
/** A longer chain of included builds is a circle. */
const MOST_BUILDS = 200;

export function gradleEcosystem(): Ecosystem {
  const settings = new ParsedFiles(readGradleSettings);
  const scripts = new ParsedFiles(readGradleScript);
  return {
    lockfiles: new Map(),
    rootManifests: new Map([
      ...SETTINGS.map((name) => [name, compareSettings] as const),
      ["gradle/libs.versions.toml", compareCatalog],
    ]),
    async read(tree) {
      const entries = await tree.entries();
      const paths = [...entries.keys()].filter((path) => SCRIPT.test(path));
      const byPath = await scripts.read(tree, paths);
      const settingsByPath = await settings.read(
        tree,
        paths.filter((path) => SETTINGS.includes(fileNameOf(path))),
      );
      const reader = new BuildReader(entries, settingsByPath, byPath);
      // Settings in a folder of tests or templates are no build by themselves, but another one may include them.
      const roots = rootsIn(
        paths,
        [...settingsByPath.keys()].filter((path) => !isTestMaterial(path)),
      );
      const composites = await readEach(roots, (root) => reader.composite(root));
      const inner = new Set(composites.flatMap(({ included }) => included.map(({ root }) => root)));
      const outer = composites.filter(({ main }) => !inner.has(main.root));
      const sources = await scripts.read(tree, pluginSources(entries, outer));
      return { workspaces: outer.map((one) => workspaceOf(one, byPath, sources, entries)), outsiders: [] };
    },
  };
}

/** Projects and their folders are in the graphs; other statements configure every project. */
const compareSettings: CompareRoot = ({ before, after }) =>
  readGradleSettings(before).rest === readGradleSettings(after).rest ? [] : null;

function rootsIn(paths: readonly string[], settings: readonly string[]): readonly string[] {
  const roots = new Set(settings.map(directoryOf));
  // Gradle finds a project at the root of the repository without settings, too.
  if (paths.some((path) => BUILD_FILES.includes(path))) roots.add("");
  return [...roots].filter((root) => fileNameOf(root) !== BUILD_SOURCES);
}

class BuildReader {
  readonly #entries: ReadonlyMap<string, TreeEntry>;
  readonly #settings: ReadonlyMap<string, Parsed<GradleSettings>>;
  readonly #scripts: Scripts;

  constructor(
    entries: ReadonlyMap<string, TreeEntry>,
    settings: ReadonlyMap<string, Parsed<GradleSettings>>,
    scripts: Scripts,
  ) {
    this.#entries = entries;
    this.#settings = settings;
    this.#scripts = scripts;
  }

  composite(root: string): CompositeBuild {
    const builds = new Map<string, GradleBuild>();
    const waiting = [root];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (builds.has(next)) continue;
      const { build, includes } = this.#build(next);
      builds.set(next, build);
      for (const include of includes) waiting.push(include);
      if (builds.size > MOST_BUILDS)
        throw new UnreadableManifest(build.manifest, "it includes too many builds");
    }
    const [main, ...included] = builds.values();
    if (main === undefined) throw new UnreadableManifest(joined(root, SETTINGS[0] ?? ""), "it is missing");
    return { main, included };
  }

  #build(root: string): { readonly build: GradleBuild; readonly includes: readonly string[] } {
    const manifest = SETTINGS.map((name) => joined(root, name)).find((path) => this.#settings.has(path));
    const parsed = manifest === undefined ? undefined : this.#settings.get(manifest);
    const settings = parsed === undefined ? null : valueOf(parsed, manifest ?? "");
    const path = manifest ?? joined(root, this.#buildFileIn(root));
    const projects = settings === null ? [] : this.#projectsOf(root, settings, path);
    const named = (settings?.builds ?? []).map((written) => resolved(root, written) ?? "");
    const sources = joined(root, BUILD_SOURCES);
    const includes = [...named, sources].filter((folder) => folder !== "" && this.#isBuild(folder));
    refuseBehindLinks(this.#entries, [...named, ...projects.map(({ directory }) => directory)], path);
    for (const applied of settings?.applies ?? []) this.#refuseIncluding(applied, path);
    return {
      build: {
        root,
        projects: [{ path: ":", directory: root }, ...projects],
        manifest: path,
        renamesCatalogs: settings?.renamesCatalogs ?? false,
      },
      includes,
    };
  }

  /** A script that settings apply may include projects, too. */
  #refuseIncluding(applied: string, manifest: string): void {
    for (const [path, parsed] of this.#scripts) {
      if (fileNameOf(path) !== fileNameOf(applied)) continue;
      if (parsed.kind === "read" && !parsed.value.mayInclude) continue;
      throw new UnreadableManifest(manifest, `it applies ${path}, which may include projects`);
    }
  }

  #projectsOf(root: string, settings: GradleSettings, manifest: string): readonly GradleProject[] {
    const folders = new Map<string, string>();
    const projects: GradleProject[] = [];
    for (const path of new Set(settings.projects)) {
      const parent = path.slice(0, path.lastIndexOf(":")) || ":";
      const around = folders.get(parent) ?? root;
      const own = settings.folders.get(path);
      const directory =
        own === undefined ? joined(around, path.slice(path.lastIndexOf(":") + 1)) : resolved(root, own);
      if (directory === null)
        throw new UnreadableManifest(manifest, "one of its projects is outside the repository");
      folders.set(path, directory);
      projects.push({ path: renamed(path, settings.names), directory });
    }
    return projects;
  }

  #buildFileIn(root: string): string {
    return BUILD_FILES.find((name) => this.#entries.has(joined(root, name))) ?? BUILD_FILES[0] ?? "";
  }

  #isBuild(folder: string): boolean {
    return (
      [...SETTINGS, ...BUILD_FILES].some((name) => this.#entries.has(joined(folder, name))) ||
      [...this.#entries.keys()].some((path) => path.startsWith(`${folder}/src/`))
    );
  }
}

function renamed(path: string, names: ReadonlyMap<string, string>): string {
  const steps = path.slice(1).split(":");
  const written = steps.map((_, index) => `:${steps.slice(0, index + 1).join(":")}`);
  return written.map((one, index) => `:${names.get(one) ?? steps[index] ?? ""}`).join("");
}

/** Code of plugins in included builds. */
function pluginSources(
  entries: ReadonlyMap<string, TreeEntry>,
  composites: readonly CompositeBuild[],
): readonly string[] {
  const folders = composites.flatMap(({ included }) =>
    included.flatMap(({ projects }) => projects.map(({ directory }) => joined(directory, "src/main/"))),
  );
  if (folders.length === 0) return [];
  return [...entries.keys()].filter(
    (path) => PLUGIN_SOURCE.test(path) && folders.some((folder) => path.startsWith(folder)),
  );
}

function workspaceOf(
  composite: CompositeBuild,
  scripts: Scripts,
  sources: Scripts,
  entries: ReadonlyMap<string, TreeEntry>,
): Workspace {
  const { root, manifest, projects } = composite.main;
  const { packages, readers } = packagesOf(composite, { scripts, sources, entries });
  const isAlone = projects.length === 1 && composite.included.length === 0 && root !== "";
  return {
    root,
    packages,
    claims: (path) => isAlone || path.startsWith("src/"),
    resolution: manifest,
    overridden: new Set(),
    readers: (path) => readers.get(path) ?? [],
  };
}
