/**
 * START HERE for sources: every built-in source of impacted targets, one line each. A source is loaded when it is used.
 * `auto` takes the first source that finds its files, so a source that covers most of a repository comes first. The
 * sources that ask tools share most of their code, so the bundle keeps them in one chunk; `list` shares its chunk with
 * the upload of a list.
 */
import type { Source, SourceMaterial } from "../source.js";

interface RegisteredSource {
  /** Describes the text after `=`; null when the source takes none. */
  readonly argument: string | null;
  readonly isForAuto: boolean;
  readonly load: (material: SourceMaterial) => Promise<Source>;
}

function source(load: RegisteredSource["load"]): RegisteredSource {
  return { argument: null, isForAuto: true, load };
}

/** The mapping of `paths` when the user names no other file. */
export const USUAL_MAPPING = ".github/impacted-targets.yml";

export const SOURCES = {
  paths: {
    argument: "file",
    isForAuto: true,
    load: async ({ argument }) => {
      const { pathsSource } = await import("./paths/paths.js");
      return pathsSource(argument ?? USUAL_MAPPING);
    },
  },
  bazel: source(async () => (await import(/* webpackChunkName: "tools" */ "./bazel.js")).bazelSource()),
  nx: source(async () => (await import(/* webpackChunkName: "tools" */ "./nx.js")).nx),
  moon: source(async () => (await import(/* webpackChunkName: "tools" */ "./moon.js")).moon),
  rush: source(async () => (await import(/* webpackChunkName: "tools" */ "./rush.js")).rush),
  workspaces: source(async () => (await import("./workspaces/workspaces.js")).workspacesSource()),
  turbo: source(async () => (await import(/* webpackChunkName: "tools" */ "./turbo.js")).turbo),
  lerna: source(async () => (await import(/* webpackChunkName: "tools" */ "./lerna.js")).lerna),
  pnpm: source(async () => (await import(/* webpackChunkName: "tools" */ "./pnpm.js")).pnpm),
  list: {
    argument: "file",
    isForAuto: false,
    load: async (given) =>
      (await import(/* webpackChunkName: "lists" */ "../list-source.js")).listSource(given),
  },
} as const satisfies Record<string, RegisteredSource>;

export type SourceName = keyof typeof SOURCES;

export function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(SOURCES, name);
}

export const SOURCE_NAMES: readonly SourceName[] = Object.keys(SOURCES).filter(isSourceName);
