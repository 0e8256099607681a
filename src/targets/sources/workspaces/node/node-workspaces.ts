/** Workspaces of npm, yarn, pnpm and bun: which `package.json` files are members, and the dependencies of each. */
import { posix } from "node:path";
import { loadYaml } from "../../../parse-yaml.js";
import { directoryOf, hasNamed, joined, nearest, pathsNamed, resolved } from "../../../tree-paths.js";
import {
  type Ecosystem,
  isTestMaterial,
  type Outsider,
  type Package,
  readEach,
  readTogether,
  type Workspace,
} from "../ecosystem.js";
import { hiddenIn, refuseHidden } from "../hidden-members.js";
import { type Members, memberTest, reachTest } from "../member-patterns.js";
import { type Parsed, ParsedFiles, valueOf } from "../parsed-files.js";
import { readBunLock } from "./bun-lock.js";
import { LinkedMemberReader, type LinkedMembers } from "./linked-members.js";
import { type Dependency, type NodeManifest, parseNodeManifest } from "./node-manifest.js";
import {
  compareNodeRoot,
  comparePnpmWorkspace,
  type PnpmWorkspace,
  parsePnpmWorkspace,
} from "./node-root.js";
import { readPackageLock } from "./package-lock.js";
import { readPnpmLock } from "./pnpm-lock.js";
import { TaskEdgeReader, type TaskEdges } from "./task-edges.js";
import { readYarnLock } from "./yarn-lock.js";

const MANIFEST = "package.json";
const PNPM_WORKSPACE = "pnpm-workspace.yaml";
/** The first of these files that is in the root names the workspace's resolution target. */
const LOCKFILES = [
  "pnpm-lock.yaml",
  "yarn.lock",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "bun.lock",
  "bun.lockb",
];
/** Files in YAML. */
const WITH_YAML = [PNPM_WORKSPACE, "pnpm-lock.yaml", "yarn.lock"];
/** A range that points to a directory, no matter which directories are members of the workspace. */
const PATH_RANGE = /^(?:(?:file|link|portal|workspace):)?(\.{1,2}(?:\/.*)?)$|^(?:file|link|portal):(.+)$/s;
/** A range that names another package than its key. */
const ALIAS_RANGE = /^(?:npm|workspace):((?:@[^/@]+\/)?[^/@]+)@/;

/** It has neither the form of a path nor that of an alias; most ranges are like this. */
function isVersion(range: string): boolean {
  return !range.startsWith(".") && !range.includes(":");
}

type Manifests = ReadonlyMap<string, Parsed<NodeManifest>>;

export function nodeEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseNodeManifest);
  const pnpmWorkspaces = new ParsedFiles(parsePnpmWorkspace);
  const linkedMembers = new LinkedMemberReader();
  const taskEdges = new TaskEdgeReader();
  return {
    lockfiles: new Map([
      ["package-lock.json", readPackageLock],
      ["npm-shrinkwrap.json", readPackageLock],
      ["pnpm-lock.yaml", readPnpmLock],
      ["yarn.lock", readYarnLock],
      ["bun.lock", readBunLock],
    ]),
    rootManifests: new Map([
      [MANIFEST, compareNodeRoot],
      [PNPM_WORKSPACE, comparePnpmWorkspace],
    ]),
    async read(tree) {
      const entries = await tree.entries();
      const yaml = WITH_YAML.some((name) => hasNamed(entries, name)) ? loadYaml() : null;
      // One process of git reads both.
      const [byPath, pnpm] = await Promise.all([
        manifests.read(tree, pathsNamed(entries, MANIFEST)),
        pnpmWorkspaces.read(tree, pathsNamed(entries, PNPM_WORKSPACE), yaml),
      ]);
      const hidden = hiddenIn(entries);
      const roots = rootsIn(byPath, pnpm);
      const found = await readEach(roots, async (root) => {
        const members = readMembers(root, byPath, pnpm);
        const candidates = hidden.filter(({ path }) => members.pattern.mayHold(root, path));
        const directories = new Set(members.manifests.keys());
        await refuseHidden(tree, candidates, { fileName: MANIFEST, members: directories });
        return members;
      });
      const everywhere = {
        names: new Set(found.flatMap(({ names }) => [...names.values()])),
        nested: nestedIn(found),
        linked: await byRoot(found, async (members) =>
          linkedMembers.read(tree, { ...members, ...settlingOf(members, entries) }),
        ),
        tasks: await byRoot(found, async (members) => taskEdges.read(tree, members)),
      };
      const known = new Set(found.flatMap(({ manifests: members }) => [...members.keys()]));
      return {
        workspaces: found.map((members) => workspaceOf(members, everywhere, entries)),
        outsiders: [...byPath].flatMap(([path, parsed]) =>
          parsed.kind === "unreadable" || known.has(directoryOf(path)) ? [] : [outsider(path, parsed.value)],
        ),
        alone:
          roots.length === 0 && byPath.has(MANIFEST)
            ? workspaceOf(readMembers("", byPath, pnpm), everywhere, entries)
            : undefined,
      };
    },
  };
}

async function byRoot<Read>(
  found: readonly ReadMembers[],
  read: (members: ReadMembers) => Promise<Read>,
): Promise<ReadonlyMap<string, Read>> {
  return new Map(
    await Promise.all(found.map(async (members) => [members.root, await read(members)] as const)),
  );
}

/** An unreadable manifest counts as a root only at the root of the repository, where the tools look first. Test data has none. */
function rootsIn(manifests: Manifests, pnpm: ReadonlyMap<string, Parsed<PnpmWorkspace>>): readonly string[] {
  const roots = new Set(
    [...pnpm].filter(([path]) => manifests.has(besides(path))).map(([path]) => directoryOf(path)),
  );
  for (const [path, parsed] of manifests) {
    const isRoot = parsed.kind === "read" ? parsed.value.workspaces !== null : path === MANIFEST;
    if (isRoot) roots.add(directoryOf(path));
  }
  return [...roots].filter((root) => !isTestMaterial(joined(root, MANIFEST)));
}

function besides(path: string): string {
  return joined(directoryOf(path), MANIFEST);
}

interface ReadMembers {
  readonly root: string;
  readonly pattern: Members;
  /** By directory. */
  readonly manifests: ReadonlyMap<string, NodeManifest>;
  /** By directory. */
  readonly names: ReadonlyMap<string, string>;
  readonly overrides: readonly Dependency[];
}

function readMembers(
  root: string,
  manifests: Manifests,
  pnpm: ReadonlyMap<string, Parsed<PnpmWorkspace>>,
): ReadMembers {
  const manifestPath = joined(root, MANIFEST);
  const manifest = readManifest(manifests, manifestPath);
  const pnpmPath = joined(root, PNPM_WORKSPACE);
  const parsedPnpm = pnpm.get(pnpmPath);
  const ofPnpm = parsedPnpm === undefined ? null : valueOf(parsedPnpm, pnpmPath);
  const pattern =
    ofPnpm === null
      ? memberTest(manifest?.workspaces ?? [], manifestPath, { exclusionsAreFinal: false })
      : memberTest(ofPnpm.patterns ?? [], pnpmPath, { exclusionsAreFinal: true });
  const directories = new Map<string, NodeManifest>();
  const names = new Map<string, string>();
  readTogether(manifests.keys(), (path) => {
    const directory = directoryOf(path);
    if (directory !== root && !pattern.has(root, directory)) return;
    const member = readManifest(manifests, path);
    if (member === null) return;
    directories.set(directory, member);
    names.set(directory, member.name ?? (directory || "."));
  });
  const overrides = [...(manifest?.overrides ?? []), ...(ofPnpm?.overrides ?? [])];
  return { root, pattern, manifests: directories, names, overrides };
}

/** Facts from all workspaces of the tree. */
interface Everywhere {
  readonly names: ReadonlySet<string>;
  readonly nested: Nested;
  /** By the root: members in the place of packages from a registry; null when their users are unknown. */
  readonly linked: ReadonlyMap<string, LinkedMembers | null>;
  /** By the root. */
  readonly tasks: ReadonlyMap<string, TaskEdges>;
}

/**
 * By directory of a member: the names of the members directly inside it, whose files are also files of the outer one.
 */
type Nested = ReadonlyMap<string, ReadonlySet<string>>;

/** The package at a workspace's root counts as containing no member, or any two members would share a target. */
function nestedIn(found: readonly ReadMembers[]): Nested {
  const around = new Map<string, string>();
  for (const { root, names } of found)
    for (const directory of names.keys())
      if (directory !== root && directory !== "") around.set(directory, directory);
  const nested = new Map<string, Set<string>>();
  for (const { names } of found) {
    for (const [directory, name] of names) {
      const outer = directory === "" ? null : nearest(around, directoryOf(directory));
      if (outer !== null) nested.set(outer, (nested.get(outer) ?? new Set()).add(name));
    }
  }
  return nested;
}

function workspaceOf(
  members: ReadMembers,
  everywhere: Everywhere,
  paths: ReadonlyMap<string, unknown>,
): Workspace {
  const { root } = members;
  const packages = packagesOf(members, everywhere);
  return { root, packages, claims: null, ...settlingOf(members, paths) };
}

function settlingOf(
  { root, overrides }: ReadMembers,
  paths: ReadonlyMap<string, unknown>,
): Pick<Workspace, "resolution" | "overridden"> {
  return {
    resolution:
      LOCKFILES.map((name) => joined(root, name)).find((path) => paths.has(path)) ?? joined(root, MANIFEST),
    overridden: new Set(overrides.flatMap(({ name }) => namesWithin(name))),
  };
}

/** `a/@scope/b@npm:^1` replaces `@scope/b` in `a`: every part that may be a name counts. */
function namesWithin(key: string): readonly string[] {
  return [...key.matchAll(/(?:@[\w.-]+\/)?[\w.-]+/g)].map(([name]) => name);
}

/** Only its dependencies by path are certainly from here; it gets names from a registry. */
function outsider(path: string, { dependencies, overrides }: NodeManifest): Outsider {
  return {
    manifest: path,
    code: path,
    places: placesOf([...dependencies, ...overrides], directoryOf(path)),
    names: new Set(),
  };
}

function placesOf(dependencies: readonly Dependency[], directory: string): ReadonlySet<string> {
  return new Set(dependencies.flatMap(({ range }) => placeOf(range, directory) ?? []));
}

function placeOf(range: string, directory: string): string | null {
  if (isVersion(range)) return null;
  const [, dotted, schemed] = PATH_RANGE.exec(range) ?? [];
  const path = dotted ?? schemed;
  return path === undefined ? null : resolved(directory, path);
}

function readManifest(manifests: Manifests, path: string): NodeManifest | null {
  const parsed = manifests.get(path);
  return parsed === undefined ? null : valueOf(parsed, path);
}

interface Known {
  readonly root: string;
  /** By directory. */
  readonly names: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();
const NO_REQUESTS: ReadonlyMap<string, ReadonlySet<string>> = new Map();

/** A requested name may be linked from another workspace. */
function packagesOf(
  { manifests, names, root, overrides }: ReadMembers,
  everywhere: Everywhere,
): readonly Package[] {
  const here = { root, names, known: new Set(names.values()) };
  const anywhere = { ...here, known: everywhere.names };
  const forAll = overrides.flatMap(({ range }) => targetsOfRange(range, root, anywhere));
  const replacing = overrides.flatMap(({ name, range }) =>
    range.startsWith("workspace:") ? namesWithin(name).filter((one) => anywhere.known.has(one)) : [],
  );
  const placesForAll = placesOf(overrides, root);
  const knownForAll = forAll.filter((one) => anywhere.known.has(one));
  return [...manifests].map(([directory, { dependencies, files }]) => {
    const name = names.get(directory) ?? directory;
    const dependsOn = new Set(knownForAll);
    for (const one of everywhere.nested.get(directory) ?? NO_NAMES) dependsOn.add(one);
    for (const one of everywhere.tasks.get(root)?.get(directory) ?? NO_NAMES) dependsOn.add(one);
    const linked = everywhere.linked.get(root)?.get(directory);
    for (const place of linked ?? NO_NAMES) dependsOn.add(names.get(place) ?? place);
    if (linked === undefined) for (const one of replacing) dependsOn.add(one);
    if (directory === root) for (const member of reachedBy(files, here)) dependsOn.add(member);
    const external = new Set<string>();
    const places = new Set(placesForAll);
    for (const dependency of dependencies) {
      const { name: requested, range } = dependency;
      // A repository may have many thousands, and nearly all of them are like this.
      const isPlain = isVersion(range);
      if (anywhere.known.has(requested)) dependsOn.add(requested);
      if (!isPlain) for (const target of targetsOfRange(range, directory, anywhere)) dependsOn.add(target);
      const isHere =
        here.known.has(requested) || (!isPlain && targetsOfRange(range, directory, here).length > 0);
      if (!isHere) external.add(`${requested}@${range}`);
      const place = isPlain ? null : placeOf(range, directory);
      if (place !== null) places.add(place);
    }
    dependsOn.delete(name);
    const manifest = joined(directory, MANIFEST);
    return { name, directory, manifest, dependsOn, external, places, builds: NO_REQUESTS, shares: "" };
  });
}

/** The members whose files belong to the package at the root, according to its `files`. */
function reachedBy(files: readonly string[], { root, names }: Known): readonly string[] {
  if (files.length === 0) return [];
  const reaches = reachTest(files);
  return [...names].flatMap(([directory, name]) =>
    directory !== root && reaches(posix.relative(root, directory)) ? [name] : [],
  );
}

/** Packages that a range may mean. Versions are not compared: too many targets are safer than too few. */
function targetsOfRange(range: string, directory: string, known: Known): readonly string[] {
  if (isVersion(range)) return [];
  const [, alias] = ALIAS_RANGE.exec(range) ?? [];
  const place = placeOf(range, directory);
  const target = place === null ? null : packageAround(place, known);
  return [alias !== undefined && known.known.has(alias) ? alias : null, target].filter((one) => one !== null);
}

/** A path into a package points to that package, but a path elsewhere in the workspace does not point to its root. */
function packageAround(place: string, { root, names }: Known): string | null {
  for (let here = place; here !== root && here !== ""; here = directoryOf(here)) {
    const name = names.get(here);
    if (name !== undefined) return name;
  }
  return place === root ? (names.get(root) ?? null) : null;
}
