/** Projects that Rush lists as impacted by the changes since the base. */

import { parseJson, parseRelaxedJson } from "../parse-json.js";
import { readPackageManifests, usedNames } from "../tools/node-projects.js";
import { itemsIn, namesAt, requireMajor, ToolProblem } from "../tools/tool-problem.js";
import { indexProjects, type ReadProjects, readParsed } from "../tools/tool-projects.js";
import { type Tool, ToolSource } from "../tools/tool-source.js";
import { asTable, type Table, textAt } from "./workspaces/parsed-files.js";

const NAME = "rush";
const MAJOR = 5;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install Rush first, for example with `npm install --global @microsoft/rush`.",
  marks: ["rush.json"],
  environment: () => ({}),
  projects: () => rushProjects,
  async ask(rush, { base }) {
    requireMajor(NAME, await rush.version(["--help"], /Build Tool \d/), MAJOR, MAJOR);
    const { output } = await rush.run({ arguments: ["list", "--json", "--impacted-by", `git:${base}`] });
    // Rush may first print what it creates or downloads.
    const answer = parseJson(output.slice(Math.max(output.search(/^\{/m), 0)));
    return namesAt(itemsIn(asTable(answer)?.get("projects"), NAME), "name", NAME);
  },
};

export const rush = new ToolSource(TOOL);

const RUSH_FILE = "rush.json";

interface Listed {
  readonly name: string;
  readonly folder: string;
}

/** A tree without a `rush.json` has no projects: it is from before Rush was introduced. */
export const rushProjects: ReadProjects = async (tree) => {
  const files = await readParsed(tree, [RUSH_FILE], (text) => listedIn(parseRelaxedJson(text)));
  const listed = files.get(RUSH_FILE) ?? [];
  const manifests = await readPackageManifests(
    tree,
    listed.map(({ folder }) => folder),
  );
  return indexProjects(
    listed.map(({ name, folder }) => ({
      name,
      alias: null,
      folder,
      uses: new Set(usedNames(manifests.get(folder))),
    })),
  );
};

/** The projects that `rush.json` lists. */
function listedIn(value: unknown): readonly Listed[] {
  const projects = asTable(value)?.get("projects");
  if (!Array.isArray(projects)) throw unreadable();
  return projects.map((project: unknown) => listed(asTable(project)));
}

function listed(project: Table | null): Listed {
  const name = textAt(project, "packageName");
  const folder = textAt(project, "projectFolder");
  if (name === null || folder === null) throw unreadable();
  return { name, folder: folder.replace(/^\.\//, "").replace(/\/+$/, "") };
}

function unreadable(): ToolProblem {
  return new ToolProblem(RUSH_FILE, "its list of projects cannot be read");
}
