/** The projects of one tree under the names that a tool has for them, and which of them a file belongs to. */
import type { TargetGraph } from "../graph.js";
import type { Tree } from "../tree.js";
import { ToolProblem } from "./tool-problem.js";

export interface ToolProject {
  readonly name: string;
  /** What else leads to it where others name what they use, such as the name of its package; null for nothing. */
  readonly alias: string | null;
  /** From the root of the repository, without a final `/`; empty for the root itself. */
  readonly folder: string;
  /** Names and aliases of projects; other names may be among them. */
  readonly uses: ReadonlySet<string>;
}

export interface ToolProjects {
  readonly graph: TargetGraph;
  readonly nameByFolder: ReadonlyMap<string, string>;
  readonly namesByAlias: ReadonlyMap<string, readonly string[]>;
}

/** Throws `ToolProblem` or `UnreadableManifest`. */
export type ReadProjects = (tree: Tree) => Promise<ToolProjects>;

/** Throws `ToolProblem` where two have one name, since nobody could tell them apart. */
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
  return { graph, nameByFolder, namesByAlias };
}

/** The project of the nearest folder around the path; null where there is none but the root, which owns nothing. */
export function ownerOf(path: string, { nameByFolder }: ToolProjects): string | null {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const name = nameByFolder.get(path.slice(0, end));
    if (name !== undefined) return name;
  }
  return null;
}
