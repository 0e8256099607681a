/**
 * Reads a repository through one git process that stays, and knows nothing of how the service compares commits: it
 * walks commits and trees byte by byte by itself.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { type CommitId, commitId, isCommitId } from "../../src/domain/ids.js";
import type { FileEntry, Files } from "./random-history.js";

export interface ReadCommit {
  readonly id: CommitId;
  readonly tree: string;
  readonly parents: readonly CommitId[];
  /** With its date, as it stands in the commit. */
  readonly author: string;
  readonly message: string;
}

/** Mode and object by path, files, links and submodules; one character per byte. */
export type Listing = ReadonlyMap<string, string>;

interface Answer {
  readonly id: string;
  readonly content: Buffer;
}

const NOTHING = Buffer.alloc(0);

export class ObjectReader {
  readonly #git: ChildProcessWithoutNullStreams;
  readonly #waiting: ((answer: Answer | null) => void)[] = [];
  readonly #commits = new Map<CommitId, Promise<ReadCommit>>();
  readonly #listings = new Map<string, Promise<Listing>>();
  #unread: Buffer = NOTHING;

  constructor(folder: string) {
    const env = { PATH: process.env["PATH"], HOME: tmpdir(), GIT_DIR: folder, GIT_CONFIG_NOSYSTEM: "1" };
    this.#git = spawn("git", ["cat-file", "--batch"], { env });
    this.#git.stderr.resume();
    this.#git.stdout.on("data", (chunk: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, chunk]);
      while (this.#readOne());
    });
  }

  async close(): Promise<void> {
    const ended = once(this.#git, "close");
    this.#git.stdin.end();
    await ended;
  }

  /** Where a ref points at this moment; null when there is none. */
  async ref(name: string): Promise<CommitId | null> {
    const answer = await this.#ask(name);
    return answer === null ? null : commitId(answer.id);
  }

  async commit(id: CommitId): Promise<ReadCommit> {
    return remembered(this.#commits, id, async () => parseCommit(id, (await this.content(id)).toString()));
  }

  async listing(id: CommitId): Promise<Listing> {
    const { tree } = await this.commit(id);
    return remembered(this.#listings, tree, async () => new Map(await this.#walk(tree, "")));
  }

  /** As they can be written again. */
  async files(id: CommitId): Promise<Files> {
    const files = [...(await this.listing(id))].map(
      async ([path, entry]) => [path, await this.#file(entry)] as const,
    );
    return new Map<string, FileEntry>(await Promise.all(files));
  }

  /** From the commit to the oldest, along first parents. */
  async firstParents(id: CommitId): Promise<readonly CommitId[]> {
    const chain: CommitId[] = [];
    for (
      let next: CommitId | undefined = id;
      next !== undefined;
      next = (await this.commit(next)).parents[0]
    ) {
      chain.push(next);
    }
    return chain;
  }

  /** With the commit itself. */
  async ancestors(id: CommitId): Promise<ReadonlySet<CommitId>> {
    const seen = new Set<CommitId>([id]);
    for (const next of seen) for (const parent of (await this.commit(next)).parents) seen.add(parent);
    return seen;
  }

  async content(object: string): Promise<Buffer> {
    const answer = await this.#ask(object);
    if (answer === null) throw new Error(`there is no object ${object}`);
    return answer.content;
  }

  async #file(entry: string): Promise<FileEntry> {
    const [mode, object = ""] = entry.split(" ");
    if (mode === "160000") return { mode, commit: object };
    if (mode !== "100644" && mode !== "100755" && mode !== "120000") throw new Error(`what is ${entry}?`);
    return { mode, content: await this.content(object) };
  }

  async #walk(tree: string, folder: string): Promise<readonly (readonly [string, string])[]> {
    const entries = parseTree(await this.content(tree), tree.length / 2);
    const paths = entries.map(async ({ mode, name, id }) => {
      const path = `${folder}${name}`;
      return mode === "40000" ? this.#walk(id, `${path}/`) : [[path, `${mode} ${id}`] as const];
    });
    return (await Promise.all(paths)).flat();
  }

  async #ask(name: string): Promise<Answer | null> {
    const answer = new Promise<Answer | null>((resolve) => this.#waiting.push(resolve));
    this.#git.stdin.write(`${name}\n`);
    return answer;
  }

  #readOne(): boolean {
    const end = this.#unread.indexOf("\n");
    if (end < 0) return false;
    const [id = "", type, size] = this.#unread.subarray(0, end).toString().split(" ");
    const isMissing = type === "missing";
    const rest = end + 1 + (isMissing ? 0 : Number(size) + 1);
    if (this.#unread.length < rest) return false;
    const content = Buffer.from(this.#unread.subarray(end + 1, Math.max(rest - 1, end + 1)));
    this.#unread = this.#unread.subarray(rest);
    this.#waiting.shift()?.(isMissing ? null : { id, content });
    return true;
  }
}

async function remembered<Key, Value>(
  memory: Map<Key, Promise<Value>>,
  key: Key,
  read: () => Promise<Value>,
): Promise<Value> {
  const known = memory.get(key) ?? read();
  memory.set(key, known);
  return known;
}

function parseCommit(id: CommitId, text: string): ReadCommit {
  const end = text.indexOf("\n\n");
  const lines = text.slice(0, end).split("\n");
  const all = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const [tree = ""] = all("tree");
  const [author = ""] = all("author");
  return { id, tree, parents: all("parent").filter(isCommitId), author, message: text.slice(end + 2) };
}

function parseTree(content: Buffer, idBytes: number) {
  const entries: { readonly mode: string; readonly name: string; readonly id: string }[] = [];
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(0, start);
    const [mode = "", ...name] = content.toString("latin1", start, end).split(" ");
    const id = content.toString("hex", end + 1, end + 1 + idBytes);
    entries.push({ mode, name: name.join(" "), id });
    start = end + 1 + idBytes;
  }
  return entries;
}
