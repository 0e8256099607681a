/** Projects that Rush lists as impacted by what has changed since the base. */
import { parseJson } from "../tools/relaxed-json.js";
import { rushProjects } from "../tools/rush-projects.js";
import { itemsIn, namesAt } from "../tools/tool-output.js";
import { type Tool, ToolSource } from "../tools/tool-source.js";
import { requireMajor } from "../tools/tool-version.js";
import { asTable } from "./workspaces/json-shape.js";

const NAME = "rush";
const MAJOR = 5;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install Rush before, such as with `npm install --global @microsoft/rush`.",
  marks: ["rush.json"],
  environment: () => ({}),
  projects: () => rushProjects,
  async ask(rush, { base }) {
    requireMajor(NAME, await rush.version(["--help"], /Build Tool \d/), MAJOR, MAJOR);
    const { output } = await rush.run({ arguments: ["list", "--json", "--impacted-by", `git:${base}`] });
    // It may say first what it creates or downloads.
    const answer = parseJson(output.slice(Math.max(output.search(/^\{/m), 0)));
    return namesAt(itemsIn(asTable(answer)?.get("projects"), NAME), "name", NAME);
  },
};

export const rush = new ToolSource(TOOL);
