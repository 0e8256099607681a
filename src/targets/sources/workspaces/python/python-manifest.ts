/** Parses `pyproject.toml`: its name, what it requests of others, where its modules are, and its uv workspace. */
import { posix } from "node:path";
import type { NamedManifest } from "../named-packages.js";
import { parseToml } from "../parse-toml.js";
import { asTable, asTexts, ManifestProblem, type Table, tableAt, textAt } from "../parsed-files.js";

export interface PythonManifest extends NamedManifest {
  readonly workspace: { readonly members: readonly string[]; readonly exclude: readonly string[] } | null;
  /** Its sources, which count for all members of its workspace. */
  readonly sources: ReadonlySet<string>;
  /** Requirements are in a file that is not read, so any source may be one. */
  readonly isDynamic: boolean;
}

/** Tables and lists below a key like this request packages: `dependencies`, `optional-dependencies`, `requires`. */
const REQUESTING = /dependenc|^requires$|^sources$|^extras$/;
const DEEPEST = 12;
/** Each is compared with the files below it. */
const MOST_ROOTS = 1_000;

export function parsePythonManifest(text: string): PythonManifest {
  const value = parseToml(text);
  const manifest = asTable(value);
  if (manifest === null) throw new ManifestProblem("it is not a table");
  const project = tableAt(manifest, "project");
  const tool = tableAt(manifest, "tool");
  const poetry = tableAt(tool, "poetry");
  const uv = tableAt(tool, "uv");
  const name = textAt(project, "name") ?? textAt(poetry, "name");
  const requests = new Set<string>();
  const paths: string[] = [];
  collect(value, { isRequesting: false, depth: 0 }, requests, paths);
  const sources = new Set([...tableAt(uv, "sources").keys()].map(normalName));
  return {
    name: name === null ? null : normalName(name),
    requests,
    paths,
    workspace: uv.has("workspace") ? workspaceIn(tableAt(uv, "workspace")) : null,
    sources,
    importRoots: importRootsIn(tool),
    isDynamic: (asTexts(project.get("dynamic")) ?? []).some((one) => one.endsWith("dependencies")),
  };
}

function workspaceIn(workspace: Table): PythonManifest["workspace"] {
  const members = asTexts(workspace.get("members") ?? []);
  const exclude = asTexts(workspace.get("exclude") ?? []);
  if (members === null || exclude === null)
    throw new ManifestProblem("the members of its workspace are not a list");
  return { members, exclude };
}

interface Place {
  readonly isRequesting: boolean;
  readonly depth: number;
}

function collect(value: unknown, place: Place, requests: Set<string>, paths: string[]): void {
  if (place.depth > DEEPEST) throw new ManifestProblem("it is nested too deeply");
  if (typeof value === "string" && place.isRequesting) addRequest(value, requests);
  const inside = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value)) for (const one of value) collect(one, inside, requests, paths);
  for (const [key, one] of asTable(value) ?? []) {
    if (place.isRequesting) addRequest(key, requests);
    if (place.isRequesting && key === "path" && typeof one === "string") paths.push(one);
    collect(one, { ...inside, isRequesting: place.isRequesting || REQUESTING.test(key) }, requests, paths);
  }
}

/** The name at the start of a requirement, and the path behind `@ file:`. */
function addRequest(written: string, requests: Set<string>): void {
  const [name] = /^[A-Za-z0-9][\w.-]*/.exec(written) ?? [];
  if (name !== undefined) requests.add(normalName(name));
}

/** Names of Python packages are compared without case, and with `-`, `_` and `.` alike. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

interface WrittenRoot {
  /** Relative to the manifest. */
  readonly directory: string;
  /** Names in front of those of the modules there. */
  readonly prefix: readonly string[];
}

/** Folders with modules: of uv, PDM, maturin, Poetry, setuptools and hatch. */
const FOLDERS: ReadonlySet<string> = new Set([
  "module-root",
  "package-dir",
  "python-source",
  "from",
  "where",
  "sources",
  "dev-mode-dirs",
]);
/** Modules with their folders, of setuptools and scikit-build. */
const BY_MODULE: ReadonlySet<string> = new Set(["package-dir", "packages"]);
/** Folders with their modules, of hatch. */
const BY_FOLDER: ReadonlySet<string> = new Set(["sources", "force-include"]);

/** The folder of the manifest and `src` are among them in any case. */
function importRootsIn(tool: Table): readonly WrittenRoot[] {
  const roots: WrittenRoot[] = [
    { directory: ".", prefix: [] },
    { directory: "src", prefix: [] },
  ];
  collectRoots(tool, roots, 0);
  if (roots.length > MOST_ROOTS)
    throw new ManifestProblem(`it names more than ${MOST_ROOTS} folders of modules`);
  return roots;
}

function collectRoots(table: Table, roots: WrittenRoot[], depth: number): void {
  if (depth > DEEPEST) return;
  for (const [key, value] of table) {
    for (const written of typeof value === "string" ? [value] : (asTexts(value) ?? [])) {
      if (FOLDERS.has(key)) roots.push({ directory: written, prefix: [] });
      // hatch installs a package under its last name.
      if (key === "packages" && written.includes("/"))
        roots.push({ directory: posix.dirname(written), prefix: [] });
    }
    for (const [name, one] of asTable(value) ?? []) {
      if (typeof one !== "string") continue;
      if (BY_MODULE.has(key)) roots.push({ directory: one, prefix: namesIn(name) });
      if (BY_FOLDER.has(key)) roots.push({ directory: name, prefix: namesIn(one) });
    }
    for (const one of [value].flat()) {
      const inner = asTable(one);
      if (inner !== null) collectRoots(inner, roots, depth + 1);
    }
  }
}

function namesIn(module: string): readonly string[] {
  return module.split(/[./]+/).filter((name) => name !== "");
}
