/** The projects of a moon workspace, as `.moon/workspace.yml` lists or finds them. */
import { parseRelaxedJson } from "../parse-json.js";
import { loadYaml, parseYaml, YamlError } from "../parse-yaml.js";
import { compileToolPattern, PatternError } from "../path-patterns.js";
import {
  asTable,
  asTexts,
  type Table,
  tableAt,
  textAt,
  textsIn,
} from "../sources/workspaces/parsed-files.js";
import type { Tree } from "../tree.js";
import { directoryOf, fileNameOf, joined, resolved } from "../tree-paths.js";
import { readPackageManifests, usedNames } from "./node-projects.js";
import { ToolProblem } from "./tool-problem.js";
import { indexProjects, type ReadProjects, readParsed } from "./tool-projects.js";

const WORKSPACE_FILE = ".moon/workspace.yml";
const PROJECT_FILE = "moon.yml";
/** The tasks that projects inherit: one file, or one for each kind of project. */
const INHERITED_FILE = /^\.moon\/tasks(?:\/.+)?\.(?:ya?ml|jsonc?|toml|hcl|pkl)$/;

interface Listing {
  readonly sources: ReadonlyMap<string, string>;
  readonly globs: readonly string[];
}

/** A tree without a workspace file has no projects: it is from before moon was introduced. */
export const moonProjects: ReadProjects = async (tree) => {
  await loadYaml();
  const files = await readParsed(tree, [WORKSPACE_FILE], (text, path) => listingIn(yamlTable(text, path)));
  const listing = files.get(WORKSPACE_FILE);
  if (listing === undefined) return indexProjects([]);
  const idByFolder = await foldersOf(tree, listing);
  const folders = [...idByFolder.keys()];
  const settings = await readParsed(
    tree,
    folders.map((folder) => joined(folder, PROJECT_FILE)),
    yamlTable,
  );
  const manifests = await readPackageManifests(tree, folders);
  const inherited = await neededByInheritedTasks(tree);
  const projects = [...idByFolder].map(([folder, id]) => {
    const own = settings.get(joined(folder, PROJECT_FILE)) ?? null;
    const manifest = manifests.get(folder);
    const needed = [...inherited, ...neededByTasks(own)];
    return {
      name: textAt(own, "id") ?? id,
      alias: manifest?.name ?? null,
      folder,
      uses: new Set([
        ...usedNames(manifest),
        ...dependsOn(own, joined(folder, PROJECT_FILE)),
        ...needed.filter((name) => name !== ANY),
      ]),
      usesAny: needed.includes(ANY),
    };
  });
  const names = projects.map(({ name }) => name);
  // All others use every project through the first one, so that the number of edges stays linear.
  const first = projects.find(({ usesAny }) => usesAny)?.name;
  return indexProjects(
    projects.map(({ usesAny, ...project }) => {
      if (first === undefined || !usesAny) return project;
      return { ...project, uses: new Set([...project.uses, ...(project.name === first ? names : [first])]) };
    }),
  );
};

function listingIn(workspace: Table): Listing {
  const projects = workspace.get("projects");
  const globs = asTexts(projects);
  if (globs !== null) return { sources: new Map(), globs };
  const table = asTable(projects);
  if (table === null || workspace.has("extends")) {
    throw new ToolProblem(WORKSPACE_FILE, "its `projects` cannot be read");
  }
  const isDetailed = Array.isArray(table.get("globs")) || asTable(table.get("sources")) !== null;
  if (!isDetailed) return { sources: sourcesIn(table), globs: [] };
  const detailedGlobs = asTexts(table.get("globs") ?? []);
  if (detailedGlobs === null || (table.get("globFormat") ?? "project-name") !== "project-name") {
    throw new ToolProblem(WORKSPACE_FILE, "its `projects` have an unknown form");
  }
  return { sources: sourcesIn(asTable(table.get("sources")) ?? new Map()), globs: detailedGlobs };
}

function sourcesIn(table: Table): ReadonlyMap<string, string> {
  return new Map(
    [...table].map(([id, folder]) => {
      if (typeof folder !== "string") throw new ToolProblem(WORKSPACE_FILE, "its `projects` cannot be read");
      const plain = folder.replace(/^\.\//, "").replace(/\/+$/, "");
      return [id, plain === "." ? "" : plain];
    }),
  );
}

async function foldersOf(tree: Tree, { sources, globs }: Listing): Promise<ReadonlyMap<string, string>> {
  const idByFolder = new Map([...sources].map(([id, folder]) => [folder, id]));
  const isIncluded = anyPattern(globs.filter((glob) => !glob.startsWith("!")));
  const isExcluded = anyPattern(globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
  for (const folder of foldersIn((await tree.entries()).keys())) {
    if (!idByFolder.has(folder) && isIncluded(folder) && !isExcluded(folder)) {
      idByFolder.set(folder, fileNameOf(folder));
    }
  }
  return idByFolder;
}

/** A pattern may match a project's own file, which then means its folder. */
const OWN_FILE = /\/moon\.[^/]*$/;

function anyPattern(globs: readonly string[]): (folder: string) => boolean {
  try {
    const matchers = globs.map((glob) =>
      compileToolPattern(glob.replace(/^\.\//, "").replace(/\/+$/, "").replace(OWN_FILE, "")),
    );
    return (folder) => matchers.some((matches) => matches(folder));
  } catch (error) {
    if (error instanceof PatternError) throw new ToolProblem(WORKSPACE_FILE, `a pattern ${error.message}`);
    throw error;
  }
}

function foldersIn(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (
      let folder = directoryOf(path);
      folder !== "" && !folders.has(folder);
      folder = directoryOf(folder)
    ) {
      folders.add(folder);
    }
  }
  return folders;
}

function dependsOn(settings: Table | null, path: string): readonly string[] {
  const value = settings?.get("dependsOn") ?? [];
  if (!Array.isArray(value)) throw new ToolProblem(path, "its `dependsOn` is not a list");
  return value.map((dependency: unknown) => {
    const id = typeof dependency === "string" ? dependency : textAt(asTable(dependency), "id");
    if (id === null) throw new ToolProblem(path, "its `dependsOn` cannot be read");
    return id;
  });
}

/** In the place of a project's name: it may be any project. */
const ANY = "*";

/** For moon, a task that needs a task of another project (`docs:build`) is a dependency on that project. */
function neededByTasks(settings: Table | null): readonly string[] {
  const tasks = [...tableAt(settings, "tasks").values()];
  return [...tasks.map((task) => asTable(task)?.get("deps")), settings?.get("implicitDeps")]
    .flat()
    .flatMap((dependency: unknown) => {
      const target = typeof dependency === "string" ? dependency : textAt(asTable(dependency), "target");
      const project = /^([^:]*):/.exec(target ?? "")?.[1];
      if (project === undefined || project === "^" || project === "~") return [];
      // All projects (`:build`), those with a tag (`#web:build`), or a pattern.
      return project === "" || /[#*?{[]/.test(project) ? [ANY] : [project];
    });
}

/** What `.moon/tasks.yml` and the files in `.moon/tasks`, and the files that they extend, need for every project. */
async function neededByInheritedTasks(tree: Tree): Promise<readonly string[]> {
  const entries = await tree.entries();
  const needed = new Set<string>();
  const seen = new Set<string>();
  let next = [...entries.keys()].filter((path) => INHERITED_FILE.test(path));
  while (next.length > 0) {
    for (const path of next) seen.add(path);
    const files = await readParsed(tree, next, inheritedTable);
    // A link is not read.
    if (files.size < next.length) needed.add(ANY);
    const extended = [...files].flatMap(([path, settings]) => {
      for (const name of settings === null ? [ANY] : neededByTasks(settings)) needed.add(name);
      return textsIn(settings?.get("extends")).map((written) =>
        written.includes("://") ? null : resolved(directoryOf(path), written),
      );
    });
    // A file from elsewhere may need any project.
    if (extended.some((path) => path === null || !entries.has(path))) needed.add(ANY);
    next = [...new Set(extended)].filter(
      (path): path is string => path !== null && entries.has(path) && !seen.has(path),
    );
  }
  return [...needed];
}

/** Null for a file in another language. */
function inheritedTable(text: string, path: string): Table | null {
  if (/\.ya?ml$/.test(path)) return yamlTable(text, path);
  return /\.jsonc?$/.test(path) ? asTable(parseRelaxedJson(text)) : null;
}

function yamlTable(text: string, path: string): Table {
  try {
    const value = parseYaml(text);
    const table = value === null ? new Map() : asTable(value);
    if (table !== null) return table;
  } catch (error) {
    if (error instanceof YamlError) throw new ToolProblem(path, error.problem);
    throw error;
  }
  throw new ToolProblem(path, "it is not a mapping");
}
