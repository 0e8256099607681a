/**
 * Edges that no manifest shows, as a tool finds them in the head tree. The tool cannot be asked about the base tree, whose
 * packages are not installed, so that here it is found out which of these edges the base tree had. In doubt an edge is new.
 */
import type { TargetGraph } from "../graph.js";
import type { SourceContext } from "../source.js";
import { resolved } from "../sources/workspaces/tree-paths.js";
import type { ProjectChange } from "./complete-answer.js";
import { ownerOf, type ToolProjects } from "./tool-projects.js";

/** By project and path of a file, the projects that the file uses. */
export type UsesByFile = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export interface FoundEdges {
  readonly graph: TargetGraph;
  /** Empty where the tool does not tell. */
  readonly byFile: UsesByFile;
  /** What imports may begin with, and the places that leads to, as `paths` in a `tsconfig.json` have it. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

type Projects = Pick<ProjectChange, "base" | "head">;

export async function withFoundEdges(
  { base, head }: Projects,
  found: FoundEdges,
  context: Pick<SourceContext, "base" | "changed">,
): Promise<Projects> {
  const changed = new Set(context.changed.map(({ path }) => path));
  const touched = new Set([...changed].flatMap((path) => [ownerOf(path, base), ownerOf(path, head)]));
  const imported = await importedBefore(base, found.aliases, context);
  const wasThere = (user: string, used: string) => {
    const isDeclaredNow = head.graph.get(user)?.has(used) === true;
    if (isDeclaredNow || !base.graph.has(user) || !base.graph.has(used)) return false;
    const files = [...(found.byFile.get(user) ?? [])].flatMap(([path, uses]) =>
      uses.has(used) ? [path] : [],
    );
    if (files.some((path) => !changed.has(path))) return true;
    if (files.length === 0 && !touched.has(user)) return true;
    return imported.get(user)?.has(used) === true;
  };
  return {
    base: { ...base, graph: united(base.graph, found.graph, wasThere) },
    head: { ...head, graph: united(head.graph, found.graph, () => true) },
  };
}

function united(
  graph: TargetGraph,
  found: TargetGraph,
  counts: (user: string, used: string) => boolean,
): TargetGraph {
  const all = new Map(graph);
  for (const [user, uses] of found) {
    const more = [...uses].filter((used) => used !== user && counts(user, used));
    if (more.length > 0) all.set(user, new Set([...(graph.get(user) ?? []), ...more]));
  }
  return all;
}

/** By project, what those of its files import in the base tree that the change touches. */
async function importedBefore(
  projects: ToolProjects,
  aliases: FoundEdges["aliases"],
  { base, changed }: Pick<SourceContext, "base" | "changed">,
): Promise<TargetGraph> {
  const paths = changed
    .filter(({ path, status }) => status !== "added" && mayImport(path))
    .map(({ path }) => path);
  const imported = new Map<string, Set<string>>();
  for (const [path, bytes] of await base.read(paths)) {
    const user = ownerOf(path, projects);
    if (user === null) continue;
    const uses = imported.get(user) ?? new Set();
    imported.set(user, uses);
    for (const specifier of importedIn(bytes)) {
      const leadsTo = new Set(projectsOf(specifier, path, projects, aliases));
      // Where it may be one of several, it is not known which.
      if (leadsTo.size === 1) for (const used of leadsTo) uses.add(used);
    }
  }
  return imported;
}

function projectsOf(
  specifier: string,
  path: string,
  projects: ToolProjects,
  aliases: FoundEdges["aliases"],
): readonly string[] {
  if (specifier.startsWith(".")) return owners([resolved(`${path}/..`, specifier)], projects);
  const names = specifier.split("/");
  const byName = names.flatMap(
    (_, index) => projects.namesByAlias.get(names.slice(0, index + 1).join("/")) ?? [],
  );
  return [
    ...byName,
    ...owners(
      [...aliases].flatMap(([alias, places]) => placesOf(specifier, alias, places)),
      projects,
    ),
  ];
}

function placesOf(specifier: string, alias: string, places: readonly string[]): readonly (string | null)[] {
  const [start = "", end] = alias.split("*");
  if (end === undefined) return alias === specifier ? places.map((place) => resolved("", place)) : [];
  if (!specifier.startsWith(start) || !specifier.endsWith(end)) return [];
  const middle = specifier.slice(start.length, specifier.length - end.length);
  return places.map((place) =>
    resolved(
      "",
      place.replace("*", () => middle),
    ),
  );
}

function owners(places: readonly (string | null)[], projects: ToolProjects): readonly string[] {
  return places.flatMap((place) => (place === null ? [] : (ownerOf(`${place}/`, projects) ?? [])));
}

const SOURCE_FILE = /\.[cm]?[jt]sx?$/;
/** Nothing that is written in a longer file, or further behind its beginning, is looked for. */
const MOST_BYTES = 1024 * 1024;
/** Ends at the end of the file where it has no end. */
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;
/** At the beginning of a line, with nothing but names before the text: bounded, so that a hostile file costs little. */
const IMPORT =
  /^[ \t]*(?:(?:import|export)\s+(?:[\w$*{},\s]{1,1000}?\bfrom\s*)?|(?:const|let|var)\s+[\w$*{},:\s]{1,1000}?=\s*require\(\s*)["']([^"'`\n]+)["']/gm;

/** What a file of JavaScript or TypeScript imports for sure. It may import more: dynamically, or in other ways to write it. */
export function mayImport(path: string): boolean {
  return SOURCE_FILE.test(path);
}

export function importedIn(bytes: Uint8Array): readonly string[] {
  if (bytes.length > MOST_BYTES) return [];
  const text = new TextDecoder().decode(bytes).replace(COMMENT, " ");
  // A comment of Nx, which makes it pass over an import, and a text of several lines.
  if (text.includes("nx-ignore") || /\\\r?\n/.test(text)) return [];
  // Behind it may be a text that only looks like code.
  const [code = ""] = text.split("`", 1);
  return [...code.matchAll(IMPORT)].flatMap(([, specifier]) => specifier ?? []);
}
