/**
 * Reads solutions (`.sln`, `.slnx`): the projects that are built together, and the order of builds, which makes a project
 * depend on another one without a reference. Folders, their files and settings of editors have no effect.
 */
import { directoryOf, resolved } from "../../../tree-paths.js";
import type { CompareRoot } from "../ecosystem.js";
import { parseXml, type XmlElement } from "../maven/xml-text.js";
import { ManifestProblem } from "../parsed-files.js";

export const SOLUTION = /\.slnx?$/;

interface ListedProject {
  /** What the solution records about it, except for its id. */
  readonly content: string;
  /** Paths of projects that are built before it. */
  readonly after: readonly string[];
}

export interface SolutionFile {
  /** By path, as written but with `/`. */
  readonly projects: ReadonlyMap<string, ListedProject>;
  /** What concerns every project. */
  readonly rest: string;
}

export const EMPTY_SOLUTION: SolutionFile = { projects: new Map(), rest: "" };

export function parseSolution(text: string): SolutionFile {
  return /^\uFEFF?\s*</.test(text) ? parseXmlSolution(text) : parseTextSolution(text);
}

/** From a project to those that a solution at `path` builds before it. */
export function buildOrder(path: string, { projects }: SolutionFile): ReadonlyMap<string, readonly string[]> {
  const places = (written: string) => resolved(directoryOf(path), written) ?? [];
  return new Map(
    [...projects].flatMap(([project, { after }]) =>
      [places(project)].flat().map((place) => [place, after.flatMap(places)] as const),
    ),
  );
}

/** Names of the projects whose entries differ; a new solution is compared with an empty one. */
export const compareSolutions: CompareRoot = Object.assign(
  ({ path, before, after, workspaces }: Parameters<CompareRoot>[0]) => {
    const [was, is] = [before, after].map((text) => (text === "" ? EMPTY_SOLUTION : parseSolution(text)));
    if (was === undefined || is === undefined) return null;
    // Without a rest there was no solution, or there is none any more.
    if (was.rest !== is.rest && was.rest !== "" && is.rest !== "") return null;
    const names = new Set<string>();
    for (const project of new Set([...was.projects.keys(), ...is.projects.keys()])) {
      if (was.projects.get(project)?.content === is.projects.get(project)?.content) continue;
      const place = resolved(directoryOf(path), project);
      const found = workspaces.flatMap(({ packages }) =>
        packages.filter(({ manifest }) => manifest === place),
      );
      if (found.length === 0) return null;
      for (const { name } of found) names.add(name);
    }
    return [...names];
  },
  { takesAbsent: true } as const,
);

function parseXmlSolution(text: string): SolutionFile {
  const root = parseXml(text.replace(/^\uFEFF/, ""));
  if (root.name !== "Solution") throw new ManifestProblem("it is no solution");
  const projects = new Map<string, ListedProject>();
  const rest: unknown[] = [];
  const visit = (element: XmlElement) => {
    if (element.name === "Folder") element.children.forEach(visit);
    else if (element.name === "Project") {
      const written = slashed(element.attributes.get("Path") ?? "");
      const after = element.children.flatMap(({ name, attributes }) =>
        name === "BuildDependency" ? slashed(attributes.get("Project") ?? "") : [],
      );
      projects.set(written, { content: serialized(element), after });
    } else if (element.name !== "File") rest.push(serialized(element));
  };
  root.children.forEach(visit);
  return { projects, rest: JSON.stringify(rest) };
}

function serialized({ name, attributes, children }: XmlElement): string {
  const kept = [...attributes].filter(([key]) => key !== "Id" && key !== "DisplayName");
  return JSON.stringify([name, kept, children.map(serialized)]);
}

/** The kind of an entry that is a folder. */
const FOLDER = "{2150E333-8FDC-42A3-9474-1A3956D46DE8}";
const PROJECT_LINE = /^Project\("([^"]*)"\)\s*=\s*"[^"]*"\s*,\s*"([^"]*)"\s*,\s*"([^"]*)"/;
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  "SolutionProperties",
  "NestedProjects",
  "ExtensibilityGlobals",
  "SolutionItems",
]);

interface TextEntry {
  readonly path: string;
  readonly kind: string;
  readonly lines: string[];
  readonly afterIds: string[];
}

/** One pass over the lines. */
function parseTextSolution(text: string): SolutionFile {
  const entries = new Map<string, TextEntry>();
  const rest: string[] = [];
  let entry: TextEntry | null = null;
  let section = "";
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const [, kind = "", path = "", id = ""] = PROJECT_LINE.exec(line) ?? [];
    if (id !== "") {
      entry = { path: slashed(path), kind: kind.toUpperCase(), lines: [], afterIds: [] };
      entries.set(id.toUpperCase(), entry);
    } else if (line === "EndProject") entry = null;
    else if (/^(?:Project|Global)Section\(/.test(line)) section = /\(([^)]*)\)/.exec(line)?.[1] ?? "";
    else if (/^End(?:Project|Global)Section$/.test(line)) section = "";
    else if (section === "" || WITHOUT_EFFECT.has(section)) continue;
    else if (section === "ProjectDependencies") entry?.afterIds.push((line.split("=", 1)[0] ?? "").trim());
    else if (section === "ProjectConfigurationPlatforms") {
      const end = line.indexOf("}") + 1;
      const listed = entries.get(line.slice(0, end).toUpperCase());
      if (listed === undefined) rest.push(line);
      else listed.lines.push(line.slice(end));
    } else if (entry === null) rest.push(JSON.stringify([section, line]));
    else entry.lines.push(JSON.stringify([section, line]));
  }
  const projects = new Map<string, ListedProject>();
  for (const { path, kind, lines, afterIds } of entries.values()) {
    if (kind === FOLDER) continue;
    const after = afterIds.flatMap((id) => entries.get(id.toUpperCase())?.path ?? []);
    projects.set(path, { content: JSON.stringify([kind, lines.sort(), after]), after });
  }
  return { projects, rest: JSON.stringify(rest) };
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
