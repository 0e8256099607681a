/** The dependencies of Gradle's projects on each other, from everything that configures each of them. */
import { directoryOf, joined, nearest, resolved } from "../../../tree-paths.js";
import { isWithin, type Package, packageOf } from "../ecosystem.js";
import { AppliedScripts, type ScriptFile } from "./applied-scripts.js";
import type { CompositeBuild, GradleBuild, GradleFiles, GradleProject } from "./gradle-build.js";
import type { ProjectReferences } from "./gradle-script.js";
import { ITSELF } from "./script-text.js";
import { ANY_ALIAS } from "./version-catalog.js";

export interface GradlePackages {
  readonly packages: readonly Package[];
  /** By the path of a script outside all projects: the projects that apply it. */
  readonly readers: ReadonlyMap<string, readonly string[]>;
}

export function packagesOf(composite: CompositeBuild, files: GradleFiles): GradlePackages {
  const applied = new AppliedScripts(composite, files);
  const packages: Package[] = [];
  const readers = new Map<string, string[]>();
  const plugins = composite.included.flatMap((build) =>
    build.projects.map((one) => nameOf(build, one, composite)),
  );
  for (const build of [composite.main, ...composite.included]) {
    const projects = new BuildProjects(build, composite);
    for (const project of build.projects) {
      const scripts = applied.of(project, build);
      for (const { path } of scripts)
        readers.set(path, [...(readers.get(path) ?? []), projects.nameOf(project)]);
      const used = new Set(scripts.flatMap((script) => projects.usedIn(script, project)));
      // Plugins that projects apply come from there, and so may libraries.
      for (const name of plugins) used.add(name);
      const name = projects.nameOf(project);
      used.delete(name);
      packages.push(
        packageOf({
          name,
          directory: project.directory,
          manifest: manifestOf(project, build, files),
          dependsOn: used,
          inherits: aliasesIn(scripts, build),
        }),
      );
    }
  }
  return { packages, readers };
}

function aliasesIn(scripts: readonly ScriptFile[], { renamesCatalogs }: GradleBuild): ReadonlySet<string> {
  const aliases = new Set(scripts.flatMap(({ script }) => [...script.aliases]));
  if (renamesCatalogs || scripts.some(({ script }) => script.usesAnyAlias)) aliases.add(ANY_ALIAS);
  return aliases;
}

function manifestOf(
  { path, directory }: GradleProject,
  { manifest }: GradleBuild,
  { scripts }: GradleFiles,
): string {
  if (path === ":") return manifest;
  const own = [...scripts.keys()].find((one) => directoryOf(one) === directory);
  return own ?? joined(directory, "build.gradle");
}

function nameOf({ root }: GradleBuild, { path }: GradleProject, { main }: CompositeBuild): string {
  const prefix = root === main.root && root === "" ? "" : root;
  if (path === ":") return prefix === "" ? ":" : prefix;
  return `${prefix}${path}`;
}

/** The projects of one build, found as a script of the build names them. */
class BuildProjects {
  readonly all: readonly string[];
  readonly #names: ReadonlyMap<GradleProject, string>;
  readonly #byPath = new Map<string, string>();
  readonly #byAccessor = new Map<string, string[]>();
  readonly #byDirectory = new Map<string, string>();
  readonly #root: string;

  constructor(build: GradleBuild, composite: CompositeBuild) {
    this.#names = new Map(build.projects.map((project) => [project, nameOf(build, project, composite)]));
    this.all = [...this.#names.values()];
    this.#root = build.root;
    for (const [{ path, directory }, name] of this.#names) {
      this.#byPath.set(path, name);
      if (path !== ":") this.#byDirectory.set(directory, name);
      const accessor = path.slice(1).split(":").map(accessorOf).join(".");
      this.#byAccessor.set(accessor, [...(this.#byAccessor.get(accessor) ?? []), name]);
    }
  }

  nameOf(project: GradleProject): string {
    return this.#names.get(project) ?? project.path;
  }

  usedIn({ script, applies }: ScriptFile, project: GradleProject): readonly string[] {
    const parts =
      applies === "all"
        ? [script.own, script.forOthers]
        : applies === "own"
          ? [script.own]
          : [script.forOthers];
    const names = parts.flatMap((part) => this.#referenced(part, project));
    const places = [
      ...script.upward.map((path) => resolved(project.directory, path)),
      ...script.fromRoot.map((path) => resolved(this.#root, path)),
    ].flatMap((place) => (place === null ? [] : this.#at(place)));
    const root = script.usesRoot ? [this.#byPath.get(":") ?? []].flat() : [];
    return [...names, ...places, ...root, ...this.#around(project)];
  }

  #referenced(
    { paths, named, accessors, isOpen }: ProjectReferences,
    project: GradleProject,
  ): readonly string[] {
    if (isOpen) return this.all;
    const own = project.path === ":" ? "" : project.path;
    return [
      ...paths.flatMap((path) => this.#withPath(path)),
      ...named.flatMap((path) => this.#exactly(path.startsWith(":") ? path : `${own}:${path}`)),
      ...accessors.flatMap((accessor) => this.#withAccessor(accessor)),
    ];
  }

  /** The project with the path, or with its beginning: a task may be behind it. */
  #withPath(path: string): readonly string[] {
    if (path.startsWith(`:${ITSELF}`)) return [];
    const placeholder = path.search(/[\0\u0001]/);
    if (placeholder !== -1) {
      const start = path.slice(0, placeholder);
      return [...this.#byPath].flatMap(([other, name]) => (other.startsWith(start) ? [name] : []));
    }
    for (let here = path; here !== ""; here = here.slice(0, here.lastIndexOf(":"))) {
      const name = this.#byPath.get(here);
      if (name !== undefined) return [name];
    }
    return [];
  }

  /** A path that leads to no project may be that of one with another name or folder. */
  #exactly(path: string): readonly string[] {
    if (/[\0\u0001]/.test(path)) return this.#withPath(path);
    const name = this.#byPath.get(path);
    return name === undefined ? this.all : [name];
  }

  /** An accessor that leads to no project is a use of all. */
  #withAccessor(accessor: string): readonly string[] {
    const steps = accessor.split(".").map(accessorOf);
    for (let count = steps.length; count > 0; count -= 1) {
      const names = this.#byAccessor.get(steps.slice(0, count).join("."));
      if (names !== undefined) return names;
    }
    return steps.length === 1 ? this.all : this.#withAccessor(steps.slice(1).join("."));
  }

  #at(place: string): readonly string[] {
    const around = nearest(this.#byDirectory, place);
    if (around !== null) return [around];
    if (place === this.#root) return [];
    return [...this.#byDirectory].flatMap(([directory, name]) => (isWithin(directory, place) ? [name] : []));
  }

  /** A project may configure those below it. The script at the root does so for all, and touches everything. */
  #around({ path }: GradleProject): readonly string[] {
    const parent = path.slice(0, path.lastIndexOf(":"));
    const name = parent === "" ? undefined : this.#byPath.get(parent);
    return name === undefined ? [] : [name];
  }
}

/** Accessors are in camel case, from names with other signs; comparing letters and digits finds all that may be meant. */
function accessorOf(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
