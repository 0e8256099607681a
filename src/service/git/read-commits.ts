/** What git knows of commits, many in one process. */
import { type CommitId, isCommitId, type TreeId, treeId } from "../../domain/ids.js";
import { CommitError, GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { type CommitRecord, commitProblem } from "./commit.js";

/** Of a commit that is there and cannot be used, the reason. */
export type CommitRecords = ReadonlyMap<CommitId, CommitRecord | CommitError>;

const FIELDS = ["%H", "%T", "%P", "%an", "%ae", "%ad", "%B"];
const FORMAT = `--format=tformat:${FIELDS.join("%x00")}`;
const LOG = ["log", "--no-walk=unsorted", "--ignore-missing", "--stdin", "-z", "--date=raw", FORMAT];
const SIZES = ["cat-file", "--batch-check=%(objectname) %(objectsize)"];

/** Of all commits that one call reads, where a call for all has failed. */
const MAX_BYTES_AT_ONCE = 16 * 1024 * 1024;
const MAX_SHOWN = 200;

/** The commits that the clone has of those asked for. One that cannot be read does not keep the others from being read. */
export async function readCommits(clone: Clone, ids: readonly CommitId[]): Promise<CommitRecords> {
  if (ids.length === 0) return new Map(); // git would take that for a wish to see HEAD
  try {
    return await logOf(clone, ids);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const records = await readApart(clone, ids);
    // Not the fault of any one of them.
    if (ids.length > 1 && [...records.values()].every((record) => record instanceof CommitError)) throw error;
    return records;
  }
}

/** Undefined where the clone does not have the commit; fails where the commit cannot be used. */
export function recordOf(records: CommitRecords, id: CommitId): CommitRecord | undefined {
  const record = records.get(id);
  if (record instanceof CommitError) throw record;
  return record;
}

/** Also of a commit that cannot be used otherwise, as the tip of a branch may be. */
export async function treeOf(clone: Clone, records: CommitRecords, id: CommitId): Promise<TreeId> {
  const record = records.get(id);
  if (record !== undefined && !(record instanceof CommitError)) return record.tree;
  return treeId((await clone.run(["rev-parse", "--verify", `${id}^{tree}`])).stdout.trim());
}

async function logOf(clone: Clone, ids: readonly CommitId[]): Promise<CommitRecords> {
  const { stdout } = await clone.run(LOG, { input: ids.join("\n") });
  const values = stdout.split("\0");
  const records = new Map<CommitId, CommitRecord | CommitError>();
  for (let start = 0; start + FIELDS.length <= values.length; start += FIELDS.length) {
    const record = parseCommit(values.slice(start, start + FIELDS.length));
    records.set(record.id, commitProblem(record) ?? record);
  }
  return records;
}

/** In groups that are small enough, and each of a group that fails by itself. */
async function readApart(clone: Clone, ids: readonly CommitId[]): Promise<CommitRecords> {
  const sizes = await sizesOf(clone, ids);
  const records = new Map<CommitId, CommitRecord | CommitError>();
  const read = async (group: readonly CommitId[]): Promise<void> => {
    try {
      for (const [id, record] of await logOf(clone, group)) records.set(id, record);
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      const [first] = group;
      if (group.length > 1) for (const id of group) await read([id]);
      else if (first !== undefined) records.set(first, unreadable(first, error));
    }
  };
  let group: CommitId[] = [];
  let bytes = 0;
  for (const id of ids) {
    const size = sizes.get(id) ?? MAX_BYTES_AT_ONCE;
    if (size > MAX_BYTES_AT_ONCE) {
      records.set(id, tooLarge(id, size));
      continue;
    }
    if (bytes + size > MAX_BYTES_AT_ONCE) {
      await read(group);
      group = [];
      bytes = 0;
    }
    group.push(id);
    bytes += size;
  }
  if (group.length > 0) await read(group);
  return records;
}

/** In bytes, of the commits that the clone has; none where git does not answer. */
async function sizesOf(clone: Clone, ids: readonly CommitId[]): Promise<ReadonlyMap<string, number>> {
  const { exitCode, stdout } = await clone.run(SIZES, { input: ids.join("\n"), answers: [0, 128] });
  if (exitCode !== 0) return new Map();
  return new Map(
    stdout.split("\n").flatMap((line) => {
      const [, id = "", size] = /^(\w+) (\d+)$/.exec(line) ?? [];
      return size === undefined ? [] : [[id, Number(size)] as const];
    }),
  );
}

function unreadable(id: CommitId, error: GitError): CommitError {
  return new CommitError(id, `commit ${id} cannot be read: ${error.message}`, error.retryable, {
    cause: error,
  });
}

function tooLarge(id: CommitId, bytes: number): CommitError {
  const limit = `at most ${MAX_BYTES_AT_ONCE} are read: shorten its message, push, and submit again`;
  return new CommitError(id, `commit ${id} is an object of ${bytes} bytes, ${limit}`, false);
}

/** The same, after fetching those that the clone did not have. */
export async function obtainCommits(clone: Clone, ids: readonly CommitId[]): Promise<CommitRecords> {
  const present = await readCommits(clone, ids);
  const missing = ids.filter((id) => !present.has(id));
  if (missing.length === 0) return present;
  await clone.fetch(missing);
  return new Map([...present, ...(await readCommits(clone, missing))]);
}

/** Null when the repository does not have the descendant, so that nothing can be said. */
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
  if (!present.has(descendant)) return null;
  // The descendant came with its whole history.
  return present.has(ancestor) && (await ask([0, 1])) === 0;
}

function parseCommit(values: readonly string[]): CommitRecord {
  const [id = "", tree = "", parents = "", name = "", email = "", date = "", message = ""] = values;
  if (!isCommitId(id) || !isCommitId(tree)) {
    const shown = JSON.stringify([id, tree]).slice(0, MAX_SHOWN);
    throw new GitError(`git log answered ${shown} where the ids of a commit and its tree belong`, false);
  }
  return {
    id,
    tree: treeId(tree),
    parents: parents.split(" ").filter(isCommitId),
    author: { name, email, date },
    message,
  };
}
