/**
 * Dependencies between members that only the settings of a build tool declare: a task of Turborepo that needs a task of
 * another package (`docs#build`), and implicit dependencies of Nx.
 */
import { parseRelaxedJson } from "../../../parse-json.js";
import type { Tree } from "../../../tree.js";
import { directoryOf, fileNameOf, joined, pathsByName } from "../../../tree-paths.js";
import { asTable, asTexts, ParsedFiles, type Table, tableAt, textAt } from "../parsed-files.js";

const TURBO = ["turbo.json", "turbo.jsonc"];
const NX_PROJECT = "project.json";
const MANIFEST = "package.json";
/** Turborepo's name for the root. */
const ROOT = "//";

/** By the directory of a member: names of other members. */
export type TaskEdges = ReadonlyMap<string, ReadonlySet<string>>;

type AddEdge = (directory: string, name: string) => void;

const NO_SCRIPTS: ReadonlyMap<string, readonly string[]> = new Map();

interface Members {
  readonly root: string;
  /** By directory. */
  readonly names: ReadonlyMap<string, string>;
}

export class TaskEdgeReader {
  readonly #turbo = new ParsedFiles(tasksOfTurbo);
  readonly #nx = new ParsedFiles(projectOfNx);
  readonly #nxInManifests = new ParsedFiles((text) =>
    projectIn(tableAt(asTable(parseRelaxedJson(text)), "nx")),
  );
  readonly #scripts = new ParsedFiles(scriptNames);

  /** Settings that cannot be read declare nothing: the tool cannot read them either. Throws `GitFailure`. */
  async read(tree: Tree, members: Members): Promise<TaskEdges> {
    const files = pathsByName(await tree.entries());
    const edges = new Map<string, Set<string>>();
    const add: AddEdge = (directory, name) => {
      if (members.names.get(directory) !== name)
        edges.set(directory, (edges.get(directory) ?? new Set()).add(name));
    };
    if (TURBO.some((name) => files.has(name))) await this.#addTurbo(tree, members, add);
    if (files.has(NX_PROJECT) || files.has("nx.json")) await this.#addNx(tree, members, add);
    return edges;
  }

  async #addTurbo(tree: Tree, { root, names }: Members, add: AddEdge): Promise<void> {
    const directories = [...new Set([root, ...names.keys()])];
    const paths = directories.flatMap((directory) => TURBO.map((name) => joined(directory, name)));
    const needs = [...(await this.#turbo.read(tree, paths))].flatMap(([path, parsed]) =>
      parsed.kind === "read" ? parsed.value.map((need) => ({ ...need, from: directoryOf(path) })) : [],
    );
    const known = new Map([...names].map(([directory, name]) => [name, directory]));
    const isForAll = needs.some(({ from, user }) => user === null && from === root);
    const withScript = isForAll ? await this.#directoriesByScript(tree, directories) : NO_SCRIPTS;
    const usersOf = ({ from, user, task }: (typeof needs)[number]) => {
      if (user === null) return from === root ? (withScript.get(task) ?? []) : [from];
      return [user === ROOT ? root : known.get(user)];
    };
    for (const need of needs) {
      const used = need.used === ROOT ? names.get(root) : need.used;
      if (used === undefined || !known.has(used)) continue;
      for (const directory of usersOf(need)) if (directory !== undefined) add(directory, used);
    }
  }

  async #directoriesByScript(
    tree: Tree,
    directories: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const manifests = directories.map((directory) => joined(directory, MANIFEST));
    const found = new Map<string, string[]>();
    for (const [path, parsed] of await this.#scripts.read(tree, manifests)) {
      if (parsed.kind === "unreadable") continue;
      for (const script of parsed.value) found.set(script, [...(found.get(script) ?? []), directoryOf(path)]);
    }
    return found;
  }

  async #addNx(tree: Tree, { names }: Members, add: AddEdge): Promise<void> {
    const pathsOf = (file: string) => [...names.keys()].map((directory) => joined(directory, file));
    const projects = await this.#nx.read(tree, pathsOf(NX_PROJECT));
    const manifests = await this.#nxInManifests.read(tree, pathsOf(MANIFEST));
    const settings = [...names].map(([directory, name]) => {
      const parsed = [
        projects.get(joined(directory, NX_PROJECT)),
        manifests.get(joined(directory, MANIFEST)),
      ];
      return { directory, name, own: parsed.flatMap((one) => (one?.kind === "read" ? one.value : [])) };
    });
    // Nx calls a project without a name like its folder.
    const byName = new Map(settings.map(({ directory, name }) => [fileNameOf(directory), name]));
    for (const { name, own } of settings)
      for (const one of [name, ...own.map((project) => project.name)])
        if (one !== null) byName.set(one, name);
    for (const { directory, own } of settings) {
      for (const used of own.flatMap(({ uses }) => uses)) {
        // A pattern or a tag may mean any project.
        const all = /[*?{[]|^tag:/.test(used) ? names.values() : [byName.get(used)];
        for (const name of all) if (name !== undefined) add(directory, name);
      }
    }
  }
}

interface TaskNeed {
  /** The package whose task it is; null for a task of the package around the file, or of all packages at the root. */
  readonly user: string | null;
  readonly task: string;
  /** The package whose task it needs. */
  readonly used: string;
}

/** `"web#test": { "dependsOn": ["docs#build", "^build"], "with": ["api#dev"] }`, in both forms of the file. */
function tasksOfTurbo(text: string): readonly TaskNeed[] {
  const settings = asTable(parseRelaxedJson(text));
  return [...tableAt(settings, "pipeline"), ...tableAt(settings, "tasks")].flatMap(([key, value]) => {
    const [own, task] = splitTask(key);
    const needs = [asTable(value)?.get("dependsOn"), asTable(value)?.get("with")];
    return needs
      .flatMap((one) => asTexts(one) ?? [])
      .flatMap((need) => {
        const [used] = splitTask(need.replace(/^\^/, ""));
        return used === null ? [] : [{ user: own, task, used }];
      });
  });
}

function splitTask(written: string): readonly [string | null, string] {
  const at = written.lastIndexOf("#");
  return at === -1 ? [null, written] : [written.slice(0, at), written.slice(at + 1)];
}

function scriptNames(text: string): ReadonlySet<string> {
  return new Set(tableAt(asTable(parseRelaxedJson(text)), "scripts").keys());
}

interface NxProject {
  readonly name: string | null;
  readonly uses: readonly string[];
}

function projectOfNx(text: string): NxProject {
  return projectIn(asTable(parseRelaxedJson(text)));
}

function projectIn(settings: Table | null): NxProject {
  const implicit = asTexts(settings?.get("implicitDependencies")) ?? [];
  return { name: textAt(settings, "name"), uses: implicit.filter((one) => !one.startsWith("!")) };
}
