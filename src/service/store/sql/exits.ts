/** The entries that left a queue, by when they left. `history.ts` adds their rows. */
import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { pullRequestNumber, type QueueId, queueId } from "../../../domain/ids.js";
import { REASON_CODES } from "../../../domain/reason.js";
import { ENTRY_ENDINGS } from "../../../domain/states.js";
import type { Entry } from "../../../engine/model/queue.js";
import type { ExitFact, ExitFilter, ExitKey } from "../../ports/queue-history.js";
import { oneOf, orNull } from "./json-checks.js";
import { damaged, readJson } from "./records.js";
import { isEntry } from "./stored-values.js";
import type { ExitColumns, StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** An index has no room for more, and no person has a longer name. */
const LONGEST_AUTHOR = 100;
const ROWS_PER_SLICE = 200;
/** Between two slices others have the store for themselves. */
const PAUSE_MS = 20;

const isEnding = oneOf(ENTRY_ENDINGS);
const isReasonCode = orNull(oneOf(REASON_CODES));

export function exitColumns({ stateSince, submittedAt, ended, facts, reason }: Entry): ExitColumns {
  return {
    ended_at: stateSince,
    submitted_at: submittedAt,
    ending: ended,
    author: searchable(facts.author),
    reason: reason?.code ?? null,
  };
}

/** Lower case, and without what Postgres cannot store. */
function searchable(text: string): string {
  return text.toLowerCase().slice(0, LONGEST_AUTHOR).toWellFormed().replaceAll("\0", "\ufffd");
}

/**
 * Dates the rows of a version that knew no such columns, which a history leaves out until then. It takes long, so it runs
 * in the background, in slices, and never when a history is read. Repeating is harmless; damaged rows are left out.
 */
export async function dateOldExits(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  let dated = 0;
  const queues = await db.selectFrom("queues").select("id").execute();
  for (const { id } of queues) {
    if (isStopped()) break;
    dated += await dateExitsOf(db, queueId(id), isStopped);
  }
  return dated;
}

async function dateExitsOf(db: Db, queue: QueueId, isStopped: () => boolean): Promise<number> {
  let dated = 0;
  for (let after = -1; !isStopped(); ) {
    const rows = await db
      .selectFrom("concluded_entries")
      .select(["sequence", "json"])
      .where("queue_id", "=", queue)
      .where("ended_at", "is", null)
      .where("sequence", ">", after)
      .orderBy("sequence")
      .limit(ROWS_PER_SLICE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    await db.transaction().execute(async (transaction) => {
      for (const { sequence, json } of rows) await dateExit(transaction, queue, sequence, json);
    });
    dated += rows.length;
    after = last.sequence;
    await setTimeout(PAUSE_MS);
  }
  return dated;
}

async function dateExit(db: Db, queueId: QueueId, sequence: number, json: string): Promise<void> {
  const columns = columnsIn(json);
  if (columns === null) return;
  await db
    .updateTable("concluded_entries")
    .set(columns)
    .where("queue_id", "=", queueId)
    .where("sequence", "=", sequence)
    .execute();
}

function columnsIn(json: string): ExitColumns | null {
  try {
    return exitColumns(readJson(json, isEntry, "an entry"));
  } catch {
    return null;
  }
}

export async function readExits(
  db: Db,
  queueId: QueueId,
  filter: ExitFilter,
  after: ExitKey | null,
  limit: number,
): Promise<readonly Entry[]> {
  const { since, until, endings, reasons, author, pullRequests } = filter;
  const rows = await db
    .selectFrom("concluded_entries")
    .select(["sequence", "json"])
    .where("queue_id", "=", queueId)
    .where("ended_at", "is not", null)
    .$if(since !== null, (query) => query.where("ended_at", ">=", since))
    .$if(until !== null, (query) => query.where("ended_at", "<", until))
    .$if(endings.length > 0, (query) => query.where("ending", "in", endings))
    .$if(reasons.length > 0, (query) => query.where("reason", "in", reasons))
    .$if(pullRequests.length > 0, (query) => query.where("pull_request", "in", pullRequests))
    .$if(author !== "", (query) => query.where(sql<boolean>`author like ${partOf(author)} escape '!'`))
    // The first condition bounds what the index reads; databases do not derive it from the second.
    .$if(after !== null, (query) =>
      query
        .where("ended_at", "<=", after?.endedAt ?? 0)
        .where((eb) =>
          eb.or([
            eb("ended_at", "<", after?.endedAt ?? 0),
            eb.and([eb("ended_at", "=", after?.endedAt ?? 0), eb("sequence", "<", after?.sequence ?? 0)]),
          ]),
        ),
    )
    .orderBy("ended_at", "desc")
    .orderBy("sequence", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ sequence, json }) => {
    const entry = readJson(json, isEntry, `submission ${sequence} of queue ${queueId}`);
    return { ...entry, targets: null, earlierTargets: null };
  });
}

function partOf(author: string): string {
  return `%${searchable(author).replaceAll(/[!%_]/g, (sign) => `!${sign}`)}%`;
}

export async function readExitFacts(
  db: Db,
  queueId: QueueId,
  since: number,
  limit: number,
): Promise<readonly ExitFact[]> {
  const rows = await db
    .selectFrom("concluded_entries")
    .select(["sequence", "pull_request", "ended_at", "submitted_at", "ending", "reason"])
    .where("queue_id", "=", queueId)
    .where("ended_at", ">=", since)
    .orderBy("ended_at", "desc")
    .orderBy("sequence", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { sequence, ended_at: endedAt, submitted_at: submittedAt, ending, reason } = row;
    if (endedAt === null || submittedAt === null || !isEnding(ending) || !isReasonCode(reason)) {
      throw damaged(`submission ${sequence} of queue ${queueId}`);
    }
    const pullRequest = pullRequestNumber(row.pull_request);
    return { sequence, pullRequest, endedAt, submittedAt, ending, reason };
  });
}
