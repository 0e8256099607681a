/** Cargo workspaces: members by pattern and by path, and what each crate depends on. */
import { type CargoManifest, type CrateDependency, parseCargoManifest } from "./cargo-manifest.js";
import { type Ecosystem, readEach, UnreadableManifest, type Workspace } from "./ecosystem.js";
import { memberTest } from "./member-patterns.js";
import { type Parsed, ParsedFiles, valueOf } from "./parsed-files.js";
import { directoryOf, joined, pathsNamed, resolved } from "./tree-paths.js";

const MANIFEST = "Cargo.toml";
/** Where Cargo itself looks for the code of a package; a workspace's root may hold other things too. */
const OWN_FOLDERS = /^(?:src|tests|benches|examples)\/|^build\.rs$/;

type Manifests = ReadonlyMap<string, Parsed<CargoManifest>>;
/** By directory. */
type Crates = ReadonlyMap<string, CargoManifest>;

export function cargoEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseCargoManifest);
  return {
    // Cargo.lock is not told apart: one that changes concerns all.
    lockfiles: new Map(),
    async read(tree) {
      const byPath = await manifests.read(tree, pathsNamed((await tree.entries()).keys(), MANIFEST));
      const roots = [...byPath].flatMap(([path, parsed]) =>
        path === MANIFEST || (parsed.kind === "read" && parsed.value.workspace !== null)
          ? [directoryOf(path)]
          : [],
      );
      return readEach(roots, (root) => readWorkspace(root, byPath));
    },
  };
}

function readWorkspace(root: string, manifests: Manifests): Workspace {
  const rootManifest = manifestAt(root, manifests);
  const crates = cratesOf(root, rootManifest, manifests);
  const isAlone = root !== "" && (rootManifest.workspace?.members ?? []).length === 0;
  return {
    root,
    packages: packagesOf(root, rootManifest, crates),
    claims: (path) => isAlone || OWN_FOLDERS.test(path),
    resolution: joined(root, MANIFEST),
  };
}

function manifestAt(directory: string, manifests: Manifests): CargoManifest {
  const path = joined(directory, MANIFEST);
  const parsed = manifests.get(path);
  if (parsed === undefined) throw new UnreadableManifest(path, "it is missing");
  return valueOf(parsed, path);
}

/** The root's package, members by pattern, and whatever any of them depends on by path. */
function cratesOf(root: string, rootManifest: CargoManifest, manifests: Manifests): Crates {
  const { members, exclude } = rootManifest.workspace ?? { members: [], exclude: [] };
  const path = joined(root, MANIFEST);
  const isMember = memberTest(members, path, { exclusionsAreFinal: true });
  const named = new Set(members.map((member) => resolved(root, member)));
  const isExcluded = (directory: string) =>
    !named.has(directory) && exclude.some((one) => isInside(directory, resolved(root, one)));
  const waiting = [...manifests.keys()]
    .map(directoryOf)
    .filter((directory) => directory !== root && isMember(root, directory) && !isExcluded(directory));
  const crates = new Map<string, CargoManifest>();
  const known = new Set([root, ...waiting]);
  waiting.push(root);
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const manifest = manifestAt(directory, manifests);
    if (manifest.name !== null) crates.set(directory, manifest);
    for (const place of pathsFrom(directory, manifest, root, rootManifest)) {
      if (known.has(place) || !manifests.has(joined(place, MANIFEST))) continue;
      known.add(place);
      waiting.push(place);
    }
  }
  return crates;
}

function pathsFrom(
  directory: string,
  { dependencies, patches, workspace }: CargoManifest,
  root: string,
  rootManifest: CargoManifest,
): readonly string[] {
  const all = [...dependencies, ...patches, ...(workspace?.dependencies.values() ?? [])];
  return all.flatMap((dependency) => placeOf(dependency, directory, root, rootManifest) ?? []);
}

/** The directory a dependency leads to; null where it leads out of the repository. */
function placeOf(
  { path, inherits }: CrateDependency,
  directory: string,
  root: string,
  { workspace }: CargoManifest,
): string | null {
  if (path !== null) return resolved(directory, path);
  const inherited = inherits === null ? null : (workspace?.dependencies.get(inherits)?.path ?? null);
  return inherited === null ? null : resolved(root, inherited);
}

function packagesOf(root: string, rootManifest: CargoManifest, crates: Crates): Workspace["packages"] {
  const names = new Set([...crates.values()].flatMap(({ name }) => name ?? []));
  const targetsOf = (directory: string, dependency: CrateDependency) => {
    const place = placeOf(dependency, directory, root, rootManifest);
    const byPath = place === null ? null : (crates.get(place)?.name ?? null);
    const inherited = rootManifest.workspace?.dependencies.get(dependency.inherits ?? "")?.crate;
    return [byPath, dependency.crate, inherited].flatMap((one) =>
      typeof one === "string" && names.has(one) ? one : [],
    );
  };
  const forEverybody = rootManifest.patches.flatMap((patch) => targetsOf(root, patch));
  return [...crates].flatMap(([directory, { name, dependencies }]) => {
    if (name === null) return [];
    const dependsOn = new Set<string>();
    const external = new Set<string>();
    for (const target of forEverybody) dependsOn.add(target);
    for (const dependency of dependencies) {
      const targets = targetsOf(directory, dependency);
      for (const target of targets) dependsOn.add(target);
      const place = placeOf(dependency, directory, root, rootManifest);
      if (place !== null && targets.length === 0) external.add(place);
    }
    dependsOn.delete(name);
    return [{ name, directory, manifest: joined(directory, MANIFEST), dependsOn, external }];
  });
}

function isInside(directory: string, outer: string | null): boolean {
  return directory === outer || directory.startsWith(`${outer}/`);
}
