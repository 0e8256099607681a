/** The projects of one tree under the names that a tool uses, and the owner of each file. */
import type { TargetGraph } from "../graph.js";
import type { Tree } from "../tree.js";
import { ToolProblem } from "./tool-problem.js";

export interface ToolProject {
  readonly name: string;
  /** Another name that projects may use for it, such as the name of its package; null for none. */
  readonly alias: string | null;
  /** From the root of the repository, without a final `/`; empty for the root itself. */
  readonly folder: string;
  /** Names and aliases of projects; may contain other names. */
  readonly uses: ReadonlySet<string>;
}

export interface ToolProjects {
  readonly graph: TargetGraph;
  readonly nameByFolder: ReadonlyMap<string, string>;
  readonly namesByAlias: ReadonlyMap<string, readonly string[]>;
  /** By project: the names it uses that no project has. */
  readonly missing: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Throws `ToolProblem` or `UnreadableManifest`. */
export type ReadProjects = (tree: Tree) => Promise<ToolProjects>;

/** Throws `ToolProblem` when two projects have the same name. */
export function indexProjects(projects: readonly ToolProject[]): ToolProjects {
  const nameByFolder = new Map(projects.map(({ name, folder }) => [folder, name]));
  const names = new Set<string>();
  const namesByAlias = new Map<string, string[]>();
  for (const { name, alias, folder } of projects) {
    if (names.has(name)) {
      throw new ToolProblem(
        folder === "" ? "." : folder,
        `another project is named ${JSON.stringify(name)} too`,
      );
    }
    names.add(name);
    if (alias !== null) namesByAlias.set(alias, [...(namesByAlias.get(alias) ?? []), name]);
  }
  const graph = new Map(
    projects.map(({ name, uses }): [string, ReadonlySet<string>] => {
      const resolved = [...uses].flatMap((used) => [used, ...(namesByAlias.get(used) ?? [])]);
      return [name, new Set(resolved.filter((used) => names.has(used) && used !== name))];
    }),
  );
  const isKnown = (used: string) => names.has(used) || namesByAlias.has(used);
  const missing = new Map(
    projects.map(({ name, uses }) => [name, new Set([...uses].filter((used) => !isKnown(used)))] as const),
  );
  return { graph, nameByFolder, namesByAlias, missing };
}

/** The project of the nearest folder around the path; null when only the root is around it, which owns nothing. */
export function ownerOf(path: string, { nameByFolder }: ToolProjects): string | null {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const name = nameByFolder.get(path.slice(0, end));
    if (name !== undefined) return name;
  }
  return null;
}

/** By path; a path that the tree does not have is left out. Throws `ToolProblem` for what cannot be parsed. */
export async function readParsed<Value>(
  tree: Tree,
  paths: readonly string[],
  parse: (text: string, path: string) => Value,
): Promise<ReadonlyMap<string, Value>> {
  const contents = await tree.read(paths);
  return new Map([...contents].map(([path, bytes]) => [path, parse(textOf(bytes, path), path)]));
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ToolProblem(path, "it is not UTF-8 text");
  }
}
