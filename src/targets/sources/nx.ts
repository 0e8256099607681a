/** Projects that Nx calls affected. */
import { nxGraph } from "../tools/nx-graph.js";
import { nxProjects } from "../tools/nx-projects.js";
import { parseJson } from "../tools/relaxed-json.js";
import type { ToolFolders } from "../tools/tool-environment.js";
import { namesIn } from "../tools/tool-output.js";
import { type Tool, ToolSource } from "../tools/tool-source.js";
import { isAtLeast, requireMajor } from "../tools/tool-version.js";
import { asTable } from "./workspaces/json-shape.js";

const NAME = "nx";
const OLDEST_MAJOR = 15;
const NEWEST_MAJOR = 24;
/** Before, `show projects` knows nothing of `--affected`, and lists them all. */
const SHOWS_AFFECTED = 16;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install the packages of the repository before, such as with `npm ci`.",
  marks: ["nx.json"],
  environment: nxEnvironment,
  projects: nxProjects,
  findsEdges: true,
  edges: (nx, { scratch }) => nxGraph(nx, scratch),
  async ask(nx, { base, head }) {
    const version = await nx.version();
    requireMajor(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
    const range = [`--base=${base}`, `--head=${head}`];
    if (!isAtLeast(version, SHOWS_AFFECTED)) {
      const { output } = await nx.run({ arguments: ["print-affected", ...range] });
      return namesIn(asTable(parseJson(output))?.get("projects"), NAME);
    }
    const { output } = await nx.run({ arguments: ["show", "projects", "--affected", ...range, "--json"] });
    return namesIn(parseJson(output), NAME);
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
