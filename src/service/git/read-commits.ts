/**
 * Reads commits, many in one git process. An unusable commit is reported with its defect, and does not prevent reading
 * the others.
 */

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { type CommitId, isCommitId, treeId } from "../../domain/ids.js";
import { GitError, TooMuchOutput } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { type CommitRecord, type Identity, MAX_MESSAGE_BYTES, TOO_LONG_A_MESSAGE } from "./commit.js";

export type CommitRecords = ReadonlyMap<CommitId, CommitRecord>;

export interface CommitsRead {
  readonly records: CommitRecords;
  /** The defects of existing but unusable commits, as text that follows the commit's id in a sentence. */
  readonly defects: ReadonlyMap<CommitId, string>;
}

/** The output limit of one process. Longer output is read in parts; a single commit above it has a defect. */
const MAX_PRINTED_BYTES = 16 * 1024 * 1024;

const FIELDS = ["%H", "%T", "%P", "%an", "%ae", "%ad", "%B"];
const LOG = ["log", "--no-walk=unsorted", "--ignore-missing", "--stdin", "-z", "--date=raw"];

/** Messages of git, here or on the server, about an object that will never be readable. */
const BROKEN =
  /bad (tree |commit )?object|bogus commit|repository corruption|could not (read|parse)|unable to (read|parse)|failed to traverse|not a commit/i;
/** Messages of git about a connection or a login, which are not defects of a commit. */
const OUT_OF_REACH = /could not read (from remote repository|username|password)|askpass/i;

const NOTHING: CommitsRead = { records: new Map(), defects: new Map() };

/** Reads the requested commits that the clone has. */
export async function readCommits(clone: Clone, ids: readonly CommitId[]): Promise<CommitsRead> {
  const loose = await readLooseCommits(clone.folder, ids);
  const others = ids.filter((id) => !loose.has(id));
  return joined(bounded(loose), await readByGit(clone, others));
}

async function readByGit(clone: Clone, ids: readonly CommitId[]): Promise<CommitsRead> {
  if (ids.length === 0) return NOTHING; // without ids, git would print HEAD
  // Outside of `try`: an unreachable repository is not a defect of a commit.
  await clone.open();
  try {
    return bounded(await logOf(clone, ids));
  } catch (error) {
    if (!(error instanceof GitError) || (error.retryable && !(error instanceof TooMuchOutput))) throw error;
    const [only, ...more] = ids;
    if (only !== undefined && more.length === 0)
      return { ...NOTHING, defects: new Map([[only, defectBy(error)]]) };
    const middle = Math.ceil(ids.length / 2);
    const first = await readByGit(clone, ids.slice(0, middle));
    return joined(first, await readByGit(clone, ids.slice(middle)));
  }
}

/** Like `readCommits`, but fetches missing commits first. */
export async function obtainCommits(clone: Clone, ids: readonly CommitId[]): Promise<CommitsRead> {
  const present = await readCommits(clone, ids);
  const missing = ids.filter((id) => !isPresent(present, id));
  if (missing.length === 0) return present;
  const failures = await clone.fetch(missing);
  const fetched = joined(present, await readCommits(clone, missing));
  const absent = missing.filter((id) => !isPresent(fetched, id));
  if (absent.length === 0) return fetched;
  const defects = new Map(await unreadable(clone, absent));
  for (const id of absent) {
    const failure = failures.get(id);
    if (failure === undefined) continue;
    if (OUT_OF_REACH.test(failure.message) || !BROKEN.test(failure.message)) throw failure;
    defects.set(id, `cannot be fetched: ${failure.message}`);
  }
  return joined(fetched, { ...NOTHING, defects });
}

/** Whether the commit exists, usable or not. */
export function isPresent({ records, defects }: CommitsRead, id: CommitId): boolean {
  return records.has(id) || defects.has(id);
}

/** Null when the repository lacks the descendant, so the answer is unknown. */
export async function isAncestorIn(
  clone: Clone,
  ancestor: CommitId,
  descendant: CommitId,
): Promise<boolean | null> {
  const ask = async (answers: readonly number[]) =>
    (await clone.run(["merge-base", "--is-ancestor", ancestor, descendant], { answers })).exitCode;
  const first = await ask([0, 1, 128]);
  if (first !== 128) return first === 0;
  const present = await obtainCommits(clone, [ancestor, descendant]);
  if (!isPresent(present, descendant)) return null;
  // The descendant came with its whole history.
  if (!isPresent(present, ancestor)) return false;
  const mayBeBroken = present.defects.size > 0;
  return (await ask(mayBeBroken ? [0, 1, 128] : [0, 1])) === 0;
}

async function logOf(clone: Clone, ids: readonly CommitId[]): Promise<CommitRecords> {
  const format = `--format=tformat:${FIELDS.join("%x00")}`;
  const { stdout } = await clone.run([...LOG, format], {
    input: ids.join("\n"),
    mostBytes: MAX_PRINTED_BYTES,
  });
  const values = stdout.split("\0");
  const records = new Map<CommitId, CommitRecord>();
  for (let start = 0; start + FIELDS.length <= values.length; start += FIELDS.length) {
    const record = parseCommit(values.slice(start, start + FIELDS.length));
    records.set(record.id, record);
  }
  return records;
}

function bounded(records: CommitRecords): CommitsRead {
  const defects = new Map<CommitId, string>();
  for (const { id, message } of records.values()) {
    if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES) defects.set(id, TOO_LONG_A_MESSAGE);
  }
  if (defects.size === 0) return { records, defects };
  return { records: new Map([...records].filter(([id]) => !defects.has(id))), defects };
}

function defectBy(error: GitError): string {
  return error instanceof TooMuchOutput ? TOO_LONG_A_MESSAGE : `cannot be read: ${error.message}`;
}

/** The objects of type commit that git cannot parse. */
async function unreadable(clone: Clone, ids: readonly CommitId[]): Promise<CommitsRead["defects"]> {
  const { stdout } = await clone.run(["cat-file", "--batch-check=%(objectname) %(objecttype)"], {
    input: ids.join("\n"),
  });
  const defects = new Map<CommitId, string>();
  for (const line of stdout.split("\n")) {
    const [id = "", type] = line.split(" ");
    if (isCommitId(id) && type === "commit") defects.set(id, "is malformed: git cannot parse it");
  }
  return defects;
}

function joined(one: CommitsRead, other: CommitsRead): CommitsRead {
  return {
    records: new Map([...one.records, ...other.records]),
    defects: new Map([...one.defects, ...other.defects]),
  };
}

function parseCommit(values: readonly string[]): CommitRecord {
  const [id = "", tree = "", parents = "", name = "", email = "", date = "", message = ""] = values;
  if (!isCommitId(id)) throw new Error(`git log printed ${JSON.stringify(id)} in place of a commit's id`);
  return {
    id,
    tree: treeId(tree),
    parents: parents.split(" ").filter(isCommitId),
    author: { name, email, date },
    message,
  };
}

const inflated = promisify(inflate);

/** The longest message plus headers such as a signature. Larger files are not read. */
const MAX_BYTES = MAX_MESSAGE_BYTES + 64 * 1024;

/** Does not match authors that git prints differently: spaces around the name, times before 1970, the zone -0000. */
const AUTHOR =
  /^author ([^<>\s](?:[^<>\n]*[^<>\s])?) <([^<>\s]*)> ((?:0|[1-9]\d{0,9}) (?:\+\d{4}|-(?!0000)\d{4}))$/;

/** Omits commits that are not loose, or that git may print differently. */
export async function readLooseCommits(
  folder: string,
  ids: readonly CommitId[],
): Promise<ReadonlyMap<CommitId, CommitRecord>> {
  const records = new Map<CommitId, CommitRecord>();
  for (const id of ids) {
    const record = await readLooseCommit(folder, id);
    if (record !== null) records.set(id, record);
  }
  return records;
}

async function readLooseCommit(folder: string, id: CommitId): Promise<CommitRecord | null> {
  const path = join(folder, "objects", id.slice(0, 2), id.slice(2));
  try {
    if ((await stat(path)).size > MAX_BYTES) return null;
    return parseObject(id, await inflated(await readFile(path), { maxOutputLength: MAX_BYTES }));
  } catch {
    return null; // Packed, absent or damaged: left to git.
  }
}

function parseObject(id: CommitId, object: Buffer): CommitRecord | null {
  const start = object.indexOf(0) + 1;
  const end = object.indexOf("\n\n", start);
  if (object.toString("latin1", 0, start) !== `commit ${object.length - start}\0` || end === -1) return null;
  const algorithm = id.length === 64 ? "sha256" : "sha1";
  if (createHash(algorithm).update(object).digest("hex") !== id) return null;
  // git truncates a message at a zero byte.
  if (object.includes(0, start)) return null;
  const [first = "", ...lines] = object.toString("utf8", start, end).split("\n");
  const tree = /^tree ([0-9a-f]+)$/.exec(first)?.[1];
  const count = lines.findIndex((line) => !line.startsWith("parent "));
  const parents = lines.slice(0, count).map((line) => line.slice("parent ".length));
  const author = authorOf(lines[count] ?? "");
  const isEncoded = lines.some((line) => line.startsWith("encoding "));
  if (tree?.length !== id.length || author === null || isEncoded || !parents.every(isCommitId)) return null;
  return { id, tree: treeId(tree), parents, author, message: object.toString("utf8", end + 2) };
}

function authorOf(line: string): Identity | null {
  const [, name, email, date] = AUTHOR.exec(line) ?? [];
  return name === undefined || email === undefined || date === undefined ? null : { name, email, date };
}
