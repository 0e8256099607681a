/** What left a queue, in the order it was submitted: one stay per pull request, and never the lists of targets. */
import type { Kysely } from "kysely";
import type { QueueId } from "../../../domain/ids.js";
import type { Entry } from "../../../engine/queue.js";
import { readJson } from "./records.js";
import { isEntry } from "./stored-values.js";
import type { StoreTables } from "./tables.js";

export async function newestStays(
  db: Kysely<StoreTables>,
  queueId: QueueId,
  before: number | null,
  limit: number,
): Promise<readonly Entry[]> {
  const ofQueue = db
    .selectFrom("concluded_entries as stay")
    .select(["stay.sequence", "stay.json"])
    .where("stay.queue_id", "=", queueId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("concluded_entries as newer")
            .select("newer.sequence")
            .whereRef("newer.queue_id", "=", "stay.queue_id")
            .whereRef("newer.pull_request", "=", "stay.pull_request")
            .whereRef("newer.sequence", ">", "stay.sequence"),
        ),
      ),
    );
  const rows = await (before === null ? ofQueue : ofQueue.where("stay.sequence", "<", before))
    .orderBy("stay.sequence", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ sequence, json }) => {
    const stay = readJson(json, isEntry, `stay ${sequence} of queue ${queueId}`);
    return { ...stay, targets: null, earlierTargets: null };
  });
}
