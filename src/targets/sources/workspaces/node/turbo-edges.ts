/**
 * Tasks of Turborepo that need a task of another package (`docs#build`), also through tasks without a script, which
 * Turborepo keeps in its graph, and through settings that a package takes from another one (`extends`).
 */
import { parseRelaxedJson } from "../../../parse-json.js";
import type { Tree } from "../../../tree.js";
import { directoryOf, joined } from "../../../tree-paths.js";
import { asTable, ParsedFiles, tableAt, textsIn } from "../parsed-files.js";
import type { EdgeList, TaskMembers } from "./edge-list.js";

export const TURBO_FILES = ["turbo.json", "turbo.jsonc"];
/** Turborepo's name for the root. */
const ROOT = "//";

/** By task: what it needs. */
type Needs = Map<string, Need[]>;
export class TurboReader {
  readonly #settings = new ParsedFiles(settingsIn);

  /** Throws `GitFailure`. */
  async read(tree: Tree, members: TaskMembers, list: EdgeList): Promise<void> {
    const directories = [...new Set([members.root, ...members.names.keys()])];
    const paths = directories.flatMap((directory) => TURBO_FILES.map((name) => joined(directory, name)));
    const settings = new TurboSettings(members);
    for (const [path, parsed] of await this.#settings.read(tree, paths))
      if (parsed.kind === "read") settings.include(directoryOf(path), parsed.value);
    settings.addEdges(list);
  }
}

/** All settings of a workspace. Where one file replaces what is in another, both count. */
class TurboSettings {
  readonly #members: TaskMembers;
  readonly #directoriesByName = new Map<string, string[]>();
  /** Tasks of the root's file that are those of every package. */
  readonly #ofAll: Needs = new Map();
  /** By the directory of a package. */
  readonly #own = new Map<string, Needs>();
  readonly #extended = new Map<string, readonly string[]>();
  /** Tasks that another package needs, by the directory of the package that has them. */
  readonly #needed = new Map<string, Set<string>>();

  constructor(members: TaskMembers) {
    this.#members = members;
    for (const [directory, name] of members.names)
      this.#directoriesByName.set(name, [...(this.#directoriesByName.get(name) ?? []), directory]);
  }

  include(directory: string, { tasks, bases }: TurboFile): void {
    this.#extended.set(directory, [...(this.#extended.get(directory) ?? []), ...bases]);
    for (const { user, task, needs } of tasks) {
      for (const table of this.#tablesOf(directory, user))
        table.set(task, [...(table.get(task) ?? []), ...needs]);
      for (const need of needs)
        for (const other of need.used === null ? [] : this.#directoriesOf(need.used))
          this.#needed.set(other, (this.#needed.get(other) ?? new Set()).add(need.task));
    }
  }

  addEdges(list: EdgeList): void {
    if (!this.#namesPackages()) return;
    for (const directory of this.#members.names.keys()) {
      const lineage = this.#lineageOf(directory);
      const tables = [this.#ofAll, ...lineage.flatMap((one) => this.#own.get(one) ?? [])];
      const reached = new Set([
        ...(this.#members.manifests.get(directory)?.scripts ?? []),
        ...(this.#needed.get(directory) ?? []),
        ...tables.slice(1).flatMap((table) => [...table.keys()]),
      ]);
      for (const name of this.#extended.get(directory) ?? []) this.#add(directory, name, list);
      for (const task of reached) {
        for (const need of tables.flatMap((table) => table.get(task) ?? [])) {
          // A task of the dependencies (`^task`) may have no script there: what it needs counts for this package.
          if (need.used === null) reached.add(need.task);
          else this.#add(directory, need.used, list);
        }
      }
    }
  }

  /** In most repositories, the settings name only tasks. */
  #namesPackages(): boolean {
    const tables = [this.#ofAll, ...this.#own.values()];
    return (
      [...this.#extended.values()].some((bases) => bases.length > 0) ||
      tables.some((table) => [...table.values()].some((needs) => needs.some(({ used }) => used !== null)))
    );
  }

  #add(directory: string, used: string, list: EdgeList): void {
    const name = used === ROOT ? this.#members.names.get(this.#members.root) : used;
    if (name !== undefined && this.#directoriesByName.has(name)) list.add(directory, name);
  }

  #tablesOf(directory: string, user: string | null): readonly Needs[] {
    if (user === null && directory === this.#members.root) return [this.#ofAll];
    const users = user === null ? [directory] : this.#directoriesOf(user);
    return users.map((one) => {
      const table = this.#own.get(one) ?? new Map<string, Need[]>();
      this.#own.set(one, table);
      return table;
    });
  }

  #directoriesOf(name: string): readonly string[] {
    return name === ROOT ? [this.#members.root] : (this.#directoriesByName.get(name) ?? []);
  }

  /** The package and all packages whose settings it takes over. The root's apply to it anyway. */
  #lineageOf(directory: string): readonly string[] {
    const lineage = new Set([directory]);
    for (const one of lineage)
      for (const name of this.#extended.get(one) ?? [])
        if (name !== ROOT) for (const base of this.#directoriesOf(name)) lineage.add(base);
    return [...lineage];
  }
}

interface Need {
  /** The package whose task it is; null for one of the same package or of its dependencies. */
  readonly used: string | null;
  readonly task: string;
}

interface TurboFile {
  readonly tasks: readonly {
    /** The package whose task it is; null for a task of the package around the file, or of all packages at the root. */
    readonly user: string | null;
    readonly task: string;
    readonly needs: readonly Need[];
  }[];
  /** The packages that it extends, without the root. */
  readonly bases: readonly string[];
}

/** `"web#test": { "dependsOn": ["docs#build", "^build"], "with": ["api#dev"] }`, in both forms of the file. */
function settingsIn(text: string): TurboFile {
  const settings = asTable(parseRelaxedJson(text));
  const entries = [...tableAt(settings, "pipeline"), ...tableAt(settings, "tasks")];
  return {
    bases: textsIn(settings?.get("extends")).filter((name) => name !== ROOT),
    tasks: entries.map(([key, value]) => {
      const table = asTable(value);
      const needs = [...textsIn(table?.get("dependsOn")), ...textsIn(table?.get("with"))];
      const { used: user, task } = splitTask(key);
      return { user, task, needs: needs.map((need) => splitTask(need.replace(/^\^/, ""))) };
    }),
  };
}

function splitTask(written: string): Need {
  const at = written.lastIndexOf("#");
  if (at === -1) return { used: null, task: written };
  return { used: written.slice(0, at), task: written.slice(at + 1) };
}
