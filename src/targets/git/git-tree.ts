/** The tree of a commit: listed once, then read any number of files at a time. */
import { isUtf8 } from "node:buffer";
import type { Tree, TreeEntries, TreeEntry } from "../tree.js";
import { ListedEntries } from "./listed-entries.js";
import type { ObjectStore } from "./object-store.js";
import { GitFailure } from "./run-git.js";

export function isOrdinary({ kind }: TreeEntry): boolean {
  return kind === "file" || kind === "executable";
}

export function isLink({ kind }: TreeEntry): boolean {
  return kind === "link";
}

export function linkTexts(contents: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> {
  return new Map([...contents].map(([path, bytes]) => [path, pathText(bytes)]));
}

/** The call of git that lists all files of a commit. */
export function listTree(commit: string): readonly string[] {
  return ["ls-tree", "-r", "-z", "--full-tree", commit];
}

const trees = new WeakMap<ObjectStore, Map<string, GitTree>>();

/** The same tree for each question, so that it is listed once. */
export function treeAt(store: ObjectStore, commit: string): GitTree {
  const known = trees.get(store) ?? new Map<string, GitTree>();
  trees.set(store, known);
  const tree = known.get(commit) ?? new GitTree(store, commit);
  known.set(commit, tree);
  return tree;
}

export class GitTree implements Tree {
  readonly commit: string;
  readonly #store: ObjectStore;
  #entries: Promise<TreeEntries> | null = null;

  constructor(store: ObjectStore, commit: string) {
    this.#store = store;
    this.commit = commit;
  }

  entries(): Promise<TreeEntries> {
    this.#entries ??= this.#list().catch((error: unknown) => {
      // What is missing may be there after a fetch.
      this.#entries = null;
      throw error;
    });
    return this.#entries;
  }

  /** Links and submodules have no file content, so they are left out too. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#contents(paths, isOrdinary);
  }

  async naming(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null> {
    const options = ["-F", "-l", "-z", "--no-color", "--no-recurse-submodules", "--full-name", "-f", "-"];
    const call = ["grep", ...options, this.commit, "--", ...pathspecs];
    const input = `${words.join("\n")}\n`;
    const { stdout, stderr } = await inTurn(this.#store, () =>
      this.#store.local(call, { answers: [0, 1], input }),
    );
    // git grep skips a file that it cannot read, and only reports it.
    if (stderr.trim() !== "") return null;
    return textsBetweenNuls(stdout).map((part) => part.slice(this.commit.length + 1));
  }

  async readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return linkTexts(await this.#contents(paths, isLink));
  }

  async #contents(
    paths: readonly string[],
    isWanted: (entry: TreeEntry) => boolean,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const entries = await this.entries();
    const wanted = new Map<string, string>();
    for (const path of paths) {
      const entry = entries.get(path);
      if (entry !== undefined && isWanted(entry)) wanted.set(path, entry.id);
    }
    const objects = await readObjects(this.#store, [...new Set(wanted.values())]);
    const read = new Map<string, Uint8Array>();
    for (const [path, id] of wanted) {
      const bytes = objects.get(id);
      if (bytes !== undefined) read.set(path, bytes);
    }
    return read;
  }

  async #list(): Promise<TreeEntries> {
    const { stdout } = await this.#store.reading(listTree(this.commit));
    return new ListedEntries(textWithNuls(stdout));
  }
}

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const FIRST_SURROGATE = 0xdc00;

/**
 * Git's paths are bytes, mostly UTF-8. In any other path, each byte above 0x7f becomes a lone surrogate, so that two
 * different paths never give the same text.
 */
export function pathText(bytes: Uint8Array): string {
  try {
    return STRICT.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : FIRST_SURROGATE + byte)).join(
      "",
    );
  }
}

/** The NUL-terminated parts of `-z` output, as bytes; bytes after the last NUL are left out. */
export function* partsBetweenNuls(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/** The same as texts; bytes after the last NUL are left out. */
export function textsBetweenNuls(bytes: Buffer): readonly string[] {
  const texts = textWithNuls(bytes).split("\0");
  texts.pop();
  return texts;
}

/** All parts are decoded together where that gives the same texts. */
function textWithNuls(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  return Array.from(partsBetweenNuls(bytes), (part) => `${pathText(part)}\0`).join("");
}

const turns = new WeakMap<ObjectStore, Promise<unknown>>();

/** One at a time for each store: while git fetches, it locks its configuration, and others would fetch, too. */
export function inTurn<Result>(store: ObjectStore, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(store) ?? Promise.resolve()).then(work, work);
  turns.set(store, turn);
  return turn;
}

/** Requests of the same moment share one process, whose start costs more than reading many objects, and one fetch. */
class Batch {
  readonly ids = new Set<string>();
  readonly found: Promise<ReadonlyMap<string, Uint8Array>>;
  readonly #store: ObjectStore;
  #fetched: Promise<ReadonlyMap<string, Uint8Array>> | null = null;

  constructor(store: ObjectStore) {
    this.#store = store;
    const moment = new Promise<void>((resolve) => setImmediate(resolve));
    this.found = moment.then(() =>
      inTurn(store, () => {
        waiting.delete(store);
        return readBatch(store, [...this.ids]);
      }),
    );
  }

  /** What this machine did not have. */
  fetched(): Promise<ReadonlyMap<string, Uint8Array>> {
    this.#fetched ??= this.found.then((found) => {
      const missing = [...this.ids].filter((id) => !found.has(id));
      return inTurn(this.#store, async () => {
        await fetchObjects(this.#store, missing);
        return readBatch(this.#store, missing);
      });
    });
    return this.#fetched;
  }
}

const waiting = new WeakMap<ObjectStore, Batch>();

/** Throws `GitFailure` when an object is not available. */
export async function readObjects(
  store: ObjectStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (ids.length === 0) return new Map();
  const here = await store.bytesOf(ids);
  // Each id is there once, and so is each object.
  if (here?.size === ids.length) return here;
  const missing = here === null ? ids : ids.filter((id) => !here.has(id));
  if (here !== null && missing.length === 0) return here;
  const batch = waiting.get(store) ?? new Batch(store);
  waiting.set(store, batch);
  for (const id of missing) batch.ids.add(id);
  const found = await batch.found;
  const areHere = here ?? new Map<string, Uint8Array>();
  if (missing.every((id) => found.has(id)))
    return areHere.size === 0 ? found : new Map([...areHere, ...found]);
  const fetched = await batch.fetched();
  const absent = missing.find((id) => !found.has(id) && !fetched.has(id));
  if (absent !== undefined) throw new GitFailure(`the object ${absent} is not available`);
  return new Map([...areHere, ...found, ...fetched]);
}

async function readBatch(store: ObjectStore, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const { stdout } = await store.reading(["cat-file", "--batch", "--buffer"], {
    input: `${ids.join("\n")}\n`,
  });
  const found = new Map<string, Uint8Array>();
  let start = 0;
  while (start < stdout.length) {
    const end = stdout.indexOf(0x0a, start);
    const [id = "", type = "", size = ""] = stdout.toString("latin1", start, end).split(" ");
    start = end + 1;
    if (type === "missing") continue;
    const bytes = Number(size);
    if (end === -1 || !Number.isSafeInteger(bytes))
      throw new GitFailure("git cat-file printed an unexpected answer");
    found.set(id, stdout.subarray(start, start + bytes));
    start += bytes + 1;
  }
  return found;
}

/** Like git's own fetch for a partial clone, but all objects in one request. */
async function fetchObjects(store: ObjectStore, ids: readonly string[]): Promise<void> {
  if (!(await store.hasRemote())) throw new GitFailure(`the object ${ids[0] ?? ""} is not in the checkout`);
  const words = ["--filter=blob:none", "--stdin", "origin"];
  await store.fetch(words, { input: `${ids.join("\n")}\n` });
}
