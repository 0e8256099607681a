/** Parses projects of .NET and files that they import: what they refer to by path, and which packages they request. */
import { compilePattern, PatternError } from "../../../path-patterns.js";
import { directoryOf, joined, resolved } from "../../../tree-paths.js";
import { parseXml, type XmlElement } from "../maven/xml-text.js";
import { ManifestProblem } from "../parsed-files.js";

export interface MsbuildFile {
  /** Paths as written, with `/`. They may contain `*` and `$(…)`. */
  readonly projects: readonly string[];
  readonly imports: readonly string[];
  /** Other files, such as code of other folders. */
  readonly files: readonly string[];
  /** Names of packages from a registry, in lower case. */
  readonly packages: ReadonlySet<string>;
  /** A file that all projects of this kind may read: central versions, by package, in their order. Null without them. */
  readonly versions: ReadonlyMap<string, readonly string[]> | null;
  /** Everything but central versions. */
  readonly rest: string;
}

const VERSION = "PackageVersion";
/** Attributes with paths, in elements of any name. */
const WITH_PATHS = ["Include", "Update", "Project", "Projects", "SourceFiles", "Files"];
const REFERENCES: ReadonlySet<string> = new Set(["ProjectReference", "MSBuild", "CallTarget"]);
/** A list that was collected elsewhere, or a property that stands alone: its text is not in this place. */
const ONLY_COMPUTED = /^[$@%]\([^/]*\)$/;
const PACKAGES: ReadonlySet<string> = new Set([
  "PackageReference",
  "GlobalPackageReference",
  "PackageDownload",
]);
const NOT_PATHS: ReadonlySet<string> = new Set([
  ...PACKAGES,
  VERSION,
  "FrameworkReference",
  "Reference",
  "Using",
  "InternalsVisibleTo",
]);

export function parseMsbuildFile(text: string): MsbuildFile {
  const root = parseXml(text);
  if (root.name !== "Project") throw new ManifestProblem("it defines no project");
  const projects: string[] = [];
  const imports: string[] = [];
  const files: string[] = [];
  const packages = new Set<string>();
  const versions = new Map<string, string[]>();
  const visit = (element: XmlElement, around: readonly string[]) => {
    if (element.name === VERSION) {
      const entry = JSON.stringify([around, serialized(element)]);
      for (const name of versionNames(element)) versions.set(name, [...(versions.get(name) ?? []), entry]);
    }
    if (PACKAGES.has(element.name)) for (const name of listIn(nameOf(element))) packages.add(name);
    const paths = WITH_PATHS.flatMap((key) => listIn(element.attributes.get(key) ?? ""));
    const isList = (path: string) => /^[@%]\(/.test(path);
    for (const path of paths) {
      if (element.name === "Import") imports.push(path);
      else if (isList(path)) continue;
      else if (REFERENCES.has(element.name)) projects.push(path);
      else if (!NOT_PATHS.has(element.name) && !ONLY_COMPUTED.test(path)) files.push(path);
    }
    const conditions = [...around, JSON.stringify([element.name, ...element.attributes])];
    for (const child of element.children) visit(child, conditions);
  };
  visit(root, []);
  return {
    projects,
    imports,
    files,
    packages,
    versions: versions.size === 0 ? null : versions,
    rest: serialized(root, VERSION),
  };
}

function nameOf({ attributes }: XmlElement): string {
  return (attributes.get("Include") ?? attributes.get("Update") ?? "").trim().toLowerCase();
}

function listIn(written: string): readonly string[] {
  return written.split(";").flatMap((one) => {
    const path = one.trim().replaceAll("\\", "/");
    return path === "" ? [] : [path];
  });
}

/** An entry without a name may be for every package, as one with a computed name. */
function versionNames({ attributes }: XmlElement): readonly string[] {
  const names = ["Include", "Update", "Remove"].flatMap((key) => listIn(attributes.get(key) ?? ""));
  return names.length === 0 ? ["$()"] : names.map((name) => name.toLowerCase());
}

function serialized(element: XmlElement, omitted?: string): string {
  const children = element.children
    .filter(({ name }) => name !== omitted)
    .map((child) => serialized(child, omitted));
  return JSON.stringify([element.name, [...element.attributes], element.text.trim(), children]);
}

/** Which files of the repository a path in such a file may mean. */
export interface WrittenPath {
  readonly matches: (path: string) => boolean;
  /** The only path that it can mean; null for several. */
  readonly exact: string | null;
}

const HERE = /^\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)\/?/i;
const VARIABLE = /[$@%]\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const NEVER: WrittenPath = { matches: () => false, exact: null };

/** `from`: the file that contains it. Null for a path outside the repository. */
export function writtenPath(written: string, from: string): WrittenPath {
  const here = written.replace(HERE, "./");
  const path = here.replace(VARIABLE, "\0");
  if (path.includes("\0")) return computed(path.replace(/^\.\//, ""), from);
  const place = resolved(directoryOf(from), path.replace(/^\.\//, ""));
  if (place === null || /^[A-Za-z]:|^\//.test(path)) return NEVER;
  if (!/[*?]/.test(place)) return { matches: (other) => other === place, exact: place };
  return matchingAny([place]);
}

/** A property in front may be any folder; one behind a folder is one name, without a slash. */
function computed(path: string, from: string): WrittenPath {
  const front = path.slice(0, path.indexOf("\0"));
  if (front === "") {
    const end = path
      .slice(1)
      .replace(/^.*\.\.\//s, "")
      .replaceAll("\0", "*");
    return matchingAny([`**/${end.replace(/^\//, "")}`, `**/*${end}`]);
  }
  const folder = resolved(directoryOf(from), front.slice(0, front.lastIndexOf("/") + 1) || ".");
  if (folder === null) return NEVER;
  const behind = path.slice(front.lastIndexOf("/") + 1).replaceAll("\0", "*");
  return matchingAny([joined(folder, behind)]);
}

function matchingAny(patterns: readonly string[]): WrittenPath {
  try {
    const tests = patterns.map((pattern) => compilePattern(escaped(pattern)));
    return { matches: (path) => tests.some((test) => test(path)), exact: null };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { matches: () => true, exact: null };
  }
}

/** Stars and question marks are special to MSBuild, and nothing else. */
function escaped(path: string): string {
  return path.replace(/[[\]{}()!+@\\]/g, "\\$&");
}
