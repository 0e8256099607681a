/** What git knows of commits, many in one process. */
import { type CommitId, isCommitId, treeId } from "../../domain/ids.js";
import type { Clone } from "./clone.js";
import type { CommitRecord } from "./commit.js";

export type CommitRecords = ReadonlyMap<CommitId, CommitRecord>;

const FIELDS = ["%H", "%T", "%P", "%an", "%ae", "%ad", "%B"];
const LOG = ["log", "--no-walk=unsorted", "--ignore-missing", "--stdin", "-z", "--date=raw"];

/** The commits that the clone has of those asked for. */
export async function readCommits(clone: Clone, ids: readonly CommitId[]): Promise<CommitRecords> {
  if (ids.length === 0) return new Map(); // git would take that for a wish to see HEAD
  const format = `--format=tformat:${FIELDS.join("%x00")}`;
  const { stdout } = await clone.run([...LOG, format], { input: ids.join("\n") });
  const values = stdout.split("\0");
  const records = new Map<CommitId, CommitRecord>();
  for (let start = 0; start + FIELDS.length <= values.length; start += FIELDS.length) {
    const record = parseCommit(values.slice(start, start + FIELDS.length));
    records.set(record.id, record);
  }
  return records;
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
  if (!isCommitId(id)) throw new Error(`git log answered ${JSON.stringify(id)} where a commit's id belongs`);
  return {
    id,
    tree: treeId(tree),
    parents: parents.split(" ").filter(isCommitId),
    author: { name, email, date },
    message,
  };
}
