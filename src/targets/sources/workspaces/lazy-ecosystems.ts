/** Ecosystems that are loaded only for a repository with one of their files, each in a separate part of the bundle. */
import type { Tree } from "../../tree.js";
import type { Ecosystem } from "./ecosystem.js";

interface LazyEcosystem {
  /** Matches the path of each file that it may read, and maybe others. */
  readonly files: RegExp;
  readonly load: () => Promise<() => Ecosystem>;
}

export const LAZY_ECOSYSTEMS: Readonly<Record<string, LazyEcosystem>> = {
  gradle: {
    files: /(?:^|\/)(?:settings|build)\.gradle(?:\.kts)?$/,
    load: async () => (await import("./gradle/gradle-builds.js")).gradleEcosystem,
  },
  python: {
    files: /(?:^|\/)pyproject\.toml$/,
    load: async () => (await import("./python/python-projects.js")).pythonEcosystem,
  },
  dotnet: {
    files: /\.(?:cs|fs|vb)proj$/,
    load: async () => (await import("./dotnet/dotnet-projects.js")).dotnetEcosystem,
  },
  composer: {
    files: /(?:^|\/)composer\.json$/,
    load: async () => (await import("./composer/composer-packages.js")).composerEcosystem,
  },
  dart: {
    files: /(?:^|\/)pubspec\.yaml$/,
    load: async () => (await import("./dart/dart-packages.js")).dartEcosystem,
  },
  mix: {
    files: /(?:^|\/)mix\.exs$/,
    load: async () => (await import("./mix/mix-projects.js")).mixEcosystem,
  },
};

/** By name, filled as trees need them. */
export type LoadedEcosystems = Map<string, Promise<Ecosystem>>;

/** Those with a file in the tree, in a fixed order. */
export async function lazyEcosystemsOf(tree: Tree, loaded: LoadedEcosystems): Promise<readonly Ecosystem[]> {
  const paths = [...(await tree.entries()).keys()];
  const needed = Object.entries(LAZY_ECOSYSTEMS).filter(([, { files }]) =>
    paths.some((path) => files.test(path)),
  );
  return Promise.all(
    needed.map(async ([name, { load }]) => {
      const known = loaded.get(name) ?? load().then((ecosystem) => ecosystem());
      loaded.set(name, known);
      return known;
    }),
  );
}
