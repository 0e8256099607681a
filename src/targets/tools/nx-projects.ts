/**
 * The projects of an Nx workspace: packages of the workspace, and folders with a `project.json`. What a plugin infers
 * from other files has no name here; a name that Nx gives and this does not know makes the source answer `ALL`.
 */
import { asTable, asTexts, tableAt, textAt } from "../sources/workspaces/json-shape.js";
import { directoryOf, joined, pathsNamed } from "../sources/workspaces/tree-paths.js";
import type { Tree } from "../tree.js";
import { nodePackages } from "./node-projects.js";
import { readPackageManifests, usedNames } from "./package-manifests.js";
import { readParsed } from "./read-texts.js";
import { parseRelaxedJson } from "./relaxed-json.js";
import { ToolProblem } from "./tool-problem.js";
import { indexProjects, type ReadProjects, type ToolProject } from "./tool-projects.js";

const PROJECT_FILE = "project.json";

interface NxSettings {
  readonly name: string | null;
  readonly implicitDependencies: readonly string[];
}

export function nxProjects(): ReadProjects {
  const readPackages = nodePackages();
  return async (tree) => {
    const packages = new Map((await readPackages(tree)).map((member) => [member.directory, member]));
    const projectFiles = pathsNamed((await tree.entries()).keys(), PROJECT_FILE);
    const settings = await readSettings(tree, projectFiles, packages.keys());
    const own = projectFiles.map(directoryOf);
    const manifests = await readPackageManifests(tree, own);
    const folders = new Set([...packages.keys(), ...own]);
    return indexProjects(
      [...folders].map((folder): ToolProject => {
        const member = packages.get(folder);
        const manifest = manifests.get(folder);
        const { ofProject, ofPackage } = settings(folder);
        const packageName = ofPackage?.name ?? member?.name ?? manifest?.name ?? null;
        return {
          name: ofProject === null ? (packageName ?? folder) : projectName(folder, ofProject, packageName),
          alias: member?.name ?? manifest?.name ?? null,
          folder,
          uses: new Set([
            ...(member?.dependsOn ?? []),
            ...usedNames(manifest),
            ...(ofProject?.implicitDependencies ?? []),
            ...(ofPackage?.implicitDependencies ?? []),
          ]),
        };
      }),
    );
  };
}

interface FolderSettings {
  readonly ofProject: NxSettings | null;
  readonly ofPackage: NxSettings | null;
}

/** From `project.json`, and from the key `nx` of `package.json`. */
async function readSettings(
  tree: Tree,
  projectFiles: readonly string[],
  packageFolders: Iterable<string>,
): Promise<(folder: string) => FolderSettings> {
  const packageFiles = new Set([
    ...[...packageFolders].map((folder) => joined(folder, "package.json")),
    ...projectFiles.map((path) => joined(directoryOf(path), "package.json")),
  ]);
  const ofProjects = await readParsed(tree, projectFiles, (text, path) => {
    const settings = asTable(parseRelaxedJson(text));
    if (settings === null) throw new ToolProblem(path, "it is no JSON object");
    return settingsIn(settings);
  });
  const ofPackages = await readParsed(tree, [...packageFiles], (text) =>
    settingsIn(tableAt(asTable(parseRelaxedJson(text)), "nx")),
  );
  return (folder) => ({
    ofProject: ofProjects.get(joined(folder, PROJECT_FILE)) ?? null,
    ofPackage: ofPackages.get(joined(folder, "package.json")) ?? null,
  });
}

function settingsIn(settings: ReadonlyMap<string, unknown>): NxSettings {
  return {
    name: textAt(settings, "name"),
    implicitDependencies: asTexts(settings.get("implicitDependencies")) ?? [],
  };
}

/** Versions of Nx differ in what a project without a name of its own is called where a package is beside it. */
function projectName(folder: string, { name }: NxSettings, packageName: string | null): string {
  const folderName = folder.slice(folder.lastIndexOf("/") + 1).toLowerCase();
  if (name !== null) return name;
  if (packageName === null || packageName === folderName) return folderName;
  throw new ToolProblem(
    joined(folder, PROJECT_FILE),
    "it has no `name`, and beside it is a package with another name than the folder",
    "Give it a `name`.",
  );
}
