/** The contents of files by their ids, read from git once and kept for all trees of a history. */
import { Memo } from "../../../domain/memo.js";
import { readObjects } from "../../../targets/git/git-tree.js";
import type { ObjectStore } from "../../../targets/git/object-store.js";

/** What is dropped is read again if it is needed. */
const MOST_KEPT_BYTES = 256 * 1024 * 1024;
/** A larger file is read only if a source asks for it. */
const MOST_AHEAD_BYTES = 1024 * 1024;

export class Blobs {
  readonly #store: ObjectStore;
  readonly #known = new Memo<Uint8Array>(MOST_KEPT_BYTES, ({ byteLength }) => byteLength);

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Throws `GitFailure` for an object that is not available. */
  async read(ids: Iterable<string>): Promise<ReadonlyMap<string, Uint8Array>> {
    const wanted = [...new Set(ids)];
    const found = new Map<string, Uint8Array>();
    for (const id of wanted) {
      const bytes = this.#known.get(id);
      if (bytes !== undefined) found.set(id, bytes);
    }
    const missing = wanted.filter((id) => !found.has(id));
    for (const [id, bytes] of await readObjects(this.#store, missing)) {
      found.set(id, bytes);
      this.#known.set(id, bytes);
    }
    return found;
  }

  /** Reads the small ones among these in one call of git. */
  async readAhead(ids: Iterable<string>): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => this.#known.get(id) === undefined);
    if (unknown.length === 0) return;
    const { stdout } = await this.#store.local(["cat-file", "--batch-check"], {
      input: `${unknown.join("\n")}\n`,
    });
    const small = stdout
      .toString("latin1")
      .split("\n")
      .flatMap((line) => {
        const [id = "", type, size] = line.split(" ");
        return type === "blob" && Number(size) <= MOST_AHEAD_BYTES ? [id] : [];
      });
    await this.read(small);
  }
}
