/**
 * What changed files use although no manifest declares it: imports of another package by its name, and relative paths into
 * another package. Only changed files are read. Their uses count in either tree, whether new or not.
 */
import { isBuiltin } from "node:module";
import { type CausesByTarget, firstCauses, type TargetGraph } from "../../graph.js";
import type { Cause, ChangedFile, SourceContext } from "../../source.js";
import { type Tree, textsOf } from "../../tree.js";
import { directoryOf, fileNameOf, resolved } from "../../tree-paths.js";
import { importedName } from "./ecosystem.js";
import {
  isInLibrary,
  isPython,
  OwnModules,
  PythonModules,
  projectNames,
  pythonNames,
} from "./python/python-modules.js";
import type { WorkspaceTree } from "./workspace-tree.js";

/** What one tree has for code to use. */
export interface UsableTree
  extends Pick<WorkspaceTree, "packages" | "graph" | "ownersOf" | "resolutionsAround" | "requests"> {
  /** Targets that a name means by configuration, such as `paths` in a `tsconfig.json`. */
  aliased?(specifier: string, path: string): readonly string[];
}

export interface CodeUses {
  /** Targets that a changed file uses. */
  readonly used: CausesByTarget;
  /** Resolutions that decide what a new name or path in a changed file means. */
  readonly asked: CausesByTarget;
}

const JAVASCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const GO = /\.go$/;
const DART = /\.dart$/;
/** Languages whose paths are texts that start at the file. */
const WITH_PATHS =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|css|scss|sass|less|html|rs|go|pyi?|dart|php|rb|c|h|cc|cpp|hpp|swift)$/;
/** A longer file is generated. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Bounded, so that a hostile file costs little. */
const IMPORT =
  /\b(?:from|import|require|use|resolve|(?:un|do|unstable_)?[mM]ock\w{0,20}|require(?:Actual|Mock)|import(?:Actual|Mock))\s{0,50}\(?(?:\s{0,50}\/\*(?:[^*]|\*(?!\/)){0,300}\*\/){0,3}\s{0,50}["'`]([^"'`\s\\]{1,300})["'`]/g;
const RELATIVE = /["'`(](\.{1,2}\/[^"'`)\s\\]{0,300})/g;
const DART_PACKAGE = /["']package:([a-z_]\w{0,200})\//g;
/** `__DIR__ . "/../core/a.php"`. */
const FROM_FOLDER = /["'](\/\.\.\/[^"'\s\\]{0,300})["']/g;
const QUOTED = /"([^"\s\\]{1,300})"/g;
const PACKAGE_NAME = /^(?:@[\w.-]+\/)?[\w.-]+/;

/** The changed files that may use something, with their texts in both trees. */
export interface ChangedCode {
  readonly paths: readonly string[];
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Paths of the files of Python in the trees before and after, if one of them changes: an import may mean them. */
  readonly modules: readonly [readonly string[], readonly string[]];
}

/** Throws `GitFailure`. */
export async function changedCode({
  base,
  head,
  changed,
}: Pick<SourceContext, "base" | "head" | "changed">): Promise<ChangedCode> {
  const readable = changed.filter(({ path, isSubmodule }) => !isSubmodule && WITH_PATHS.test(path));
  const [before, after] = await Promise.all([
    textsWithout("added", base, readable),
    textsWithout("deleted", head, readable),
  ]);
  const paths = readable.map(({ path }) => path);
  const modulesOf = async (tree: Tree) => [...(await tree.entries()).keys()].filter(isPython);
  if (!paths.some(isPython)) return { paths, before, after, modules: [[], []] };
  return { paths, before, after, modules: [await modulesOf(base), await modulesOf(head)] };
}

/** `skipsRemoved`: another list shows what was used until now, so that only uses of the head count. */
export function codeUses(
  base: UsableTree,
  head: UsableTree,
  { paths, before, after, modules }: ChangedCode,
  { skipsRemoved = false }: { readonly skipsRemoved?: boolean } = {},
): CodeUses {
  const own = new OwnModules(head.packages, modules[1]);
  const [reachBefore, reachAfter] = [new Reach(base, own, modules[0]), new Reach(head, own, modules[1])];
  const reach = [reachBefore, reachAfter];
  const used = new Map<string, Cause>();
  const asked = new Map<string, Cause>();
  for (const path of paths) {
    const written = [specifiersIn(path, before.get(path) ?? ""), specifiersIn(path, after.get(path) ?? "")];
    const owners = new Set(reach.flatMap(({ tree }) => tree.ownersOf(path)));
    for (const specifier of new Set(written.slice(skipsRemoved ? 1 : 0).flatMap((one) => [...one]))) {
      const isNew = written[0]?.has(specifier) !== true;
      for (const owner of owners) {
        const found = reach.map((one) => one.meantBy(specifier, path));
        const modulesBefore = reachBefore.moduleTargets(specifier, path, owner);
        const modulesAfter = reachAfter.moduleTargets(specifier, path, owner);
        const isDeclared = (target: string) =>
          owners.has(target) || reach.some((one) => one.from(owner).has(target));
        for (const target of [...found, modulesBefore, modulesAfter].flat())
          if (!isDeclared(target) && !used.has(target)) used.set(target, { kind: "imported", by: path });
        const isKnown =
          found.flat().length > 0 || (modulesAfter.length > 0 && modulesAfter.every(isDeclared));
        if (!isNew || isKnown) continue;
        for (const one of reach)
          for (const resolution of one.asked(specifier, path, owner))
            asked.set(resolution, { kind: "file", path });
      }
    }
  }
  const [known, now] = [new Set(modules[0]), new Set(modules[1])];
  for (const path of paths.filter((one) => now.has(one) && !known.has(one)))
    for (const resolution of reachAfter.broughtBy(path, known)) asked.set(resolution, { kind: "file", path });
  return { used, asked };
}

export function withCodeUses(targets: CausesByTarget, { used, asked }: CodeUses): CausesByTarget {
  return firstCauses(targets, used, asked);
}

function textsWithout(
  absent: ChangedFile["status"],
  tree: Tree,
  files: readonly ChangedFile[],
): Promise<ReadonlyMap<string, string>> {
  const paths = files.filter(({ status }) => status !== absent).map(({ path }) => path);
  return textsOf(tree, paths, MOST_BYTES);
}

/** Names as written, and relative paths. */
function specifiersIn(path: string, text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (text === "") return found;
  const add = (pattern: RegExp) => {
    for (const [, specifier = ""] of text.matchAll(pattern)) if (specifier !== "") found.add(specifier);
  };
  if (text.includes("./")) add(RELATIVE);
  if (JAVASCRIPT.test(path)) add(IMPORT);
  if (GO.test(path)) add(QUOTED);
  if (DART.test(path)) add(DART_PACKAGE);
  if (path.endsWith(".php")) for (const [, place = ""] of text.matchAll(FROM_FOLDER)) found.add(`.${place}`);
  if (isPython(path)) for (const name of pythonNames(text)) found.add(name);
  return found;
}

/** What specifiers mean in one tree, and what its manifests declare. */
class Reach {
  readonly tree: UsableTree;
  readonly #graph: TargetGraph;
  readonly #own: OwnModules;
  readonly #modules: PythonModules;
  /** By the name of the manifest and the imported name. */
  readonly #meanings = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #from = new Map<string, ReadonlySet<string>>();

  constructor(tree: UsableTree, own: OwnModules, modules: readonly string[]) {
    this.tree = tree;
    this.#own = own;
    this.#modules = new PythonModules(tree.packages, modules);
    this.#graph = tree.graph;
  }

  #meaning(manifest: string, name: string): readonly string[] {
    const known = this.#meanings.get(manifest) ?? this.#importedFrom(manifest);
    this.#meanings.set(manifest, known);
    return known.get(name) ?? [];
  }

  #importedFrom(manifest: string): ReadonlyMap<string, readonly string[]> {
    const targets = new Map<string, readonly string[]>();
    for (const one of this.tree.packages) {
      if (fileNameOf(one.manifest) !== manifest) continue;
      const name = importedName(one);
      const others = targets.get(name) ?? [];
      if (!others.includes(one.name)) targets.set(name, [...others, one.name]);
    }
    return targets;
  }

  /** All that a target reaches by declared dependencies. */
  from(target: string): ReadonlySet<string> {
    const known = this.#from.get(target);
    if (known !== undefined) return known;
    const reached = new Set<string>([target]);
    for (const one of reached) for (const next of this.#graph.get(one) ?? []) reached.add(next);
    this.#from.set(target, reached);
    return reached;
  }

  meantBy(specifier: string, path: string): readonly string[] {
    if (isRelative(specifier)) {
      const place = placeOf(specifier, path);
      return place === null || place === "" ? [] : this.tree.ownersOf(`${place}/`);
    }
    if (GO.test(path)) return this.#goModule(specifier);
    if (isPython(path)) return this.#pythonProjects(specifier);
    if (DART.test(path)) return this.#meaning("pubspec.yaml", specifier);
    const name = PACKAGE_NAME.exec(specifier)?.[0] ?? "";
    const named = this.#meaning("package.json", name);
    return named.length > 0 ? named : (this.tree.aliased?.(specifier, path) ?? []);
  }

  /** The owners of the files of Python that an import runs. */
  moduleTargets(specifier: string, path: string, owner: string): readonly string[] {
    if (!isPython(path) || isRelative(specifier)) return [];
    return this.#modules.runBy(specifier, owner).flatMap((file) => this.tree.ownersOf(file));
  }

  /** A new module may be what another change imports: then all projects of Python are asked for its name. */
  broughtBy(path: string, before: ReadonlySet<string>): readonly string[] {
    if (!this.#modules.bringsName(path, before)) return [];
    const projects = this.tree.packages.filter(({ importRoots }) => importRoots !== undefined);
    return [...new Set(projects.flatMap(({ name }) => this.tree.resolutionsAround(name)))];
  }

  /** Another change may add a package at this place, or with this name. */
  asked(specifier: string, path: string, owner: string): readonly string[] {
    if (isRelative(specifier)) {
      const place = placeOf(specifier, path);
      return place === null || place === "" ? [] : this.tree.resolutionsAround(null);
    }
    if (isPython(path))
      return this.#mayBeNewProject(specifier, owner) ? this.tree.resolutionsAround(owner) : [];
    const name = PACKAGE_NAME.exec(specifier)?.[0] ?? "";
    const isPackage =
      (JAVASCRIPT.test(path) || DART.test(path)) &&
      name !== "" &&
      !specifier.includes(":") &&
      (DART.test(path) || !isBuiltin(name));
    return isPackage && !this.tree.requests(owner, name) ? this.tree.resolutionsAround(owner) : [];
  }

  #pythonProjects(specifier: string): readonly string[] {
    return projectNames(specifier).flatMap((name) => this.#meaning("pyproject.toml", name));
  }

  /** Not if it is a module of Python itself, of the owner, or of a package that the manifests request. */
  #mayBeNewProject(specifier: string, owner: string): boolean {
    return (
      !isInLibrary(specifier) &&
      !this.#own.have(owner, specifier) &&
      !projectNames(specifier).some((name) => this.tree.requests(owner, name))
    );
  }

  /** The longest module path that the import begins with. */
  #goModule(specifier: string): readonly string[] {
    for (let name = specifier; name !== ""; name = directoryOf(name)) {
      const found = this.#meaning("go.mod", name);
      if (found.length > 0) return found;
    }
    return [];
  }
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith("./") || specifier.startsWith("../");
}

function placeOf(specifier: string, path: string): string | null {
  return resolved(directoryOf(path), specifier);
}
