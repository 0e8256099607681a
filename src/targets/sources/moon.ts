/** Projects that moon reports as affected, with all their dependents. */
import type { TargetGraph } from "../graph.js";
import { parseJson } from "../parse-json.js";
import type { FoundEdges } from "../tools/found-edges.js";
import { moonProjects } from "../tools/moon-projects.js";
import { itemsIn, namesAt, requireMajor, ToolProblem, unknownShape } from "../tools/tool-problem.js";
import type { ToolProgram } from "../tools/tool-program.js";
import { type Revisions, type Tool, ToolSource } from "../tools/tool-source.js";
import { asTable, textAt } from "./workspaces/parsed-files.js";

const NAME = "moon";

const TOOL: Tool = {
  name: NAME,
  installHint: "Install moon first, for example with moonrepo/setup-toolchain or `npm ci`.",
  marks: [".moon/workspace.yml"],
  // A graph from an earlier commit in `.moon/cache` may lack an edge.
  environment: () => ({ MOON_TELEMETRY: "false", MOON_CACHE: "off" }),
  projects: () => moonProjects,
  findsEdges: true,
  edges: moonGraph,
  async ask(moon, revisions) {
    const version = await moon.version();
    requireMajor(NAME, version, 1, 2);
    return version.major === 1 ? namesFromTouched(moon, revisions) : namesFromChanged(moon, revisions);
  },
};

export const moon = new ToolSource(TOOL);

async function namesFromChanged(moon: ToolProgram, revisions: Revisions): Promise<readonly string[]> {
  const files = await changedFiles(moon, ["query", "changed-files"], revisions);
  const words = ["query", "affected", "--downstream", "deep"];
  const { output } = await moon.run({ arguments: words, input: files });
  const answer = asTable(parseJson(output));
  if (answer?.size === 0) return []; // moon's answer when nothing is affected
  const projects = asTable(answer?.get("projects"));
  if (projects === null) throw unknownShape(NAME);
  return [...projects.keys()];
}

async function namesFromTouched(moon: ToolProgram, revisions: Revisions): Promise<readonly string[]> {
  const files = await changedFiles(moon, ["query", "touched-files", "--json"], revisions);
  const words = ["query", "projects", "--affected", "--downstream", "deep", "--json"];
  const { output } = await moon.run({ arguments: words, input: files });
  return namesAt(itemsIn(asTable(parseJson(output))?.get("projects"), NAME), "id", NAME);
}

/** The changed files in the form that moon reads in the next call. */
async function changedFiles(
  moon: ToolProgram,
  words: readonly string[],
  { base, head }: Revisions,
): Promise<string> {
  const run = { arguments: [...words, "--base", base, "--head", head, "--remote"] };
  const { output } = await moon.run(run);
  const answer = asTable(parseJson(output));
  if (answer === null || !Array.isArray(answer.get("files"))) throw unknownShape(NAME);
  if (answer.get("shallow") === true) {
    throw new ToolProblem(
      NAME,
      "it reports that the history is too short to compare the two revisions",
      "Give actions/checkout `fetch-depth: 2`.",
    );
  }
  return output;
}

/** The graph of the head, in which moon infers edges from the manifests of each language. Throws `ToolProblem`. */
async function moonGraph(moon: ToolProgram): Promise<FoundEdges> {
  const { output } = await moon.run({ arguments: ["project-graph", "--json"] });
  return { graph: moonGraphIn(parseJson(output)), byFile: new Map(), aliases: new Map() };
}

/**
 * Nodes and edges as the library petgraph writes them; in moon 2 a node is the key of its project in `data`. Throws
 * `ToolProblem`.
 */
export function moonGraphIn(printed: unknown): TargetGraph {
  const answer = asTable(printed);
  const graph = asTable(answer?.get("graph"));
  const nodes = listAt(graph?.get("nodes"));
  const holes = new Set(listAt(graph?.get("node_holes") ?? []));
  const projects = asTable(answer?.get("data"));
  const names = new Map<unknown, string>();
  let index = 0;
  for (const node of nodes) {
    while (holes.has(index)) index += 1;
    const name = textAt(asTable(projects === null ? node : projects.get(String(node))), "id");
    if (name === null || name === "") throw unknownShape(NAME);
    names.set(index, name);
    index += 1;
  }
  const uses = new Map([...names.values()].map((name) => [name, new Set<string>()] as const));
  for (const edge of listAt(graph?.get("edges"))) {
    // The place of an edge that was removed.
    if (edge === null) continue;
    const [from, to] = listAt(edge);
    const used = names.get(to);
    const user = uses.get(names.get(from) ?? "");
    if (used === undefined || user === undefined) throw unknownShape(NAME);
    user.add(used);
  }
  return uses;
}

function listAt(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unknownShape(NAME);
}
