/** Edges between the members of one workspace, while the settings of build tools are read. */
import type { NodeManifest } from "./node-manifest.js";

export interface TaskMembers {
  readonly root: string;
  /** By directory. */
  readonly names: ReadonlyMap<string, string>;
  /** By directory, also of the root. */
  readonly manifests: ReadonlyMap<string, NodeManifest>;
}

/** What the settings of a tool declare for the members of one workspace. */
export class EdgeList {
  readonly edges = new Map<string, Set<string>>();
  readonly #names: ReadonlyMap<string, string>;
  #first: string | null = null;

  constructor({ names }: TaskMembers) {
    this.#names = names;
  }

  add(directory: string, name: string): void {
    if (this.#names.get(directory) === name) return;
    this.edges.set(directory, (this.edges.get(directory) ?? new Set()).add(name));
  }

  /** The second member with an edge to every member has it through the first, so that their number stays linear. */
  addAll(directory: string): void {
    this.#first ??= this.#names.get(directory) ?? null;
    if (this.#first === this.#names.get(directory))
      for (const name of this.#names.values()) this.add(directory, name);
    else if (this.#first !== null) this.add(directory, this.#first);
  }
}
