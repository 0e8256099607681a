/**
 * Real throw-away repositories: bare, written as `git fast-import` writes them, with identities and dates that never
 * change, so that the same calls give the same commit ids on every machine.
 */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile as writeBytes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CommitId, commitId, type TreeId, treeId } from "../../src/domain/ids.js";
import { changedTree, LooseObjects, PackedObject, type Tree, type TreeEntry } from "./loose-objects.js";
import { runElsewhere, startsElsewhere } from "./program-starter.js";
import { readRefs } from "./read-refs.js";

/** Text is an ordinary file; null deletes what is at the path, a folder too. */
export type FileChange =
  | string
  | null
  | { readonly mode: "100644" | "100755" | "120000"; readonly content: string | Buffer }
  | { readonly mode: "160000"; readonly commit: string };

export interface CommitPlan {
  /** The first parent carries the files on; a number counts earlier plans of the same call. */
  readonly parents?: readonly (CommitId | number)[];
  readonly files?: Readonly<Record<string, FileChange>>;
  /** Text at paths of one byte per character, which need be no text. */
  readonly filesAtBytes?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly author?: string;
  /** Seconds since 1970 of author and committer. */
  readonly seconds?: number;
  /** Full names of refs that point at the commit afterwards. */
  readonly refs?: readonly string[];
}

type ObjectFormat = "sha1" | "sha256";

const AUTHOR = "Ada Author <ada@example.com>";
const COMMITTER = "Carl Committer <carl@example.com>";
const FIRST_SECOND = 1_700_000_000;

/** As long as a test may take. */
const MOST_MS = 180_000;
const ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  LC_ALL: "C",
};

/** Housekeeping after each push would cost more time than the push. */
const RECEIVE = "[receive]\n\tautogc = false\n";
const CONFIG: Readonly<Record<ObjectFormat, string>> = {
  sha1: `[core]\n\trepositoryformatversion = 0\n\tbare = true\n${RECEIVE}`,
  sha256: `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n${RECEIVE}`,
};

export class GitRepository {
  readonly folder: string;
  readonly #noCommit: string;
  readonly #objects: LooseObjects;

  private constructor(folder: string, objectFormat: ObjectFormat) {
    this.folder = folder;
    this.#objects = new LooseObjects(folder, objectFormat);
    this.#noCommit = "0".repeat(objectFormat === "sha1" ? 40 : 64);
  }

  static async create(objectFormat: ObjectFormat = "sha1", parent = tmpdir()): Promise<GitRepository> {
    const folder = await mkdtemp(join(parent, "merge-queue-repository-"));
    for (const part of ["objects/info", "objects/pack", "refs/heads", "refs/tags"]) {
      await mkdir(join(folder, part), { recursive: true });
    }
    await writeBytes(join(folder, "HEAD"), "ref: refs/heads/main\n");
    await writeBytes(join(folder, "config"), CONFIG[objectFormat]);
    return new GitRepository(folder, objectFormat);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** What git prints, without the final line break. */
  async git(...words: readonly string[]): Promise<string> {
    return (await runGit(this.folder, words, "")).replace(/\n$/, "");
  }

  #succeeds(...words: readonly string[]): Promise<boolean> {
    return this.git(...words).then(
      () => true,
      () => false,
    );
  }

  /** A commit of exactly these bytes; as `git hash-object -t commit -w` writes it. */
  async writeCommit(bytes: string): Promise<CommitId> {
    return Promise.resolve(commitId(this.#objects.write("commit", Buffer.from(bytes))));
  }

  async commit(plan: CommitPlan): Promise<CommitId> {
    const [commit] = await this.commits([plan]);
    if (commit === undefined) throw new Error("git fast-import made no commit");
    return commit;
  }

  async commits(plans: readonly CommitPlan[]): Promise<readonly CommitId[]> {
    try {
      return await this.#writeCommits(plans);
    } catch (error) {
      if (error instanceof PackedObject) return await this.importCommits(plans);
      throw error;
    }
  }

  /** The same, through `git fast-import`. */
  async importCommits(plans: readonly CommitPlan[]): Promise<readonly CommitId[]> {
    const parts: (string | Buffer)[] = [];
    for (const [index, plan] of plans.entries()) {
      writePlan(parts, plan, index);
      parts.push(`reset refs/import/${index}\nfrom ${this.#noCommit}\n`, `get-mark :${index + 1}\n`);
    }
    parts.push("done\n");
    const input = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const printed = await runGit(this.folder, ["fast-import", "--quiet", "--force", "--done"], input);
    const commits = printed.trim().split("\n").map(commitId);
    if (commits.length !== plans.length) throw new Error(`git fast-import answered ${printed}`);
    return commits;
  }

  async #writeCommits(plans: readonly CommitPlan[]): Promise<readonly CommitId[]> {
    const commits: CommitId[] = [];
    for (const [index, plan] of plans.entries()) {
      const parents = (plan.parents ?? []).map((parent) => {
        const commit = typeof parent === "number" ? commits[parent] : parent;
        if (commit === undefined) throw new RangeError(`plan ${index} has a parent that comes after it`);
        return commit;
      });
      const tree = changedTree(this.#objects, this.#treeOf(parents[0]), this.#changesOf(plan));
      const date = `${plan.seconds ?? FIRST_SECOND + index} +0000`;
      const lines = [
        `tree ${this.#objects.writeTree(tree)}`,
        ...parents.map((parent) => `parent ${parent}`),
        `author ${plan.author ?? AUTHOR} ${date}`,
        `committer ${COMMITTER} ${date}`,
        "",
        plan.message ?? `Change ${index + 1}\n`,
      ];
      const commit = await this.writeCommit(lines.join("\n"));
      commits.push(commit);
      for (const ref of plan.refs ?? []) await this.setRef(ref, commit);
    }
    return commits;
  }

  #treeOf(parent: CommitId | undefined): Tree {
    if (parent === undefined) return new Map();
    const commit = this.#objects.read(parent)?.content.toString("latin1", 0, 100);
    const [, id] = /^tree ([0-9a-f]+)\n/.exec(commit ?? "") ?? [];
    const tree = id === undefined ? null : this.#objects.readTree(id);
    if (tree === null) throw new PackedObject();
    return tree;
  }

  /** By path, one character per byte. */
  #changesOf({ files = {}, filesAtBytes = {} }: CommitPlan): ReadonlyMap<string, TreeEntry | null> {
    const blob = (content: string | Buffer) => this.#objects.write("blob", Buffer.from(content));
    const entryOf = (change: FileChange): TreeEntry | null => {
      if (change === null) return null;
      if (typeof change === "string") return { mode: "100644", id: blob(change) };
      if (change.mode === "160000") return { mode: change.mode, id: change.commit };
      return { mode: change.mode, id: blob(change.content) };
    };
    return new Map([
      ...Object.entries(files).map(
        ([path, change]) => [Buffer.from(path).toString("latin1"), entryOf(change)] as const,
      ),
      ...Object.entries(filesAtBytes).map(([path, text]) => [path, entryOf(text)] as const),
    ]);
  }

  /** By its full name; null when there is no such ref. */
  async ref(name: string): Promise<CommitId | null> {
    return (await readRefs(this.folder)).get(name) ?? null;
  }

  async setRef(name: string, commit: CommitId | null): Promise<void> {
    if (commit === null) await this.git("update-ref", "-d", name);
    else if (!this.#objects.writeRef(name, commit)) await this.git("update-ref", name, commit);
  }

  /** False when the ref is not where it was expected; null expects or leaves no ref, and nothing expects nothing. */
  async moveRef(name: string, to: string | null, from?: string | null): Promise<boolean> {
    if (to !== null && from !== null && this.#objects.writeRef(name, to, from)) return true;
    const expected = from === undefined ? [] : [from ?? this.#noCommit];
    const words = to === null ? ["-d", name, ...expected] : [name, to, ...expected];
    return this.#succeeds("update-ref", ...words);
  }

  async hasCommit(id: string): Promise<boolean> {
    if (this.#objects.readCommit(id) !== null) return true;
    return this.#succeeds("cat-file", "-e", `${id}^{commit}`);
  }

  /** Whether one commit is another, or in its history. */
  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    const seen = new Set([descendant]);
    for (const id of seen) {
      if (id === ancestor) return true;
      const commit = this.#objects.readCommit(id);
      if (commit === null) return this.#succeeds("merge-base", "--is-ancestor", ancestor, descendant);
      for (const parent of commit.parents) seen.add(parent);
    }
    return false;
  }

  /** Of a commit, or of a tree itself; null where there is none. */
  async treeOf(id: string): Promise<string | null> {
    const tree = this.#objects.read(id)?.type === "tree" ? id : this.#objects.readCommit(id)?.tree;
    return tree ?? this.git("rev-parse", "-q", "--verify", `${id}^{tree}`).catch(() => null);
  }

  async refs(): Promise<readonly string[]> {
    return [...(await readRefs(this.folder)).keys()];
  }

  async tree(commit: string): Promise<TreeId> {
    return treeId(await this.git("rev-parse", `${commit}^{tree}`));
  }

  /** Each path with its mode and, for a file or link, its text. */
  async files(commit: string): Promise<Readonly<Record<string, string>>> {
    const listing = await this.git("ls-tree", "-r", "-z", commit);
    const files: Record<string, string> = {};
    for (const line of listing.split("\0").filter((entry) => entry !== "")) {
      const [, mode = "", type, id = "", path = ""] = /^(\d+) (\w+) (\w+)\t([^]*)$/.exec(line) ?? [];
      files[path] = `${mode} ${type === "blob" ? await this.git("cat-file", "blob", id) : id}`;
    }
    return files;
  }
}

function writePlan(parts: (string | Buffer)[], plan: CommitPlan, index: number): void {
  const date = `${plan.seconds ?? FIRST_SECOND + index} +0000`;
  const [onto, ...merged] = (plan.parents ?? []).map((parent) =>
    typeof parent === "number" ? `:${parent + 1}` : parent,
  );
  // Named only to be written; the refs asked for are set below.
  parts.push(`commit refs/import/${index}\nmark :${index + 1}\n`);
  parts.push(`author ${plan.author ?? AUTHOR} ${date}\ncommitter ${COMMITTER} ${date}\n`);
  writeText(parts, plan.message ?? `Change ${index + 1}\n`);
  if (onto !== undefined) parts.push(`from ${onto}\n`);
  for (const parent of merged) parts.push(`merge ${parent}\n`);
  for (const [path, change] of Object.entries(plan.files ?? {})) writeChange(parts, path, change);
  for (const [path, content] of Object.entries(plan.filesAtBytes ?? {})) {
    parts.push("M 100644 inline ", Buffer.from(`${JSON.stringify(path)}\n`, "latin1"));
    writeText(parts, content);
  }
  for (const ref of plan.refs ?? []) parts.push(`reset ${ref}\nfrom :${index + 1}\n`);
}

function writeChange(parts: (string | Buffer)[], path: string, change: FileChange): void {
  const quoted = JSON.stringify(path);
  if (change === null) parts.push(`D ${quoted}\n`);
  else if (typeof change === "string") writeFile(parts, "100644", quoted, change);
  else if (change.mode === "160000") parts.push(`M 160000 ${change.commit} ${quoted}\n`);
  else writeFile(parts, change.mode, quoted, change.content);
}

function writeFile(parts: (string | Buffer)[], mode: string, path: string, content: string | Buffer): void {
  parts.push(`M ${mode} inline ${path}\n`);
  writeText(parts, content);
}

function writeText(parts: (string | Buffer)[], text: string | Buffer): void {
  parts.push(`data ${Buffer.byteLength(text)}\n`, text, "\n");
}

async function runGit(folder: string, words: readonly string[], input: string | Buffer): Promise<string> {
  if (startsElsewhere()) return runGitElsewhere(folder, words, input);
  const child = spawn("git", words, { cwd: folder, env: { ...ENVIRONMENT, GIT_DIR: folder } });
  const printed: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  child.stdin.on("error", () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (code === 0) return Buffer.concat(printed).toString();
  throw new Error(`git ${words.join(" ")} failed: ${Buffer.concat(complaints).toString()}`);
}

async function runGitElsewhere(
  folder: string,
  words: readonly string[],
  input: string | Buffer,
): Promise<string> {
  const { PATH = "", ...environment } = ENVIRONMENT;
  const end = await runElsewhere({
    command: "git",
    arguments: words,
    folder,
    environment: { ...environment, PATH, GIT_DIR: folder },
    input,
    deadlineMs: MOST_MS,
  });
  if (end.kind === "exited" && end.exitCode === 0) return end.stdout.toString();
  const why = end.kind === "exited" ? end.stderr : JSON.stringify(end);
  throw new Error(`git ${words.join(" ")} failed: ${why}`);
}
