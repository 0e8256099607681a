/** What Nx itself finds in the head tree: which project uses which, and where it knows, the file that says so. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TargetGraph } from "../graph.js";
import { asTable, asTexts, type Table, tableAt, textAt } from "../sources/workspaces/json-shape.js";
import type { FoundEdges, UsesByFile } from "./found-edges.js";
import { parseJson } from "./relaxed-json.js";
import { itemsIn, namesAt, unknownShape } from "./tool-output.js";
import type { ToolProgram } from "./tool-program.js";

/** Nx keeps it in the folder for its data. Its form is not promised: without it, more edges count as new. */
const FILE_MAP = "file-map.json";

/** Throws `ToolProblem`. */
export async function nxGraph(nx: ToolProgram, scratch: string): Promise<FoundEdges> {
  const path = join(scratch, "graph.json");
  await nx.run({ arguments: ["graph", `--file=${path}`] });
  const fileMap = await readJson(join(scratch, FILE_MAP));
  return {
    graph: graphIn(await readJson(path), nx.name),
    byFile: usesByFile(tableAt(tableAt(fileMap, "fileMap"), "projectFileMap")),
    aliases: new Map(
      [...tableAt(fileMap, "pathMappings")].map(([alias, places]) => [alias, asTexts(places) ?? []]),
    ),
  };
}

/** Null where there is none. */
async function readJson(path: string): Promise<Table | null> {
  try {
    return asTable(parseJson(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

function graphIn(printed: Table | null, tool: string): TargetGraph {
  const graph = asTable(printed?.get("graph"));
  const nodes = asTable(graph?.get("nodes"));
  const dependencies = asTable(graph?.get("dependencies"));
  if (nodes === null || dependencies === null) throw unknownShape(tool);
  return new Map(
    [...dependencies].map(([project, uses]) => [
      project,
      new Set(namesAt(itemsIn(uses, tool), "target", tool).filter((name) => nodes.has(name))),
    ]),
  );
}

function usesByFile(projects: Table): UsesByFile {
  return new Map(
    [...projects].map(([project, files]) => {
      const uses = (Array.isArray(files) ? files : []).map(
        (entry: unknown): [string, ReadonlySet<string>] => {
          const file = asTable(entry);
          return [textAt(file, "file") ?? "", new Set(dependenciesOf(file?.get("deps")))];
        },
      );
      return [project, new Map(uses.filter(([, used]) => used.size > 0))];
    }),
  );
}

/** Each is the name of a project, or a list of it and a kind, or of the one that uses it, it and a kind. */
function dependenciesOf(deps: unknown): readonly string[] {
  if (!Array.isArray(deps)) return [];
  return deps.flatMap((dependency: unknown) => {
    if (typeof dependency === "string") return [dependency];
    const words = asTexts(dependency) ?? [];
    return words.at(words.length === 2 ? 0 : 1) ?? [];
  });
}
