/** Trees of a real repository as sources see them, through the same store as in earnest. */
import { join } from "node:path";
import { compareTrees } from "../../src/targets/git/compare-trees.js";
import { GitTree } from "../../src/targets/git/git-tree.js";
import { ObjectStore } from "../../src/targets/git/object-store.js";
import type { SourceContext } from "../../src/targets/source.js";
import type { GitRepository } from "./git-repository.js";

export class RealTrees {
  readonly #store: ObjectStore;
  readonly #signal: AbortSignal;

  private constructor(store: ObjectStore, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  /** Whoever creates them removes them. */
  static of({ folder }: GitRepository): Promise<RealTrees> {
    const { signal } = new AbortController();
    const objects = join(folder, "objects");
    return Promise.resolve(
      new RealTrees(new ObjectStore({ borrowed: { objects, format: "sha1" }, remote: null, signal }), signal),
    );
  }

  tree(commit: string): GitTree {
    return new GitTree(this.#store, commit);
  }

  async context(base: string, head: string): Promise<SourceContext> {
    return { ...(await compareTrees(this.#store, base, head)), checkout: null, signal: this.#signal };
  }

  async remove(): Promise<void> {
    await this.#store.remove();
  }
}
