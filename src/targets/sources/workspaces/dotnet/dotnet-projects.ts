/** Projects of .NET (C#, F#, Visual Basic): their references to each other, and the build files that they import. */
import { directoryOf, fileNameOf } from "../../../tree-paths.js";
import {
  type CompareRoot,
  type Ecosystem,
  isTestMaterial,
  isWithin,
  type Package,
  packageOf,
  UnreadableManifest,
  type Workspace,
  withInnerPackages,
} from "../ecosystem.js";
import { type Parsed, ParsedFiles, valueOf } from "../parsed-files.js";
import { allPackages } from "../root-changes.js";
import { type MsbuildFile, parseMsbuildFile, type WrittenPath, writtenPath } from "./msbuild-file.js";
import { buildOrder, compareSolutions, parseSolution, SOLUTION, type SolutionFile } from "./solution-file.js";

const PROJECT = /\.(?:cs|fs|vb)proj$/;
/** Files that projects import; MSBuild imports those of the second kind itself, for every project below. */
const IMPORTED = /\.(?:props|targets|proj)$|\.(?:cs|fs|vb)proj$/;
const AUTOMATIC =
  /(?:^|\/)Directory\.(?:Build\.props|Build\.targets|Packages\.props|Build\.rsp)$|(?:^|\/)nuget\.config$|(?:^|\/)\.editorconfig$|(?:^|\/)\.globalconfig$/i;
const VERSIONS = "Directory.Packages.props";
const PINS = "CentralPackageTransitivePinningEnabled";

type Files = ReadonlyMap<string, Parsed<MsbuildFile>>;

export function dotnetEcosystem(): Ecosystem {
  const files = new ParsedFiles(parseMsbuildFile);
  const solutions = new ParsedFiles(parseSolution);
  return {
    lockfiles: new Map(),
    rootManifests: { get: comparisonFor },
    async read(tree) {
      const entries = await tree.entries();
      const paths = [...entries.keys()].filter((path) => IMPORTED.test(path));
      const byPath = await files.read(tree, paths);
      // MSBuild cannot build an unreadable one, so no project refers to it.
      const isBroken = (path: string) => isTestMaterial(path) && byPath.get(path)?.kind !== "read";
      const projects = paths.filter((path) => PROJECT.test(path) && !isBroken(path));
      for (const path of projects) {
        const kind = entries.get(path)?.kind;
        if (kind === "link") throw new UnreadableManifest(path, "it is a link, which is not followed");
      }
      if (projects.length === 0) return NOTHING;
      const solutionPaths = [...entries.keys()].filter(
        (path) => SOLUTION.test(path) && !isTestMaterial(path),
      );
      const orders = orderIn(await solutions.read(tree, solutionPaths));
      return { workspaces: [workspaceOf(projects, byPath, orders)], outsiders: [] };
    },
  };
}

const NOTHING = { workspaces: [], outsiders: [] };

function comparisonFor(path: string): CompareRoot | undefined {
  if (path === VERSIONS) return compareVersions;
  return SOLUTION.test(path) && !isTestMaterial(path) ? compareSolutions : undefined;
}

/** By path of a project: those that a solution builds before it. */
type Orders = ReadonlyMap<string, ReadonlySet<string>>;

function orderIn(solutions: ReadonlyMap<string, Parsed<SolutionFile>>): Orders {
  const orders = new Map<string, Set<string>>();
  for (const [path, parsed] of solutions) {
    for (const [project, before] of buildOrder(path, valueOf(parsed, path))) {
      if (before.length === 0) continue;
      orders.set(project, new Set([...(orders.get(project) ?? []), ...before]));
    }
  }
  return orders;
}

interface ReadProject {
  readonly path: string;
  readonly references: readonly WrittenPath[];
  /** Files of other folders. */
  readonly files: readonly WrittenPath[];
  /** Build files that it imports. */
  readonly imports: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

function workspaceOf(projects: readonly string[], files: Files, orders: Orders): Workspace {
  const read = projects.map((path) => readProject(path, files));
  const packages = read.map(({ path, references, files: others, packages: requested }): Package => {
    const exact = new Set([
      ...references.flatMap(({ exact: one }) => one ?? []),
      ...(orders.get(path) ?? []),
    ]);
    const computed = references.filter(({ exact: one }) => one === null);
    const used = projects.filter(
      (other) => exact.has(other) || computed.some(({ matches }) => matches(other)),
    );
    const places = new Set(
      others.flatMap(({ exact: one }) => (one !== null && projects.includes(one) ? [one] : [])),
    );
    const name = nameOf(path);
    const dependsOn = new Set([...used, ...places].map(nameOf));
    dependsOn.delete(name);
    return packageOf({ name, directory: directoryOf(path), manifest: path, dependsOn, inherits: requested });
  });
  return {
    root: "",
    packages: withInnerPackages(packages),
    claims: (path) =>
      projects.some((project) => !project.includes("/")) && !AUTOMATIC.test(path) && path.includes("/"),
    resolution: projects[0] === undefined ? VERSIONS : "*.slnx",
    overridden: new Set(),
    readers: (path) =>
      path === VERSIONS ? [] : read.filter((one) => isReadBy(path, one)).map((one) => nameOf(one.path)),
  };
}

function nameOf(path: string): string {
  return fileNameOf(path).replace(PROJECT, "");
}

function isReadBy(path: string, { path: project, files, imports }: ReadProject): boolean {
  if (AUTOMATIC.test(path) && isWithin(project, directoryOf(path))) return true;
  if (imports.has(path)) return true;
  // A file beside the project is its own in any case.
  return !isWithin(path, directoryOf(project)) && files.some(({ matches }) => matches(path));
}

/** The project with all that it imports, and what MSBuild imports for it. */
function readProject(path: string, files: Files): ReadProject {
  const imports = new Set([path, ...automaticFor(path, files)]);
  const references: WrittenPath[] = [];
  const others: WrittenPath[] = [];
  const packages = new Set<string>();
  for (const file of imports) {
    const parsed = files.get(file);
    if (parsed === undefined) continue;
    const value = valueOf(parsed, file);
    for (const name of value.packages) packages.add(name);
    const meant = (one: string) => [
      writtenPath(one, file),
      ...(file === path ? [] : [writtenPath(one, path)]),
    ];
    for (const one of value.projects.flatMap(meant)) references.push(one);
    for (const one of value.files.flatMap(meant)) others.push(one);
    for (const one of value.imports.flatMap(meant)) {
      for (const other of files.keys()) if (!PROJECT.test(other) && one.matches(other)) imports.add(other);
    }
  }
  return { path, references, files: others, imports, packages };
}

function automaticFor(path: string, files: Files): readonly string[] {
  return [...files.keys()].filter((other) => AUTOMATIC.test(other) && isWithin(path, directoryOf(other)));
}

/** Versions concern the projects that request the package, unless they are pinned for packages behind others, too. */
const compareVersions: CompareRoot = (change) => {
  const [before, after] = [parseMsbuildFile(change.before), parseMsbuildFile(change.after)];
  if (before.rest !== after.rest || change.after.includes(PINS)) return allPackages(change);
  const names = new Set([...(before.versions?.keys() ?? []), ...(after.versions?.keys() ?? [])]);
  const differing = [...names].filter((name) => {
    const entries = [before, after].map(({ versions }) => JSON.stringify(versions?.get(name) ?? []));
    return entries[0] !== entries[1];
  });
  return change.workspaces.flatMap(({ packages }) =>
    packages.flatMap(({ name, inherits }) =>
      differing.some((one) => mayRequest(inherits, one)) ? [name] : [],
    ),
  );
};

/** In a name that may be any. */
const COMPUTED = /[$@%]\(|\*/;

function mayRequest(inherits: ReadonlySet<string> | undefined, name: string): boolean {
  return (
    inherits?.has(name) === true ||
    COMPUTED.test(name) ||
    [...(inherits ?? [])].some((one) => COMPUTED.test(one))
  );
}
