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

/** Those with a file in one of the trees, in a fixed order. */
export async function lazyEcosystemsOf(trees: readonly Tree[]): Promise<readonly Ecosystem[]> {
  const paths = new Set<string>();
  for (const tree of trees) for (const path of (await tree.entries()).keys()) paths.add(path);
  const needed = Object.values(LAZY_ECOSYSTEMS).filter(({ files }) =>
    [...paths].some((path) => files.test(path)),
  );
  return Promise.all(needed.map(async ({ load }) => (await load())()));
}
