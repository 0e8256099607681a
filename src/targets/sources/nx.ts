/** Projects that Nx calls affected. */
import { nxProjects } from "../tools/nx-projects.js";
import { parseJson } from "../tools/relaxed-json.js";
import type { ToolFolders } from "../tools/tool-environment.js";
import { namesIn } from "../tools/tool-output.js";
import { ToolProblem } from "../tools/tool-problem.js";
import { type Tool, ToolSource } from "../tools/tool-source.js";
import { isAtLeast, requireMajor } from "../tools/tool-version.js";

const NAME = "nx";
const OLDEST_MAJOR = 15;
const NEWEST_MAJOR = 24;
/** Since then it knows `--json`, which older ones take for nothing, printing lines. */
const KNOWS_JSON = 16;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install the packages of the repository before, such as with `npm ci`.",
  marks: ["nx.json"],
  environment: nxEnvironment,
  projects: nxProjects,
  async ask(nx, { base, head }) {
    const version = await nx.version();
    requireMajor(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
    const { output } = await nx.run({
      arguments: ["show", "projects", "--affected", `--base=${base}`, `--head=${head}`, "--json"],
    });
    return isAtLeast(version, KNOWS_JSON) ? namesIn(parseJson(output), NAME) : lines(output);
  },
};

export const nx = new ToolSource(TOOL);

/** No process stays behind, nothing leaves the machine, and what it keeps is not kept in the checkout. */
export function nxEnvironment({ scratch }: ToolFolders): Readonly<Record<string, string>> {
  return {
    NX_DAEMON: "false",
    NX_NO_CLOUD: "true",
    NX_TUI: "false",
    NX_CACHE_DIRECTORY: scratch,
    NX_WORKSPACE_DATA_DIRECTORY: scratch,
    NX_PROJECT_GRAPH_CACHE_DIRECTORY: scratch,
  };
}

/** No name can be told from any other text, so that the names are held against those of the manifests. */
function lines(output: string): readonly string[] {
  const names = output.split(/\r?\n/).filter((line) => line !== "");
  if (names.some((name) => name.trim() !== name)) {
    throw new ToolProblem(NAME, "its output is not a list of names");
  }
  return names;
}
