/** Projects that Nx reports as affected. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TargetGraph } from "../graph.js";
import { parseJson, parseRelaxedJson } from "../parse-json.js";
import type { FoundEdges, UsesByFile } from "../tools/found-edges.js";
import { nodePackages, readPackageManifests, usedNames } from "../tools/node-projects.js";
import type { ToolFolders } from "../tools/tool-environment.js";
import {
  isAtLeast,
  itemsIn,
  namesAt,
  namesIn,
  requireMajor,
  ToolProblem,
  unknownShape,
} from "../tools/tool-problem.js";
import type { ToolProgram } from "../tools/tool-program.js";
import { indexProjects, type ReadProjects, readParsed, type ToolProject } from "../tools/tool-projects.js";
import { type Tool, ToolSource } from "../tools/tool-source.js";
import type { Tree } from "../tree.js";
import { directoryOf, joined, pathsNamed } from "../tree-paths.js";
import { asTable, asTexts, type Table, tableAt, textAt, textsIn } from "./workspaces/parsed-files.js";

/** Nx keeps this file in its data folder. Its form is not documented; without the file, more edges count as new. */
const FILE_MAP = "file-map.json";

/** Throws `ToolProblem`. */
async function nxGraph(nx: ToolProgram, scratch: string): Promise<FoundEdges> {
  const path = join(scratch, "graph.json");
  await nx.run({ arguments: ["graph", `--file=${path}`] });
  const fileMap = await readJson(join(scratch, FILE_MAP));
  return {
    graph: graphIn(await readJson(path), nx.name),
    byFile: usesByFile(tableAt(tableAt(fileMap, "fileMap"), "projectFileMap")),
    aliases: new Map(
      [...tableAt(fileMap, "pathMappings")].map(([alias, places]) => [alias, asTexts(places) ?? []]),
    ),
  };
}

/** Null when the file is missing or unreadable. */
async function readJson(path: string): Promise<Table | null> {
  try {
    return asTable(parseJson(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

function graphIn(printed: Table | null, tool: string): TargetGraph {
  const graph = asTable(printed?.get("graph"));
  const nodes = asTable(graph?.get("nodes"));
  const dependencies = asTable(graph?.get("dependencies"));
  if (nodes === null || dependencies === null) throw unknownShape(tool);
  return new Map(
    [...dependencies].map(([project, uses]) => [
      project,
      new Set(namesAt(itemsIn(uses, tool), "target", tool).filter((name) => nodes.has(name))),
    ]),
  );
}

function usesByFile(projects: Table): UsesByFile {
  return new Map(
    [...projects].map(([project, files]) => {
      const uses = (Array.isArray(files) ? files : []).map(
        (entry: unknown): [string, ReadonlySet<string>] => {
          const file = asTable(entry);
          return [textAt(file, "file") ?? "", new Set(dependenciesOf(file?.get("deps")))];
        },
      );
      return [project, new Map(uses.filter(([, used]) => used.size > 0))];
    }),
  );
}

/**
 * Each is the name of a project; or a list of that name and a kind; or a list of the dependent project, the name and a
 * kind.
 */
function dependenciesOf(deps: unknown): readonly string[] {
  if (!Array.isArray(deps)) return [];
  return deps.flatMap((dependency: unknown) => {
    if (typeof dependency === "string") return [dependency];
    const words = asTexts(dependency) ?? [];
    return words.at(words.length === 2 ? 0 : 1) ?? [];
  });
}

const NAME = "nx";
const OLDEST_MAJOR = 15;
const NEWEST_MAJOR = 24;
/** Older versions ignore `--affected` in `show projects` and list all projects. */
const SHOWS_AFFECTED = 16;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install the packages of the repository first, for example with `npm ci`.",
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

/** No process is left behind, nothing leaves the machine, and no data is stored in the checkout. */
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

const PROJECT_FILE = "project.json";

interface NxSettings {
  readonly name: string | null;
  readonly implicitDependencies: readonly string[];
}

/**
 * The projects of an Nx workspace: packages of the workspace, and folders with a `project.json`. A project that a
 * plugin infers from other files is unknown here; when Nx names an unknown project, the source answers `ALL`.
 */
export function nxProjects(): ReadProjects {
  const readPackages = nodePackages();
  return async (tree) => {
    const packages = new Map((await readPackages(tree)).map((member) => [member.directory, member]));
    const projectFiles = pathsNamed(await tree.entries(), PROJECT_FILE);
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

/** Reads `project.json`, and the key `nx` of `package.json`. */
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
    if (settings === null) throw new ToolProblem(path, "it is not a JSON object");
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
    implicitDependencies: textsIn(settings.get("implicitDependencies")),
  };
}

/** Versions of Nx differ in the name of a project that has no `name` and a package beside it. */
function projectName(folder: string, { name }: NxSettings, packageName: string | null): string {
  const folderName = folder.slice(folder.lastIndexOf("/") + 1).toLowerCase();
  if (name !== null) return name;
  if (packageName === null || packageName === folderName) return folderName;
  throw new ToolProblem(
    joined(folder, PROJECT_FILE),
    "it has no `name`, and the package beside it has another name than the folder",
    "Give it a `name`.",
  );
}
