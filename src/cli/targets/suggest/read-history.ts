/**
 * The newest changes of a branch along its first parents, each as two trees. The newest tree is listed once; every older
 * one is derived from the differences.
 */
import { DIFF_TREE, type Difference, differencesIn } from "../../../targets/git/changed-files.js";
import { localEnvironment } from "../../../targets/git/git-environment.js";
import { GitTree, isLink, isOrdinary, linkTexts, textsBetweenNuls } from "../../../targets/git/git-tree.js";
import type { ObjectStore } from "../../../targets/git/object-store.js";
import { runGit } from "../../../targets/git/run-git.js";
import { PATTERN_WORDS } from "../../../targets/inert-readers.js";
import { INERT_RULE_NAMES, inertRuleFor, NEVER_RUN } from "../../../targets/rules/inert-files.js";
import type { ChangedFile } from "../../../targets/source.js";
import type { Tree, TreeEntry } from "../../../targets/tree.js";
import { fileNameOf } from "../../../targets/tree-paths.js";
import { Blobs } from "./blobs.js";
import { WordSearch } from "./word-search.js";

export interface HistoryChange {
  readonly commit: string;
  readonly base: HistoryTree;
  readonly head: HistoryTree;
  readonly changed: readonly ChangedFile[];
}

export interface History {
  /** Newest first; each is to be used before the next one is taken. */
  readonly changes: () => AsyncGenerator<HistoryChange>;
  readonly count: number;
  readonly newest: HistoryTree;
  /** The checkout has fewer commits than requested because it is shallow. */
  readonly isCut: boolean;
}

export interface HistoryQuestion {
  readonly folder: string;
  /** A commit id. */
  readonly newest: string;
  readonly commits: number;
  readonly store: ObjectStore;
  readonly signal: AbortSignal;
}

interface Step {
  readonly commit: string;
  readonly parent: string;
  readonly differences: readonly Difference[];
}

/** How many changes are read ahead together. */
const PORTION = 50;
const NO_OBJECT = /^0+$/;

/** Throws `GitFailure`. */
export async function readHistory(question: HistoryQuestion): Promise<History> {
  const { store, newest: commit } = question;
  const { steps, isCut } = await stepsOf(question);
  const listed = new GitTree(store, commit);
  const entries = await listed.entries();
  const blobs = new Blobs(store);
  const words = new WordSearch(listed, blobs, wordsFor(steps));
  const newest = new HistoryTree(commit, entries, { blobs, words });
  async function* changes(): AsyncGenerator<HistoryChange> {
    let head = newest;
    for (const [index, step] of steps.entries()) {
      if (index % PORTION === 0) await blobs.readAhead(idsIn(steps.slice(index, index + PORTION)));
      words.mayDiffer(step.differences.map(({ file }) => file.path));
      const base = new HistoryTree(step.parent, earlier(await head.entries(), step), { blobs, words });
      yield { commit: step.commit, base, head, changed: step.differences.map(({ file }) => file) };
      head = base;
    }
  }
  return { changes, count: steps.length, newest, isCut };
}

async function stepsOf({ folder, newest, commits, store, signal }: HistoryQuestion) {
  const environment = localEnvironment({ "safe.directory": "*" });
  const words = ["log", "--first-parent", `--max-count=${commits + 1}`, "--format=%H %T %P", newest, "--"];
  const { stdout } = await runGit(words, { folder, environment, signal });
  const lines = stdout
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" "));
  const pairs = lines.slice(0, -1).flatMap(([commit = "", tree = ""], index) => {
    const [parent = "", earlierTree = ""] = lines[index + 1] ?? [];
    return [{ commit, parent, trees: `${earlierTree} ${tree}` }];
  });
  const differences = await differencesOf(
    store,
    pairs.map(({ trees }) => trees),
  );
  const steps: Step[] = pairs.map(({ commit, parent }, index) => ({
    commit,
    parent,
    differences: differences[index] ?? [],
  }));
  return { steps, isCut: lines.length <= commits && (await isShallow(folder, environment, signal)) };
}

async function isShallow(
  folder: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { stdout } = await runGit(["rev-parse", "--is-shallow-repository"], { folder, environment, signal });
  return stdout.toString().trim() === "true";
}

/** Of pairs of trees, in their order. */
async function differencesOf(
  store: ObjectStore,
  pairs: readonly string[],
): Promise<readonly (readonly Difference[])[]> {
  if (pairs.length === 0) return [];
  const { stdout } = await store.local([...DIFF_TREE, "--stdin"], { input: `${pairs.join("\n")}\n` });
  const records: string[][] = [];
  // Each pair is printed again, as a line in front of its records.
  for (const text of textsBetweenNuls(stdout)) {
    let rest = text;
    for (let line = PAIR.exec(rest); line !== null; line = PAIR.exec(rest)) {
      records.push([]);
      rest = rest.slice(line[0].length);
    }
    records.at(-1)?.push(rest);
  }
  return pairs.map((_, index) => differencesIn(records[index] ?? []));
}

const PAIR = /^[0-9a-f]{40,64} [0-9a-f]{40,64}\n/;

function earlier(entries: Entries, { differences }: Step): Entries {
  const before = new Map(entries);
  for (const { file, before: entry } of differences) {
    if (entry === null) before.delete(file.path);
    else before.set(file.path, entry);
  }
  return before;
}

function idsIn(steps: readonly Step[]): readonly string[] {
  const files = steps.flatMap(({ differences }) => differences.filter(({ file }) => !file.isSubmodule));
  return files
    .flatMap(({ before, afterId }) => [...(before === null ? [] : [before.id]), afterId])
    .filter((id) => !NO_OBJECT.test(id));
}

/** The words that the search for readers of inert files will want. */
function wordsFor(steps: readonly Step[]): readonly string[] {
  const allowed = new Set(INERT_RULE_NAMES);
  const inert = steps.flatMap(({ differences }) =>
    differences.flatMap(({ file: { path } }) =>
      inertRuleFor(path, allowed) !== null || NEVER_RUN.test(path) ? [fileNameOf(path)] : [],
    ),
  );
  return [...new Set([...PATTERN_WORDS, ...inert])];
}

type Entries = ReadonlyMap<string, TreeEntry>;

/** A tree of a history. Content is read through `Blobs`, and words are searched through `WordSearch`. */
class HistoryTree implements Tree {
  readonly commit: string;
  readonly #entries: Entries;
  readonly #blobs: Blobs;
  readonly #words: WordSearch;

  constructor(commit: string, entries: Entries, { blobs, words }: { blobs: Blobs; words: WordSearch }) {
    this.commit = commit;
    this.#entries = entries;
    this.#blobs = blobs;
    this.#words = words;
  }

  entries(): Promise<Entries> {
    return Promise.resolve(this.#entries);
  }

  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#contents(paths, isOrdinary);
  }

  async readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return linkTexts(await this.#contents(paths, isLink));
  }

  naming(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null> {
    return this.#words.pathsNaming(this.#entries, words, pathspecs);
  }

  async #contents(
    paths: readonly string[],
    isWanted: (entry: TreeEntry) => boolean,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const wanted = paths.flatMap((path) => this.#entries.get(path) ?? []).filter(isWanted);
    const objects = await this.#blobs.read(wanted.map(({ id }) => id));
    return new Map(
      wanted.flatMap(({ path, id }): [string, Uint8Array][] => {
        const bytes = objects.get(id);
        return bytes === undefined ? [] : [[path, bytes]];
      }),
    );
  }
}
