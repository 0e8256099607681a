/** Maven modules: the modules that the outermost `pom.xml` lists, and their references to each other. */
import type { Tree } from "../../../tree.js";
import { directoryOf, fileNameOf, joined, pathsNamed, resolved } from "../../../tree-paths.js";
import {
  type CompareRoot,
  type Ecosystem,
  isWithin,
  type Outsider,
  type Package,
  readEach,
  type Workspace,
} from "../ecosystem.js";
import { hiddenIn, refuseHidden } from "../hidden-members.js";
import { ManifestProblem, type Parsed, ParsedFiles, valueOf } from "../parsed-files.js";
import { rootPackages } from "../root-changes.js";
import { childOf, parseXml, textOfChild, type XmlElement } from "./xml-text.js";

const MANIFEST = "pom.xml";
/** Projects that a test runs on. The modules around them own their files. */
const TEST_RESOURCE = /(?:^|\/)src\/(?:test|it|main)\/resources\//;
/** The code of the module at the root; any module may read other folders there. */
const OWN_FOLDER = /^src\//;

type Manifests = ReadonlyMap<string, Parsed<MavenManifest>>;
/** By path. */
type Modules = ReadonlyMap<string, MavenManifest>;

export function mavenEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseMavenManifest);
  return {
    lockfiles: new Map(),
    rootManifests: new Map([[MANIFEST, compareMavenRoot]]),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = new Map(await manifests.read(tree, pathsNamed(entries, MANIFEST)));
      // A list of modules may name a file other than `pom.xml`.
      const listed = [...byPath].flatMap(([path, parsed]) =>
        parsed.kind === "read" ? filesListed(path, parsed.value) : [],
      );
      for (const [path, parsed] of await manifests.read(tree, listed)) byPath.set(path, parsed);
      const reactors = await readEach(rootsIn(byPath), (root) => readReactor(tree, root, byPath));
      const known = new Map(reactors.flatMap(({ modules }) => [...modules]));
      const others = [...byPath].flatMap(([path, parsed]) =>
        parsed.kind === "unreadable" || known.has(path) ? [] : [[path, parsed.value] as const],
      );
      const index = new ModuleIndex(known, new Map(others));
      const inner = innerModules(reactors);
      return {
        workspaces: reactors.map((reactor) => workspaceOf(reactor, index, inner)),
        outsiders: others.map(([path, manifest]) => outsider(path, manifest, index)),
      };
    },
  };
}

/**
 * Modules that inherit from the root depend on it, and the list of modules is in the graphs. Build extensions concern every
 * module of the reactor.
 */
const compareMavenRoot: CompareRoot = (change) =>
  /<extensions>/.test(change.before + change.after) ? null : rootPackages(change);

/** A manifest that no other manifest lists; what it requests by name may still come from here. */
function outsider(path: string, manifest: MavenManifest, index: ModuleIndex): Outsider {
  const { names, places } = index.usedBy(manifest);
  places.delete(directoryOf(path));
  return { manifest: path, code: joined(directoryOf(path), "src/A"), names, places };
}

function filesListed(path: string, { modules }: MavenManifest): readonly string[] {
  const listed = modules.flatMap((module) => resolved(directoryOf(path), module) ?? []);
  return listed.filter((place) => place.endsWith(".xml"));
}

/** Manifests that list modules and that no manifest lists. */
function rootsIn(manifests: Manifests): readonly string[] {
  const listed = new Set<string>();
  for (const [path, parsed] of manifests) {
    if (parsed.kind === "read") for (const place of modulePaths(path, parsed.value)) listed.add(place);
  }
  return [...manifests].flatMap(([path, parsed]) => {
    if (fileNameOf(path) !== MANIFEST || listed.has(path)) return path === MANIFEST ? [""] : [];
    if (TEST_RESOURCE.test(path)) return [];
    const isRoot = parsed.kind === "read" ? parsed.value.modules.length > 0 : path === MANIFEST;
    return isRoot ? [directoryOf(path)] : [];
  });
}

function modulePaths(path: string, { modules }: MavenManifest): readonly string[] {
  return modules.flatMap((module) => {
    const place = resolved(directoryOf(path), module);
    if (place === null) return [];
    return place.endsWith(".xml") ? [place] : [joined(place, MANIFEST)];
  });
}

interface Reactor {
  readonly root: string;
  readonly modules: Modules;
}

async function readReactor(tree: Tree, root: string, manifests: Manifests): Promise<Reactor> {
  const modules = new Map<string, MavenManifest>();
  const waiting = [joined(root, MANIFEST)];
  const missing = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const parsed = manifests.get(path);
    if (parsed === undefined) missing.add(directoryOf(path));
    if (parsed === undefined || modules.has(path)) continue;
    const manifest = valueOf(parsed, path);
    modules.set(path, manifest);
    for (const module of modulePaths(path, manifest)) waiting.push(module);
  }
  const hidden = hiddenIn(await tree.entries()).filter(({ path }) =>
    [...missing].some((directory) => isWithin(directory, path)),
  );
  const members = new Set([...modules.keys()].map(directoryOf));
  await refuseHidden(tree, hidden, { fileName: MANIFEST, members });
  return { root, modules };
}

/** By the path of a module's manifest: the names of the modules inside its directory. */
type InnerModules = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The files of a module are also files of every module around it, because plugins and tests read folders. A module that
 * only lists others has neither. The module at the root counts as containing no other, or any two would share a target.
 */
function innerModules(reactors: readonly Reactor[]): InnerModules {
  const roots = new Set(reactors.map(({ root }) => root));
  const modules = reactors.flatMap((reactor) => [...reactor.modules]);
  const outer = new Map(
    modules.flatMap(([path, manifest]) => {
      const directory = directoryOf(path);
      return roots.has(directory) || manifest.onlyLists ? [] : [[directory, path] as const];
    }),
  );
  const inner = new Map<string, Set<string>>();
  for (const [path, manifest] of modules) {
    for (let here = directoryOf(path); here !== ""; ) {
      here = directoryOf(here);
      const around = outer.get(here);
      if (around !== undefined) inner.set(around, (inner.get(around) ?? new Set()).add(nameOf(manifest)));
    }
  }
  return inner;
}

function workspaceOf({ root, modules }: Reactor, index: ModuleIndex, inner: InnerModules): Workspace {
  return {
    root,
    packages: packagesOf(modules, index, inner),
    claims: (path) => OWN_FOLDER.test(path),
    resolution: joined(root, MANIFEST),
    overridden: new Set(),
  };
}

function packagesOf(modules: Modules, index: ModuleIndex, inner: InnerModules): readonly Package[] {
  return [...modules].map(([path, manifest]) => {
    const name = nameOf(manifest);
    const { names: dependsOn, places, external } = index.usedBy(manifest);
    for (const one of inner.get(path) ?? []) dependsOn.add(one);
    dependsOn.delete(name);
    const directory = directoryOf(path);
    return { name, directory, manifest: path, dependsOn, external, places, builds: new Map(), shares: "" };
  });
}

/** Finds manifests of the tree by name: modules of all reactors, and manifests that no reactor lists. */
class ModuleIndex {
  readonly #modules: Modules;
  readonly #others: Modules;
  readonly #places = new Map<string, string[]>();
  readonly #shapes: readonly string[];

  constructor(modules: Modules, others: Modules) {
    this.#modules = modules;
    this.#others = others;
    for (const [path, { artifact }] of [...modules, ...others]) {
      const shape = shapeOf(artifact);
      this.#places.set(shape, [...(this.#places.get(shape) ?? []), path]);
    }
    this.#shapes = [...this.#places.keys()].filter((shape) => shape.includes(ANYTHING));
  }

  usedBy({ references }: MavenManifest) {
    const names = new Set<string>();
    const places = new Set<string>();
    const external = new Set<string>();
    for (const reference of references) {
      let isHere = false;
      for (const path of modulesMeant(reference, this.#places, this.#shapes)) {
        const manifest = this.#modules.get(path) ?? this.#others.get(path);
        if (manifest === undefined || !isSameGroup(reference, manifest)) continue;
        isHere = true;
        if (this.#modules.has(path)) names.add(nameOf(manifest));
        else places.add(directoryOf(path));
      }
      if (!isHere) external.add(`${reference.group ?? ""}:${reference.artifact}`);
    }
    return { names, places, external };
  }
}

function nameOf({ group, artifact }: MavenManifest): string {
  return group === null ? artifact : `${group}:${artifact}`;
}

/** A placeholder for text that only Maven can fill in. */
const ANYTHING = "\0";

function shapeOf(name: string): string {
  return name.replace(/\$\{[^}]*\}/g, ANYTHING);
}

function modulesMeant(
  { artifact }: MavenReference,
  places: ReadonlyMap<string, readonly string[]>,
  shapes: readonly string[],
): readonly string[] {
  const shape = shapeOf(artifact);
  if (shape.includes(ANYTHING)) {
    return [...places].filter(([other]) => canMeet(shape, other)).flatMap(([, found]) => found);
  }
  const patterned = shapes
    .filter((other) => canMeet(other, shape))
    .flatMap((other) => places.get(other) ?? []);
  return [...(places.get(shape) ?? []), ...patterned];
}

/** Whether two names may be equal: compares the text before the first placeholder and the text after the last one. */
function canMeet(one: string, other: string): boolean {
  const [before = "", otherBefore = ""] = [one, other].map((name) => name.split(ANYTHING)[0]);
  const [after = "", otherAfter = ""] = [one, other].map((name) => name.split(ANYTHING).at(-1));
  const startsAlike = before.startsWith(otherBefore) || otherBefore.startsWith(before);
  return startsAlike && (after.endsWith(otherAfter) || otherAfter.endsWith(after));
}

function isSameGroup({ group }: MavenReference, manifest: MavenManifest): boolean {
  return (
    group === null ||
    manifest.group === null ||
    group === manifest.group ||
    group.includes("${") ||
    manifest.group.includes("${")
  );
}

/** Names may contain `${…}`, which only Maven can fill in. */
interface MavenReference {
  /** Null when it is inherited or left to Maven. */
  readonly group: string | null;
  readonly artifact: string;
}

interface MavenManifest {
  readonly group: string | null;
  readonly artifact: string;
  /** Directories or files, relative to the manifest. */
  readonly modules: readonly string[];
  /** It compiles and tests nothing, and runs no plugin that only its own manifest names. */
  readonly onlyLists: boolean;
  /** The parent, dependencies, plugins, extensions: everything that is named anywhere. */
  readonly references: readonly MavenReference[];
}

/** These elements name artifacts without depending on them. */
const UNRELATED_ELEMENTS: ReadonlySet<string> = new Set([
  "exclusions",
  "exclusion",
  "distributionManagement",
]);

/** Parses the parts of a `pom.xml` that define its modules and dependencies. */
function parseMavenManifest(text: string): MavenManifest {
  const project = parseXml(text);
  const artifact = textOfChild(project, "artifactId");
  if (project.name !== "project" || artifact === null) throw new ManifestProblem("it defines no project");
  const parent = childOf(project, "parent");
  const references: MavenReference[] = [];
  for (const child of project.children) collectReferences(child, references);
  return {
    group: textOfChild(project, "groupId") ?? textOfChild(parent, "groupId"),
    artifact,
    modules: modulesIn(project),
    onlyLists: textOfChild(project, "packaging") === "pom" && !hasPlugins(project),
    references,
  };
}

function hasPlugins(project: XmlElement): boolean {
  const profiles = childOf(project, "profiles")?.children ?? [];
  return [project, ...profiles].some((element) => childOf(childOf(element, "build"), "plugins") !== null);
}

function modulesIn(project: XmlElement): readonly string[] {
  const profiles = childOf(project, "profiles")?.children ?? [];
  return [project, ...profiles].flatMap((element) =>
    ["modules", "subprojects"].flatMap((name) =>
      (childOf(element, name)?.children ?? [])
        .map(({ text }) => text.trim())
        .filter((module) => module !== ""),
    ),
  );
}

function collectReferences(element: XmlElement, references: MavenReference[]): void {
  if (UNRELATED_ELEMENTS.has(element.name)) return;
  const artifact = textOfChild(element, "artifactId");
  if (artifact !== null) {
    references.push({
      group: textOfChild(element, "groupId"),
      artifact,
    });
  }
  for (const child of element.children) {
    if (element.name === "dependencyManagement") collectImports(child, references);
    else collectReferences(child, references);
  }
}

/** A managed version is not yet a dependency; an import includes everything that another manifest declares. */
function collectImports(dependencies: XmlElement, references: MavenReference[]): void {
  for (const dependency of dependencies.children) {
    if (textOfChild(dependency, "scope") === "import") collectReferences(dependency, references);
  }
}
