/**
 * A small repository with a few pull requests that edit, rename, delete and replace files, move submodules and merge
 * each other, as chance will have it.
 */
import { type CommitId, pullRequestNumber } from "../../src/domain/ids.js";
import type { ContainedHead } from "../../src/engine/model/queue.js";
import type { CommitPlan, FileChange, GitRepository } from "./git-repository.js";
import type { Chance } from "./seeded-chance.js";

export type FileEntry = Exclude<FileChange, null>;
export type Files = ReadonlyMap<string, FileEntry>;
type Draft = Map<string, FileEntry>;

export interface RandomHistory {
  readonly seed: number;
  readonly base: CommitId;
  readonly heads: readonly ContainedHead[];
}

export interface HistoryOptions {
  /** Branches that are to stand at the base. */
  readonly branches: readonly string[];
  /** How many pull requests there are, at the least and at the most. */
  readonly pullRequests: readonly [least: number, most: number];
  /** What else the last commit of a pull request holds, by its index. */
  readonly alsoHolds?: (index: number) => Readonly<Record<string, string>>;
}

const FOLDERS = ["", "src/", "src/deep/", "docs/"];
const AUTHORS = ["Ada Author <ada@example.com>", "Zoë Ünïcode <zoe@example.com>", "bot[x] <bot@example.com>"];
const SUBMITTED_AT = Date.UTC(2026, 0, 1);

/** A pull request of the history, as long as it is only planned. */
interface Branch {
  readonly base: number;
  end: number;
}

/**
 * Writes one history besides others. Its pull requests start from the base or from the commit before that; some merge
 * what they did not start from, or one another.
 */
export async function writeRandomHistory(
  origin: GitRepository,
  chance: Chance,
  { branches, pullRequests, alsoHolds = () => ({}) }: HistoryOptions,
): Promise<RandomHistory> {
  const { seed } = chance;
  const numberOf = (index: number) => pullRequestNumber(seed * 10 + index);
  const states: Files[] = [];
  const plans: CommitPlan[] = [];
  const add = (parents: readonly number[], after: Files, refs: readonly string[]): number => {
    const files = difference(filesOf(states, parents[0]), after);
    const author = oneOf(AUTHORS, chance) ?? "";
    plans.push({ parents, files, refs, author, message: `Commit ${plans.length} of ${seed}\n` });
    return states.push(after) - 1;
  };
  const first = add([], firstFiles(chance), []);
  const refs = branches.map((branch) => `refs/heads/${branch}`);
  const tip = add([first], changed(filesOf(states, first), chance), refs);
  const ends: Branch[] = [];
  for (let index = 0, count = chance.whole(...pullRequests); index < count; index += 1) {
    const base = chance.whole(first, tip);
    const branch = { base, end: base };
    for (let left = chance.whole(1, 3); left > 0; left -= 1) {
      const merged =
        chance.whole(0, 4) === 0 ? oneOf([tip, ...ends.map(({ end }) => end)], chance) : undefined;
      const ours = filesOf(states, branch.end);
      const isMerge = merged !== undefined && merged !== branch.end;
      const joined = isMerge ? withChanges(ours, filesOf(states, base), filesOf(states, merged)) : ours;
      const after = new Map(changed(joined, chance));
      if (left === 1) for (const [path, text] of Object.entries(alsoHolds(index))) put(after, path, text);
      const head = left === 1 ? [`refs/pull/${numberOf(index)}/head`] : [];
      branch.end = add(isMerge ? [branch.end, merged] : [branch.end], after, head);
    }
    ends.push(branch);
  }
  const commits = await origin.commits(plans);
  const commitAt = (index: number): CommitId => {
    const commit = commits[index];
    if (commit === undefined) throw new Error(`there is no commit ${index}`);
    return commit;
  };
  return {
    seed,
    base: commitAt(tip),
    heads: ends.map(({ end }, index) => ({
      pullRequest: numberOf(index),
      headSha: commitAt(end),
      title: `Pull request ${numberOf(index)}`,
      submittedAt: SUBMITTED_AT + index * 1000,
    })),
  };
}

/** One change or two. */
export function changed(files: Files, chance: Chance): Files {
  const next = new Map(files);
  for (let left = chance.whole(1, 2); left > 0; left -= 1) changeOne(next, chance);
  return next;
}

/** What `git fast-import` has to be told to come from the one to the other. */
export function difference(before: Files, after: Files): Record<string, FileChange> {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => [path, null] as const);
  return Object.fromEntries([...gone, ...[...after].filter(([path, file]) => before.get(path) !== file)]);
}

function filesOf(states: readonly Files[], index: number | undefined): Files {
  return (index === undefined ? undefined : states[index]) ?? new Map();
}

function firstFiles(chance: Chance): Files {
  const names = Array.from({ length: 40 }, (_, index) => `${oneOf(FOLDERS, chance) ?? ""}file-${index}`);
  return new Map(names.map((name) => [name, lines(chance)]));
}

/** A merge in which the other side wins wherever both changed the same file. */
function withChanges(ours: Files, base: Files, theirs: Files): Files {
  const joined: Draft = new Map(ours);
  for (const path of base.keys()) if (!theirs.has(path)) joined.delete(path);
  for (const [path, file] of theirs) if (base.get(path) !== file) put(joined, path, file);
  return joined;
}

function changeOne(files: Draft, chance: Chance): void {
  const fresh = `${oneOf(FOLDERS, chance) ?? ""}new-${chance.whole(0, 999)}`;
  const path = oneOf([...files.keys()], chance) ?? fresh;
  const file = files.get(path) ?? lines(chance);
  const content = typeof file === "string" ? file : "content" in file ? file.content : "";
  switch (chance.whole(0, 20)) {
    case 0:
      put(files, fresh, lines(chance));
      break;
    case 1:
      files.delete(path);
      break;
    case 2: // a rename, with a change half of the time
      files.delete(path);
      put(files, fresh, chance.whole(0, 1) === 0 ? file : edited(String(content), chance));
      break;
    case 3:
      put(files, path, { mode: "100755", content });
      break;
    case 4:
      put(files, path, { mode: "100644", content: bytes(50, chance) });
      break;
    case 5:
      put(files, fresh, { mode: "120000", content: path });
      break;
    case 6:
      put(files, oneOf(["module", fresh], chance) ?? fresh, {
        mode: "160000",
        commit: bytes(20, chance).toString("hex"),
      });
      break;
    case 7: // a file becomes a folder
      put(files, `${path}/inside-${chance.whole(0, 3)}`, lines(chance));
      break;
    case 8: // a folder becomes a file
      put(files, path.includes("/") ? path.slice(0, path.indexOf("/")) : path, lines(chance));
      break;
    case 9: // a folder is renamed
      for (const [old, moved] of [...files].filter(([name]) => name.startsWith("src/"))) {
        files.delete(old);
        put(files, old.replace("src/", "source/"), moved);
      }
      break;
    default:
      put(files, path, edited(String(content), chance));
  }
}

/** What is in its way goes: no path is both a file and a folder. */
function put(files: Draft, path: string, file: FileEntry): void {
  for (const other of [...files.keys()]) {
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other);
  }
  files.set(path, file);
}

function bytes(count: number, chance: Chance): Buffer {
  return Buffer.from(Array.from({ length: count }, () => chance.whole(0, 255)));
}

function lines(chance: Chance): string {
  return Array.from({ length: 12 }, (_, index) => `line ${index} ${chance.whole(0, 9999)}\n`).join("");
}

function edited(text: string, chance: Chance): string {
  const parts = text.split("\n");
  parts[chance.whole(0, parts.length - 1)] = `edited ${chance.whole(0, 9999)}`;
  return parts.join("\n");
}

function oneOf<Value>(values: readonly Value[], chance: Chance): Value | undefined {
  return values[chance.whole(0, values.length - 1)];
}
