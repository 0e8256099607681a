/**
 * Domain values as rows and back. A list of impacted targets may hold half a million names, and the same list is
 * carried by an upload, by an event and by an entry through each of its states: a long one is stored once.
 */

import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ImpactedTargets } from "../../../domain/impacted-targets.js";
import { isRecord } from "../../../domain/is-record.js";
import type { Decision } from "../../../engine/model/decision.js";
import type { QueueEvent } from "../../../engine/model/event.js";
import type { Entry } from "../../../engine/model/queue.js";
import { StoreError } from "../../ports/world-error.js";
import { type Check, listOf, text } from "./json-checks.js";
import { hasRowLocks } from "./row-locks.js";
import type { EntryColumns, RecordColumns, StoreTables } from "./tables.js";
import { chunks } from "./writing.js";

export type LongLists = ReadonlyMap<string, ImpactedTargets>;

/** In characters; shorter lists are stored inside their record. */
const LONGEST_INLINE_LIST = 4096;

const isNames = listOf(text());

/** Digests of the long lists seen lately, so that carrying one along does not hash it again. */
const digests = new WeakMap<ImpactedTargets, string>();

/** An entry's rows have a separate column for its earlier targets; other records have none. */
type StoredColumns = RecordColumns & Partial<EntryColumns>;

/** The columns of a record that carries `targets` in its property of that name, or carries none. */
export function recordColumns(record: object, targets: ImpactedTargets | null): RecordColumns {
  const digest = longDigest(targets);
  const json = JSON.stringify(digest === null ? record : { ...record, targets: null });
  return { json, targets_digest: digest };
}

export function entryColumns(entry: Entry): EntryColumns {
  const { targets, earlierTargets } = entry;
  const digest = longDigest(earlierTargets);
  const record = digest === null ? entry : { ...entry, earlierTargets: null };
  return { ...recordColumns(record, targets), earlier_targets_digest: digest };
}

/** For `saveLongLists`. */
export function listsOf(entries: readonly Entry[]): readonly (ImpactedTargets | null)[] {
  return entries.flatMap(({ targets, earlierTargets }) => [targets, earlierTargets]);
}

/** All that a decision brings, in one go: in two, two decisions could wait for each other. */
export function listsToSave(
  before: readonly Entry[],
  event: QueueEvent,
  { queue, concluded }: Decision,
): readonly (ImpactedTargets | null)[] {
  const known = new Set(listsOf(before));
  const targets = "targets" in event ? event.targets : null;
  return [targets, ...listsOf(queue.entries).filter((list) => !known.has(list)), ...listsOf(concluded)];
}

/**
 * Comes before the rows that refer to the lists, which exist until the transaction ends. Always in the same order, so
 * that two transactions with the same lists wait for one another and never both. Repeating is harmless.
 */
export async function saveLongLists(
  db: Kysely<StoreTables>,
  lists: Iterable<ImpactedTargets | null>,
): Promise<void> {
  const missing = new Map<string, () => string>();
  for (const list of new Set(lists)) {
    const long = list === null ? null : longList(list);
    if (long !== null) missing.set(long.digest, long.names);
  }
  const digests = [...missing.keys()].toSorted();
  for (const some of chunks(digests)) {
    for (const digest of await keepLists(db, some)) missing.delete(digest);
  }
  for (const digest of digests) {
    const names = missing.get(digest);
    if (names === undefined) continue;
    await db
      .insertInto("target_lists")
      .values({ digest, names: names() })
      .onConflict((conflict) => conflict.column("digest").doNothing())
      .execute();
  }
}

/** Which of the lists are there; none of them is taken away before this transaction ends. */
async function keepLists(db: Kysely<StoreTables>, digests: readonly string[]): Promise<readonly string[]> {
  const found = db
    .selectFrom("target_lists")
    .select("digest")
    .where("digest", "in", digests)
    .orderBy("digest");
  const rows = await (hasRowLocks(db) ? found.forKeyShare() : found).execute();
  return rows.map(({ digest }) => digest);
}

/** Goes with `readRecord`: the long lists that the rows refer to, by digest. */
export async function readLongLists(
  db: Kysely<StoreTables>,
  rows: readonly StoredColumns[],
): Promise<LongLists> {
  const lists = new Map<string, ImpactedTargets>();
  const digests = rows.flatMap((row) => [row.targets_digest, row.earlier_targets_digest ?? null]);
  for (const digest of new Set(digests)) {
    if (digest !== null) lists.set(digest, await readLongList(db, digest));
  }
  return lists;
}

/** `what` names the value in the error that a damaged row gives. */
export function readRecord<Value>(
  row: StoredColumns,
  lists: LongLists,
  isWhole: Check<Value>,
  what: string,
): Value {
  const value = parse(row.json, what);
  const { targets_digest: digest, earlier_targets_digest: earlierDigest = null } = row;
  if (digest !== null && isRecord(value)) value["targets"] = lists.get(digest);
  if (earlierDigest !== null && isRecord(value)) value["earlierTargets"] = lists.get(earlierDigest);
  return whole(value, isWhole, what);
}

/** A value that carries no impacted targets. */
export function readJson<Value>(json: string, isWhole: Check<Value>, what: string): Value {
  return whole(parse(json, what), isWhole, what);
}

export function damaged(what: string, cause?: unknown): StoreError {
  return new StoreError(
    `${what} cannot be read from the store: the row is damaged or was changed by hand; ` +
      "restore the store from a backup",
    false,
    { cause },
  );
}

async function readLongList(db: Kysely<StoreTables>, digest: string): Promise<ImpactedTargets> {
  const what = `the list of impacted targets ${digest}`;
  const row = await db
    .selectFrom("target_lists")
    .select("names")
    .where("digest", "=", digest)
    .executeTakeFirst();
  if (row === undefined) throw damaged(what);
  const targets = { kind: "list", names: readJson(row.names, isNames, what) } as const;
  digests.set(targets, digest);
  return targets;
}

function longDigest(targets: ImpactedTargets | null): string | null {
  return targets === null ? null : (longList(targets)?.digest ?? null);
}

/** Null where the list is short. The text may be 20 MiB: it is made once, and not kept. */
function longList(
  targets: ImpactedTargets,
): { readonly digest: string; readonly names: () => string } | null {
  if (targets.kind !== "list") return null;
  const known = digests.get(targets);
  if (known !== undefined) return { digest: known, names: () => JSON.stringify(targets.names) };
  const names = JSON.stringify(targets.names);
  if (names.length <= LONGEST_INLINE_LIST) return null;
  const digest = createHash("sha256").update(names).digest("hex");
  digests.set(targets, digest);
  return { digest, names: () => names };
}

function parse(json: string, what: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw damaged(what, error);
  }
}

function whole<Value>(value: unknown, isWhole: Check<Value>, what: string): Value {
  if (!isWhole(value)) throw damaged(what);
  return value;
}
