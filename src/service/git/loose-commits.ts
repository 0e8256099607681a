/**
 * Reads commits that the clone stores as loose objects, as it does with all that were built or fetched lately, without
 * starting git. Where git might print anything else than the object's own text, the commit is left to git.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { type CommitId, isCommitId, treeId } from "../../domain/ids.js";
import { type CommitRecord, type Identity, MAX_MESSAGE_BYTES } from "./commit.js";

const inflated = promisify(inflate);

/** The longest message, and headers such as a signature. A larger file is not even read. */
const MAX_BYTES = MAX_MESSAGE_BYTES + 64 * 1024;

/** Does not match where git prints another text: spaces around the name, a time before 1970, or the zone -0000. */
const AUTHOR =
  /^author ([^<>\s](?:[^<>\n]*[^<>\s])?) <([^<>\s]*)> ((?:0|[1-9]\d{0,9}) (?:\+\d{4}|-(?!0000)\d{4}))$/;

/** Leaves out commits that are not loose, or whose text git may print differently. */
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
    return null; // It is packed, absent or damaged, which git finds out.
  }
}

function parseObject(id: CommitId, object: Buffer): CommitRecord | null {
  const start = object.indexOf(0) + 1;
  const end = object.indexOf("\n\n", start);
  if (object.toString("latin1", 0, start) !== `commit ${object.length - start}\0` || end === -1) return null;
  const algorithm = id.length === 64 ? "sha256" : "sha1";
  if (createHash(algorithm).update(object).digest("hex") !== id) return null;
  // git cuts a message at a zero byte.
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
