/** Workspaces of npm, yarn, pnpm and bun: which `package.json` files are members, and what each depends on. */
import { parseYaml, YamlError } from "../../parse-yaml.js";
import { type Ecosystem, type Package, readEach, type Workspace } from "./ecosystem.js";
import { asTable, asTexts } from "./json-shape.js";
import { memberTest } from "./member-patterns.js";
import { type Dependency, type NodeManifest, parseNodeManifest } from "./node-manifest.js";
import { readPackageLock } from "./package-lock.js";
import { ManifestProblem, type Parsed, ParsedFiles, valueOf } from "./parsed-files.js";
import { readPnpmLock } from "./pnpm-lock.js";
import { directoryOf, joined, pathsNamed, resolved } from "./tree-paths.js";
import { readYarnLock } from "./yarn-lock.js";

const MANIFEST = "package.json";
const PNPM_WORKSPACE = "pnpm-workspace.yaml";
/** The first that is there names what resolves the workspace's dependencies. */
const LOCKFILES = [
  "pnpm-lock.yaml",
  "yarn.lock",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "bun.lock",
  "bun.lockb",
];
/** A range that leads to a directory, wherever the workspace says that packages are. */
const PATH_RANGE = /^(?:(?:file|link|portal|workspace):)?(\.{1,2}(?:\/.*)?)$|^(?:file|link|portal):(.+)$/s;
/** A range that names another package than the one it stands at. */
const ALIAS_RANGE = /^(?:npm|workspace):((?:@[^/@]+\/)?[^/@]+)@/;

type Manifests = ReadonlyMap<string, Parsed<NodeManifest>>;

interface PnpmWorkspace {
  readonly patterns: readonly string[] | null;
  readonly overrides: readonly Dependency[];
}

export function nodeEcosystem(): Ecosystem {
  const manifests = new ParsedFiles(parseNodeManifest);
  const pnpmWorkspaces = new ParsedFiles(parsePnpmWorkspace);
  return {
    lockfiles: new Map([
      ["package-lock.json", readPackageLock],
      ["npm-shrinkwrap.json", readPackageLock],
      ["pnpm-lock.yaml", readPnpmLock],
      ["yarn.lock", readYarnLock],
    ]),
    async read(tree) {
      const entries = await tree.entries();
      const byPath = await manifests.read(tree, pathsNamed(entries.keys(), MANIFEST));
      const pnpm = await pnpmWorkspaces.read(tree, pathsNamed(entries.keys(), PNPM_WORKSPACE));
      return readEach(rootsIn(byPath, pnpm), (root) => readWorkspace(root, byPath, pnpm, entries));
    },
  };
}

/** A manifest that cannot be read is taken for a root only where the tools would look first. */
function rootsIn(manifests: Manifests, pnpm: ReadonlyMap<string, Parsed<PnpmWorkspace>>): readonly string[] {
  const roots = new Set(
    [...pnpm].filter(([path]) => manifests.has(besides(path))).map(([path]) => directoryOf(path)),
  );
  for (const [path, parsed] of manifests) {
    const isRoot = parsed.kind === "read" ? parsed.value.workspaces !== null : path === MANIFEST;
    if (isRoot) roots.add(directoryOf(path));
  }
  return [...roots];
}

function besides(path: string): string {
  return joined(directoryOf(path), MANIFEST);
}

function readWorkspace(
  root: string,
  manifests: Manifests,
  pnpm: ReadonlyMap<string, Parsed<PnpmWorkspace>>,
  paths: ReadonlyMap<string, unknown>,
): Workspace {
  const manifestPath = joined(root, MANIFEST);
  const manifest = readManifest(manifests, manifestPath);
  const pnpmPath = joined(root, PNPM_WORKSPACE);
  const parsedPnpm = pnpm.get(pnpmPath);
  const ofPnpm = parsedPnpm === undefined ? null : valueOf(parsedPnpm, pnpmPath);
  const isMember =
    ofPnpm === null
      ? memberTest(manifest?.workspaces ?? [], manifestPath, { exclusionsAreFinal: false })
      : memberTest(ofPnpm.patterns ?? [], pnpmPath, { exclusionsAreFinal: true });
  const directories = new Map<string, NodeManifest>();
  for (const path of manifests.keys()) {
    const directory = directoryOf(path);
    if (directory !== root && !isMember(root, directory)) continue;
    const member = readManifest(manifests, path);
    if (member !== null) directories.set(directory, member);
  }
  const overrides = [...(manifest?.overrides ?? []), ...(ofPnpm?.overrides ?? [])];
  return {
    root,
    packages: packagesOf(directories, root, overrides),
    claims: () => false,
    resolution: LOCKFILES.map((name) => joined(root, name)).find((path) => paths.has(path)) ?? manifestPath,
  };
}

function readManifest(manifests: Manifests, path: string): NodeManifest | null {
  const parsed = manifests.get(path);
  return parsed === undefined ? null : valueOf(parsed, path);
}

interface Members {
  readonly root: string;
  /** By directory. */
  readonly names: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
}

function packagesOf(
  manifests: ReadonlyMap<string, NodeManifest>,
  root: string,
  overrides: readonly Dependency[],
): readonly Package[] {
  const names = new Map(
    [...manifests].map(([directory, { name }]) => [directory, name ?? (directory || ".")]),
  );
  const members = { root, names, known: new Set(names.values()) };
  const forEverybody = overrides.flatMap((override) => targetsOfRange(override.range, root, members));
  return [...manifests].map(([directory, manifest]) => {
    const name = names.get(directory) ?? directory;
    const dependsOn = new Set(forEverybody);
    const external = new Set<string>();
    for (const dependency of manifest.dependencies) {
      const targets = targetsOf(dependency, directory, members);
      for (const target of targets) dependsOn.add(target);
      if (targets.length === 0) external.add(`${dependency.name}@${dependency.range}`);
    }
    dependsOn.delete(name);
    return { name, directory, manifest: joined(directory, MANIFEST), dependsOn, external };
  });
}

/** Whatever in the workspace a dependency may lead to: versions are not compared, so rather too many than too few. */
function targetsOf({ name, range }: Dependency, directory: string, members: Members): readonly string[] {
  const byRange = targetsOfRange(range, directory, members);
  return members.known.has(name) ? [name, ...byRange] : byRange;
}

function targetsOfRange(range: string, directory: string, members: Members): readonly string[] {
  const [, alias] = ALIAS_RANGE.exec(range) ?? [];
  const [, dotted, schemed] = PATH_RANGE.exec(range) ?? [];
  const path = dotted ?? schemed;
  const place = path === undefined ? null : resolved(directory, path);
  const target = place === null ? null : packageAround(place, members);
  return [alias !== undefined && members.known.has(alias) ? alias : null, target].filter(
    (one) => one !== null,
  );
}

/** A path into a package leads to that package, but not every path in the workspace leads to its root. */
function packageAround(place: string, { root, names }: Members): string | null {
  for (let here = place; here !== root && here !== ""; here = directoryOf(here)) {
    const name = names.get(here);
    if (name !== undefined) return name;
  }
  return place === root ? (names.get(root) ?? null) : null;
}

function parsePnpmWorkspace(text: string): PnpmWorkspace {
  const settings = asTable(parsedYaml(text));
  const packages = settings?.get("packages");
  const patterns = packages === undefined || packages === null ? null : asTexts(packages);
  if (patterns === null && packages !== undefined && packages !== null) {
    throw new ManifestProblem("its `packages` are no list of patterns");
  }
  const overrides = [...(asTable(settings?.get("overrides")) ?? [])];
  return {
    patterns,
    overrides: overrides.map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" })),
  };
}

function parsedYaml(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) throw new ManifestProblem("it is no YAML");
    throw error;
  }
}
