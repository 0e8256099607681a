/** Packages that Lerna lists as changed since the base, with their dependents. */
import { parseJson } from "../parse-json.js";
import { nodeProjects } from "../tools/node-projects.js";
import { itemsIn, namesAt, requireMajor } from "../tools/tool-problem.js";
import { type Tool, ToolSource } from "../tools/tool-source.js";
import { nxEnvironment } from "./nx.js";

const NAME = "lerna";
const OLDEST_MAJOR = 5;
const NEWEST_MAJOR = 9;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install the packages of the repository first, for example with `npm ci`.",
  marks: ["lerna.json"],
  // Lerna asks Nx for the graph.
  environment: nxEnvironment,
  projects: () => nodeProjects(),
  async ask(lerna, { base }) {
    requireMajor(NAME, await lerna.version(), OLDEST_MAJOR, NEWEST_MAJOR);
    // Without `--all`, Lerna leaves out private packages.
    const { output } = await lerna.run({
      arguments: ["ls", "--since", base, "--all", "--json", "--loglevel", "error"],
    });
    return namesAt(itemsIn(parseJson(output), NAME), "name", NAME);
  },
};

export const lerna = new ToolSource(TOOL);
