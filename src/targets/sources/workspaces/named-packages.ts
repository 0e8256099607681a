/**
 * Workspaces of ecosystems with one kind of manifest, where packages request each other by name or by path: Python,
 * Composer, Dart and Mix.
 */
import type { Tree } from "../../tree.js";
import { directoryOf, joined, resolved } from "../../tree-paths.js";
import {
  isTestMaterial,
  type Outsider,
  type Package,
  packageOf,
  type Reading,
  readTogether,
  type Workspace,
  withInnerPackages,
} from "./ecosystem.js";
import { hiddenIn, refuseBehindLinks, refuseHidden } from "./hidden-members.js";
import type { Members } from "./member-patterns.js";
import { type Parsed, valueOf } from "./parsed-files.js";

export interface NamedManifest {
  /** Null for a manifest that only lists members. */
  readonly name: string | null;
  /** Names of packages, as other manifests name themselves. */
  readonly requests: ReadonlySet<string>;
  /** Other names under which it may be requested. */
  readonly aliases?: ReadonlySet<string>;
  /** Relative to the manifest. */
  readonly paths: readonly string[];
  /** It may use every package of the repository. */
  readonly isOpen?: boolean;
  /** Where its modules of Python are, relative to the manifest. */
  readonly importRoots?: Package["importRoots"];
}

export interface NamedRoot {
  readonly root: string;
  readonly members: Members;
  /** What the package at the root owns besides its own folders; the path is relative to the root. */
  readonly claims: (path: string) => boolean;
}

export interface NamedPackages<Manifest extends NamedManifest> {
  readonly tree: Tree;
  readonly fileName: string;
  readonly manifests: ReadonlyMap<string, Parsed<Manifest>>;
  readonly roots: readonly NamedRoot[];
  /** The first of these files in a root names its resolution. */
  readonly lockFiles: readonly string[];
  /** What the package at the root of the repository owns if it is in no workspace. */
  readonly ownsAtRoot: (path: string, manifest: Manifest) => boolean;
}

interface Member<Manifest> {
  readonly directory: string;
  readonly manifest: Manifest;
}

interface Found<Manifest> extends Omit<NamedRoot, "members"> {
  readonly found: readonly Member<Manifest>[];
}

/** Members of the roots, and each other package as a workspace with that package alone. */
export async function readNamedPackages<Manifest extends NamedManifest>(
  given: NamedPackages<Manifest>,
): Promise<Reading> {
  const { tree, fileName, manifests } = given;
  const entries = await tree.entries();
  const listed: Found<Manifest>[] = [];
  for (const root of given.roots) listed.push(await membersOf(root, given));
  const known = new Set(
    listed.flatMap(({ root, found }) => [root, ...found.map(({ directory }) => directory)]),
  );
  const alone: Found<Manifest>[] = [];
  const outsiders: Outsider[] = [];
  for (const [path, parsed] of manifests) {
    const directory = directoryOf(path);
    if (known.has(directory)) continue;
    if (isTestMaterial(path) || (parsed.kind === "unreadable" && path !== fileName)) {
      if (parsed.kind === "read") outsiders.push(outsider(path, parsed.value));
      continue;
    }
    const manifest = valueOf(parsed, path);
    if (manifest.name === null && directory === "") continue;
    const claims = (file: string) => directory !== "" || given.ownsAtRoot(file, manifest);
    alone.push({ root: directory, claims, found: [{ directory, manifest }] });
  }
  const all = [...listed, ...alone];
  const names = namesIn(all.flatMap(({ found }) => found));
  const packages = new Map<string, Package>(
    withInnerPackages(all.flatMap(({ found }) => found.map((one) => packageFrom(one, fileName, names)))).map(
      (one) => [one.manifest, one],
    ),
  );
  const workspaces = all.map(({ root, claims, found }): Workspace => {
    const resolution = [...given.lockFiles, fileName]
      .map((name) => joined(root, name))
      .find((path) => entries.has(path));
    const own = found.flatMap(({ directory }) => packages.get(joined(directory, fileName)) ?? []);
    return {
      root,
      packages: own,
      claims,
      resolution: resolution ?? joined(root, fileName),
      overridden: new Set(),
    };
  });
  return { workspaces, outsiders };
}

async function membersOf<Manifest extends NamedManifest>(
  { root, members, claims }: NamedRoot,
  { tree, fileName, manifests }: NamedPackages<Manifest>,
): Promise<Found<Manifest>> {
  const entries = await tree.entries();
  const path = joined(root, fileName);
  const found: Member<Manifest>[] = [];
  readTogether(manifests, ([other, parsed]) => {
    const directory = directoryOf(other);
    if (directory !== root && !members.has(root, directory)) return;
    const manifest = valueOf(parsed, other);
    if (directory !== root || manifest.name !== null) found.push({ directory, manifest });
  });
  const directories = found.map(({ directory }) => directory);
  refuseBehindLinks(entries, directories, path);
  const hidden = hiddenIn(entries).filter((entry) => members.mayHold(root, entry.path));
  await refuseHidden(tree, hidden, { fileName, members: new Set(directories) });
  return { root, claims, found };
}

function nameOf({ directory, manifest }: Member<NamedManifest>): string {
  return manifest.name ?? directory;
}

/** By each name under which packages may be requested: their own names. */
type Names = ReadonlyMap<string, ReadonlySet<string>>;

function namesIn(members: readonly Member<NamedManifest>[]): Names {
  const names = new Map<string, Set<string>>();
  for (const member of members) {
    const own = nameOf(member);
    for (const one of [own, ...(member.manifest.aliases ?? [])])
      names.set(one, (names.get(one) ?? new Set()).add(own));
  }
  return names;
}

function packageFrom(member: Member<NamedManifest>, fileName: string, names: Names): Package {
  const { directory, manifest } = member;
  const name = nameOf(member);
  const requested = manifest.isOpen === true ? [...names.keys()] : [...manifest.requests];
  const dependsOn = new Set(requested.flatMap((one) => [...(names.get(one) ?? [])]));
  dependsOn.delete(name);
  const external = new Set([...manifest.requests].filter((one) => !names.has(one)));
  const path = joined(directory, fileName);
  return packageOf({
    name,
    directory,
    manifest: path,
    dependsOn,
    external,
    places: placesOf(path, manifest),
    ...(manifest.importRoots !== undefined && { importRoots: rootsOf(directory, manifest.importRoots) }),
  });
}

function rootsOf(directory: string, roots: NonNullable<Package["importRoots"]>) {
  return roots.flatMap((root) => {
    const place = resolved(directory, root.directory);
    return place === null ? [] : [{ ...root, directory: place }];
  });
}

function placesOf(path: string, { paths }: NamedManifest): ReadonlySet<string> {
  return new Set(paths.flatMap((one) => resolved(directoryOf(path), one) ?? []));
}

function outsider(path: string, manifest: NamedManifest): Outsider {
  return { manifest: path, code: path, places: placesOf(path, manifest), names: new Set() };
}
