/** Cargo workspaces: members by pattern and by path, and the dependencies of each crate. */

import { directoryOf, joined, pathsNamed, resolved } from "../../../tree-paths.js";
import {
  type Ecosystem,
  isWithin,
  type Outsider,
  readEach,
  UnreadableManifest,
  type Workspace,
} from "../ecosystem.js";
import { hiddenIn, refuseHidden } from "../hidden-members.js";
import { type Members, memberTest } from "../member-patterns.js";
import { type Parsed, ParsedFiles, valueOf } from "../parsed-files.js";
import { type CargoLock, parseCargoLock, readCargoLock } from "./cargo-lock.js";
import { type CargoManifest, type CrateDependency, parseCargoManifest } from "./cargo-manifest.js";
import { compareCargoRoot, patchUse } from "./cargo-root.js";
import { innerCrates, parseRustPaths } from "./inner-crates.js";

const MANIFEST = "Cargo.toml";
const LOCK = "Cargo.lock";
/** Where Cargo looks for a package's code; a workspace's root may contain other things, too. */
const OWN_FOLDERS = /^(?:src|tests|benches|examples)\/|^build\.rs$/;

type Manifests = ReadonlyMap<string, Parsed<CargoManifest>>;
/** By directory. */
type Crates = ReadonlyMap<string, CargoManifest>;

export function cargoEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseCargoManifest);
  const locks = new ParsedFiles(parseCargoLock);
  const sources = new ParsedFiles(parseRustPaths);
  return {
    lockfiles: new Map([[LOCK, readCargoLock]]),
    rootManifests: new Map([[MANIFEST, compareCargoRoot]]),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = await manifests.read(tree, pathsNamed(entries, MANIFEST));
      const hidden = hiddenIn(entries);
      const roots = [...byPath].flatMap(([path, parsed]) =>
        path === MANIFEST || (parsed.kind === "read" && parsed.value.workspace !== null)
          ? [directoryOf(path)]
          : [],
      );
      const readRoot = async (root: string) => {
        const read = readCrates(root, byPath);
        const candidates = hidden.filter(({ path }) => read.members.mayHold(root, path));
        await refuseHidden(tree, candidates, { fileName: MANIFEST, members: new Set(read.crates.keys()) });
        return read;
      };
      const found = [...(await readEach(roots, readRoot))];
      for (let alone = usedAlone(found, byPath); alone.length > 0; alone = usedAlone(found, byPath)) {
        for (const root of alone) found.push(readCrates(root, byPath));
      }
      const lockPaths = found.map(({ root }) => joined(root, LOCK));
      const lockByPath = await locks.read(tree, lockPaths);
      const everywhere = new Set(
        found.flatMap(({ crates }) => [...crates.values()].flatMap(({ name }) => name ?? [])),
      );
      const known = new Set(found.flatMap(({ root, crates }) => [root, ...crates.keys()]));
      const all = new Map(found.flatMap(({ crates }) => [...crates]));
      const inner = await innerCrates(tree, all, sources);
      return {
        workspaces: found.map((read) => {
          const lock = lockByPath.get(joined(read.root, LOCK));
          return workspaceOf(read, { everywhere, inner, lock: lock?.kind === "read" ? lock.value : null });
        }),
        outsiders: [...byPath].flatMap(([path, parsed]) =>
          parsed.kind === "unreadable" || known.has(directoryOf(path)) ? [] : [outsider(path, parsed.value)],
        ),
      };
    },
  };
}

/** A crate that belongs to no workspace. */
function outsider(path: string, manifest: CargoManifest): Outsider {
  const directory = directoryOf(path);
  return {
    manifest: path,
    code: joined(directory, "src/lib.rs"),
    places: new Set(pathsFrom(directory, manifest, directory, manifest)),
    names: new Set(),
  };
}

interface ReadCrates {
  readonly root: string;
  readonly rootManifest: CargoManifest;
  readonly members: Members;
  readonly crates: Crates;
}

/** Crates without a workspace that another one depends on by path: each is a separate workspace. */
function usedAlone(found: readonly ReadCrates[], manifests: Manifests): readonly string[] {
  const known = new Set(found.flatMap(({ root, crates }) => [root, ...crates.keys()]));
  const used = found.flatMap(({ root, rootManifest, crates }) =>
    [...crates].flatMap(([directory, crate]) => pathsFrom(directory, crate, root, rootManifest)),
  );
  const isCrate = (place: string) => {
    const parsed = manifests.get(joined(place, MANIFEST));
    return parsed?.kind === "read" && parsed.value.name !== null;
  };
  return [...new Set(used)].filter((place) => !known.has(place) && isCrate(place));
}

interface Surroundings {
  /** The names of all crates, since a patch may point to another workspace. */
  readonly everywhere: ReadonlySet<string>;
  /** By the directory of a crate: those of the crates inside it that it uses. */
  readonly inner: ReadonlyMap<string, ReadonlySet<string>>;
  readonly lock: CargoLock | null;
}

function workspaceOf(read: ReadCrates, around: Surroundings): Workspace {
  const { root, rootManifest } = read;
  const isAlone = root !== "" && (rootManifest.workspace?.members ?? []).length === 0;
  return {
    root,
    packages: packagesOf(read, around),
    claims: (path) => isAlone || OWN_FOLDERS.test(path),
    resolution: joined(root, MANIFEST),
    overridden: new Set(),
  };
}

function manifestAt(directory: string, manifests: Manifests): CargoManifest {
  const path = joined(directory, MANIFEST);
  const parsed = manifests.get(path);
  if (parsed === undefined) throw new UnreadableManifest(path, "it is missing");
  return valueOf(parsed, path);
}

/**
 * The root's package, members by pattern, and the crates in its directory that any of them depends on by path. Like
 * Cargo, it leaves out excluded ones, and crates elsewhere that do not name this root.
 */
function readCrates(root: string, manifests: Manifests): ReadCrates {
  const rootManifest = manifestAt(root, manifests);
  const { members, exclude } = rootManifest.workspace ?? { members: [], exclude: [] };
  const path = joined(root, MANIFEST);
  const patterns = memberTest(members, path, { exclusionsAreFinal: true });
  const named = new Set(members.map((member) => resolved(root, member)));
  const isExcluded = (directory: string) =>
    !named.has(directory) &&
    exclude.some((one) => {
      const outer = resolved(root, one);
      return outer !== null && isWithin(directory, outer);
    });
  const waiting = [...manifests.keys()]
    .map(directoryOf)
    .filter((directory) => directory !== root && patterns.has(root, directory) && !isExcluded(directory));
  const isMember = (place: string) => {
    const parsed = manifests.get(joined(place, MANIFEST));
    if (parsed === undefined || isExcluded(place)) return false;
    const own = parsed.kind === "read" ? parsed.value : null;
    if (own !== null && own.workspace !== null) return false;
    const named = own?.rootElsewhere ?? null;
    return named === null ? isWithin(place, root) : resolved(place, named) === root;
  };
  const crates = new Map<string, CargoManifest>();
  const known = new Set([root, ...waiting]);
  waiting.push(root);
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const manifest = manifestAt(directory, manifests);
    if (manifest.name !== null) crates.set(directory, manifest);
    for (const place of pathsFrom(directory, manifest, root, rootManifest)) {
      if (known.has(place) || !isMember(place)) continue;
      known.add(place);
      waiting.push(place);
    }
  }
  const isOpen = (directory: string) => !isExcluded(directory);
  const mayHold: Members["mayHold"] = (from, directory) =>
    isOpen(directory) && patterns.mayHold(from, directory);
  return { root, rootManifest, members: { ...patterns, mayHold }, crates };
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

/** The directory that a dependency points to; null when it is outside the repository. */
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

function packagesOf(
  { root, rootManifest, crates }: ReadCrates,
  { everywhere, inner, lock }: Surroundings,
): Workspace["packages"] {
  const inherited = ({ inherits }: CrateDependency) =>
    inherits === null ? null : (rootManifest.workspace?.dependencies.get(inherits) ?? null);
  const targetsOf = (directory: string, dependency: CrateDependency) => {
    const place = placeOf(dependency, directory, root, rootManifest);
    const byPath = place === null ? null : (crates.get(place)?.name ?? null);
    return [byPath, dependency.crate, inherited(dependency)?.crate].flatMap((one) =>
      typeof one === "string" && everywhere.has(one) ? one : [],
    );
  };
  const byName = new Map(
    [...crates].map(([directory, manifest]) => [manifest.name, { directory, manifest }]),
  );
  const around = { targetsOf, inherited, crate: (name: string) => byName.get(name) ?? null };
  const usesPatched = patchUse(rootManifest, lock);
  return [...crates].flatMap(([directory, crate]) => {
    const { name, dependencies } = crate;
    if (name === null) return [];
    const patches = rootManifest.patches.filter((patch) => usesPatched(crate, patch));
    const dependsOn = new Set(patches.flatMap((patch) => targetsOf(root, patch)));
    const external = new Set<string>();
    const places = new Set(patches.flatMap((patch) => placeOf(patch, root, root, rootManifest) ?? []));
    for (const place of inner.get(directory) ?? []) places.add(place);
    for (const dependency of dependencies) {
      const targets = targetsOf(directory, dependency);
      for (const target of targets) dependsOn.add(target);
      const place = placeOf(dependency, directory, root, rootManifest);
      if (place !== null) places.add(place);
      if (place !== null && targets.length === 0) external.add(place);
    }
    dependsOn.delete(name);
    const manifest = joined(directory, MANIFEST);
    const { builds, shares } = featureRequests(directory, crate, around);
    const inherits = new Set(dependencies.flatMap((dependency) => dependency.inherits ?? []));
    return [{ name, directory, manifest, dependsOn, external, places, builds, shares, inherits }];
  });
}

interface FeatureRequests {
  /** By the name of a crate in the repository. Equal requests have equal texts. */
  readonly builds: ReadonlyMap<string, ReadonlySet<string>>;
  /** Requests to external crates; it is unknown here which other crates use these. */
  readonly shares: string;
}

/** Finds the repository's crates that a dependency may mean, and a crate by its name. */
interface CratesAround {
  targetsOf(directory: string, dependency: CrateDependency): readonly string[];
  inherited(dependency: CrateDependency): CrateDependency | null;
  crate(name: string): { readonly directory: string; readonly manifest: CargoManifest } | null;
}

/**
 * The features that a crate requests in others. Cargo unites features, so every user of the same crate gets it built
 * with them, and Cargo.lock does not record it. A feature may enable features of further crates.
 */
function featureRequests(directory: string, manifest: CargoManifest, around: CratesAround): FeatureRequests {
  const requests = new Requests(around);
  for (const dependency of manifest.dependencies) {
    requests.ask(directory, dependency, featuresOf(dependency, around), dependency.terms);
  }
  for (const feature of manifest.features.keys())
    requests.switchOn(directory, manifest, feature, `switched by ${directory}`);
  return requests.answer();
}

function featuresOf(dependency: CrateDependency, around: CratesAround): readonly string[] {
  const root = around.inherited(dependency);
  return root === null ? dependency.features : [...dependency.features, ...root.features];
}

class Requests {
  readonly #around: CratesAround;
  readonly #builds = new Map<string, Set<string>>();
  readonly #outside = new Set<string>();
  readonly #switched = new Set<string>();

  constructor(around: CratesAround) {
    this.#around = around;
  }

  answer(): FeatureRequests {
    return { builds: this.#builds, shares: [...this.#outside].sort().join("\n") };
  }

  ask(directory: string, dependency: CrateDependency, features: readonly string[], terms: string): void {
    const targets = this.#around.targetsOf(directory, dependency);
    if (targets.length === 0)
      for (const feature of features) this.#outside.add(`${dependency.crate} ${terms}: ${feature}`);
    for (const name of targets) {
      const asked = this.#builds.get(name) ?? new Set();
      // A dependency without any feature uses the crate, too.
      this.#builds.set(name, asked.add(terms));
      const crate = this.#around.crate(name);
      for (const feature of features) {
        asked.add(`${terms}: ${feature}`);
        if (crate !== null) this.switchOn(crate.directory, crate.manifest, feature, terms);
      }
    }
  }

  /** Follows `other`, `dep:key`, `key/feature` and `key?/feature`. */
  switchOn(directory: string, manifest: CargoManifest, feature: string, terms: string): void {
    const key = `${directory}\n${terms}\n${feature}`;
    if (this.#switched.has(key)) return;
    this.#switched.add(key);
    for (const entry of manifest.features.get(feature) ?? [`dep:${feature}`]) {
      const [, dependency = "", wanted] = /^(?:dep:)?([^/?]*)(?:\??\/(.*))?$/s.exec(entry) ?? [];
      if (wanted === undefined && !entry.startsWith("dep:") && manifest.features.has(dependency)) {
        this.switchOn(directory, manifest, dependency, terms);
        continue;
      }
      for (const one of manifest.dependencies.filter(({ key: name }) => name === dependency)) {
        const asked = featuresOf(one, this.#around);
        this.ask(directory, one, wanted === undefined ? asked : [...asked, wanted], terms);
      }
    }
  }
}
