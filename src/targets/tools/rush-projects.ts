/** The projects that `rush.json` lists, with the dependencies that their own manifests have. */
import { asTable, type Table, textAt } from "../sources/workspaces/json-shape.js";
import { readPackageManifests, usedNames } from "./package-manifests.js";
import { readParsed } from "./read-texts.js";
import { parseRelaxedJson } from "./relaxed-json.js";
import { ToolProblem } from "./tool-problem.js";
import { indexProjects, type ReadProjects } from "./tool-projects.js";

const RUSH_FILE = "rush.json";

interface Listed {
  readonly name: string;
  readonly folder: string;
}

/** Without a `rush.json` there are no projects: a tree from before Rush was brought in. */
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
