/** Maven modules: what the outermost `pom.xml` lists, and who names whom. */
import { type Ecosystem, type Package, readEach, type Workspace } from "./ecosystem.js";
import { type MavenManifest, type MavenReference, parseMavenManifest } from "./maven-manifest.js";
import { type Parsed, ParsedFiles, valueOf } from "./parsed-files.js";
import { directoryOf, fileNameOf, joined, pathsNamed, resolved } from "./tree-paths.js";

const MANIFEST = "pom.xml";
/** The code of the module at the root; other folders there may be read by all. */
const OWN_FOLDER = /^src\//;

type Manifests = ReadonlyMap<string, Parsed<MavenManifest>>;

export function mavenEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseMavenManifest);
  return {
    lockfiles: new Map(),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = new Map(await manifests.read(tree, pathsNamed(entries.keys(), MANIFEST)));
      // A module may be listed by a file of another name.
      const others = [...byPath].flatMap(([path, parsed]) =>
        parsed.kind === "read" ? filesListed(path, parsed.value) : [],
      );
      for (const [path, parsed] of await manifests.read(tree, others)) byPath.set(path, parsed);
      return readEach(rootsIn(byPath), (root) => readWorkspace(root, byPath));
    },
  };
}

function filesListed(path: string, { modules }: MavenManifest): readonly string[] {
  const listed = modules.flatMap((module) => resolved(directoryOf(path), module) ?? []);
  return listed.filter((place) => place.endsWith(".xml"));
}

/** Those that list modules and are listed by nobody. */
function rootsIn(manifests: Manifests): readonly string[] {
  const listed = new Set<string>();
  for (const [path, parsed] of manifests) {
    if (parsed.kind === "read") for (const place of modulePaths(path, parsed.value)) listed.add(place);
  }
  return [...manifests].flatMap(([path, parsed]) => {
    if (fileNameOf(path) !== MANIFEST || listed.has(path)) return path === MANIFEST ? [""] : [];
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

function readWorkspace(root: string, manifests: Manifests): Workspace {
  const modules = new Map<string, MavenManifest>();
  const waiting = [joined(root, MANIFEST)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const parsed = manifests.get(path);
    if (parsed === undefined || modules.has(path)) continue;
    const manifest = valueOf(parsed, path);
    modules.set(path, manifest);
    waiting.push(...modulePaths(path, manifest));
  }
  return {
    root,
    packages: packagesOf(modules),
    claims: (path) => OWN_FOLDER.test(path),
    resolution: joined(root, MANIFEST),
  };
}

function packagesOf(modules: ReadonlyMap<string, MavenManifest>): readonly Package[] {
  const places = new Map<string, string[]>();
  for (const [path, { artifact }] of modules) {
    places.set(shapeOf(artifact), [...(places.get(shapeOf(artifact)) ?? []), path]);
  }
  const shapes = [...places.keys()].filter((shape) => shape.includes(ANYTHING));
  return [...modules].map(([path, manifest]) => {
    const name = nameOf(manifest);
    const dependsOn = new Set<string>();
    const external = new Set<string>();
    for (const reference of manifest.references) {
      const found = modulesMeant(reference, places, shapes).flatMap((place) => modules.get(place) ?? []);
      const targets = found.filter((one) => isSameGroup(reference, one)).map(nameOf);
      for (const target of targets) if (target !== name) dependsOn.add(target);
      if (targets.length === 0) external.add(`${reference.group ?? ""}:${reference.artifact}`);
    }
    return { name, directory: directoryOf(path), manifest: path, dependsOn, external };
  });
}

function nameOf({ group, artifact }: MavenManifest): string {
  return group === null ? artifact : `${group}:${artifact}`;
}

/** Stands for what only Maven can fill in. */
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

/** Whether two names may be the same one: compared up to the first place that is open, and from the last one on. */
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
