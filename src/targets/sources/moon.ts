/** Projects that moon reports as affected, with all their dependents. */
import { parseJson } from "../parse-json.js";
import { moonProjects } from "../tools/moon-projects.js";
import { itemsIn, namesAt, requireMajor, ToolProblem, unknownShape } from "../tools/tool-problem.js";
import type { ToolProgram } from "../tools/tool-program.js";
import { type Revisions, type Tool, ToolSource } from "../tools/tool-source.js";
import { asTable } from "./workspaces/parsed-files.js";

const NAME = "moon";

const TOOL: Tool = {
  name: NAME,
  installHint: "Install moon first, for example with moonrepo/setup-toolchain or `npm ci`.",
  marks: [".moon/workspace.yml"],
  environment: () => ({ MOON_TELEMETRY: "false" }),
  projects: () => moonProjects,
  findsEdges: true,
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
