/** Ecosystems that are loaded only for a repository with one of their files, each in a separate part of the bundle. */
import { loadYaml } from "../../parse-yaml.js";
import type { Tree } from "../../tree.js";
import { fileNamesIn } from "../../tree-paths.js";
import type { Ecosystem } from "./ecosystem.js";
import { loadToml } from "./parse-toml.js";

interface LazyEcosystem {
  /** Matches the name of a file in each repository that it may read something of. */
  readonly files: RegExp;
  /** What its parsers need. */
  readonly prepare?: () => Promise<void>;
  readonly load: () => Promise<() => Ecosystem>;
}

export const LAZY_ECOSYSTEMS: Readonly<Record<string, LazyEcosystem>> = {
  cargo: {
    files: /^Cargo\.toml$/,
    prepare: loadToml,
    load: async () => (await import("./cargo/cargo-workspaces.js")).cargoEcosystem,
  },
  go: {
    files: /^go\.(?:mod|work)$/,
    load: async () => (await import("./go/go-modules.js")).goEcosystem,
  },
  maven: {
    files: /^pom\.xml$/,
    load: async () => (await import("./maven/maven-modules.js")).mavenEcosystem,
  },
  gradle: {
    files: /^(?:settings|build)\.gradle(?:\.kts)?$/,
    prepare: loadToml,
    load: async () => (await import("./gradle/gradle-builds.js")).gradleEcosystem,
  },
  python: {
    files: /^pyproject\.toml$/,
    prepare: loadToml,
    load: async () => (await import("./python/python-projects.js")).pythonEcosystem,
  },
  dotnet: {
    files: /\.(?:cs|fs|vb)proj$/,
    load: async () => (await import("./dotnet/dotnet-projects.js")).dotnetEcosystem,
  },
  composer: {
    files: /^composer\.json$/,
    load: async () => (await import("./composer/composer-packages.js")).composerEcosystem,
  },
  dart: {
    files: /^pubspec\.yaml$/,
    prepare: loadYaml,
    load: async () => (await import("./dart/dart-packages.js")).dartEcosystem,
  },
  mix: {
    files: /^mix\.exs$/,
    load: async () => (await import("./mix/mix-projects.js")).mixEcosystem,
  },
};

/** By name, filled as trees need them. */
export type LoadedEcosystems = Map<string, Promise<Ecosystem>>;

/** Stands for one without a file in the tree. */
const ABSENT: Ecosystem = {
  lockfiles: new Map(),
  rootManifests: new Map(),
  read: () => Promise.resolve({ workspaces: [], outsiders: [] }),
};

/** All, each in the same place for every tree: a tree with more of them has no other packages in the rest. */
export function lazyEcosystemsOf(tree: Tree, loaded: LoadedEcosystems): readonly Promise<Ecosystem>[] {
  const names = fileNamesIn(tree);
  return Object.entries(LAZY_ECOSYSTEMS).map(async ([name, lazy]) => {
    if (!(await names).some((file) => lazy.files.test(file))) return ABSENT;
    const known = loaded.get(name) ?? loadedFrom(lazy);
    loaded.set(name, known);
    return known;
  });
}

async function loadedFrom({ prepare, load }: LazyEcosystem): Promise<Ecosystem> {
  const [ecosystem] = await Promise.all([load(), prepare?.()]);
  return ecosystem();
}
