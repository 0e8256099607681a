/**
 * Edges that no manifest declares, as a tool finds them in the head tree. The tool cannot run on the base tree, whose
 * packages are not installed, so this file determines which of the edges the base tree had. An uncertain edge counts as
 * new.
 */
import type { TargetGraph } from "../graph.js";
import type { SourceContext } from "../source.js";
import { resolved } from "../tree-paths.js";
import { ownerOf, type ToolProjects } from "./tool-projects.js";

/** By project and path of a file: the projects that the file uses. */
export type UsesByFile = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export interface FoundEdges {
  readonly graph: TargetGraph;
  /** Empty when the tool does not report it. */
  readonly byFile: UsesByFile;
  /** Prefixes of imports with the places they lead to, like `paths` in a `tsconfig.json`. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

interface Projects {
  readonly base: ToolProjects;
  readonly head: ToolProjects;
}

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

/** By project: the imports, in the base tree, of its files that the change touches. */
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
      const leadsTo = new Set(namedProjects(specifier, path, projects, aliases));
      // If several projects are possible, it is unknown which one is meant.
      if (leadsTo.size === 1) for (const used of leadsTo) uses.add(used);
    }
  }
  return imported;
}

/** The projects that an import may mean. */
export function namedProjects(
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
/** Imports in a longer file are not searched for. */
const MOST_BYTES = 1024 * 1024;
/** An unclosed comment ends at the end of the file. */
const COMMENT = /\/\*[^]*?(?:\*\/|$)/g;
/**
 * An import at the beginning of a line with only names before the string; bounded, so that a hostile file costs little.
 */
const IMPORT =
  /^[ \t]*(?:(?:import|export)\s+(?:[\w$*{},\s]{1,1000}?\bfrom\s*)?|(?:const|let|var)\s+[\w$*{},:\s]{1,1000}?=\s*require\(\s*)["']([^"'`\n]+)["']/gm;

export function mayImport(path: string): boolean {
  return SOURCE_FILE.test(path);
}

/** The certain imports of a JavaScript or TypeScript file. It may have others: dynamic ones, or in another syntax. */
export function importedIn(bytes: Uint8Array): readonly string[] {
  if (bytes.length > MOST_BYTES) return [];
  const text = new TextDecoder().decode(bytes).replace(COMMENT, " ");
  // A comment that makes Nx skip an import, or a string over several lines.
  if (text.includes("nx-ignore") || /\\\r?\n/.test(text)) return [];
  // After a backtick there may be text that only looks like code.
  const [code = ""] = text.split("`", 1);
  return [...code.matchAll(IMPORT)].flatMap(([, specifier]) => specifier ?? []);
}
