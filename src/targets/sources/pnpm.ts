/** Changed packages of a pnpm workspace and their dependents, as filtered by `pnpm list`. */

import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { parseJson } from "../parse-json.js";
import { nodeProjects } from "../tools/node-projects.js";
import { itemsIn, namesAt, requireMajor } from "../tools/tool-problem.js";
import { type Tool, ToolSource } from "../tools/tool-source.js";
import { textAt } from "./workspaces/parsed-files.js";

const NAME = "pnpm";
const OLDEST_MAJOR = 8;
const NEWEST_MAJOR = 12;
/** From this version on, an empty result is an empty list instead of no output. */
const LISTS_NONE = 10;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install the pnpm version of the repository first, for example with pnpm/action-setup.",
  marks: ["pnpm-workspace.yaml"],
  environment: () => ({}),
  projects: () => nodeProjects(),
  async ask(pnpm, { base, head }, { checkout }) {
    const version = await pnpm.version();
    requireMajor(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
    const filter = `...[${base}...${head}]`;
    const { output } = await pnpm.run({
      arguments: ["--filter", filter, "list", "--json", "--depth", "-1"],
    });
    if (output.trim() === "" && version.major < LISTS_NONE) return [];
    const items = itemsIn(parseJson(output), NAME);
    const folders = namesAt(items, "path", NAME);
    const root = await realpath(checkout);
    return items.map((item, index) => textAt(item, "name") || folderName(root, folders[index] ?? root));
  },
};

export const pnpm = new ToolSource(TOOL);

/** The listed name of a package without a name. */
function folderName(root: string, folder: string): string {
  return relative(root, folder).split(sep).join("/") || ".";
}
