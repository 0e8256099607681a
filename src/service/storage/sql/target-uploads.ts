/** Impacted targets as they were uploaded, per head of a pull request. */
import type { Kysely } from "kysely";
import type { CommitId, PullRequestNumber, QueueId } from "../../../domain/ids.js";
import type { ImpactedTargets } from "../../../domain/impacted-targets.js";
import { readLongLists, readRecord, recordColumns, saveLongLists } from "./records.js";
import { nowForRows } from "./server-time.js";
import { isTargetsUpload } from "./stored-values.js";
import type { StoreTables } from "./tables.js";

export interface UploadKey {
  readonly queueId: QueueId;
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
}

export async function saveTargets(
  db: Kysely<StoreTables>,
  key: UploadKey,
  targets: ImpactedTargets,
): Promise<void> {
  await saveLongLists(db, [targets]);
  const columns = { ...recordColumns({ targets }, targets), at: nowForRows(db) };
  await db
    .insertInto("targets")
    .values({
      queue_id: key.queueId,
      pull_request: key.pullRequest,
      head_sha: key.headSha,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(["queue_id", "pull_request", "head_sha"]).doUpdateSet(columns))
    .execute();
}

export async function loadTargets(db: Kysely<StoreTables>, key: UploadKey): Promise<ImpactedTargets | null> {
  const row = await db
    .selectFrom("targets")
    .select(["json", "targets_digest"])
    .where("queue_id", "=", key.queueId)
    .where("pull_request", "=", key.pullRequest)
    .where("head_sha", "=", key.headSha)
    .executeTakeFirst();
  if (row === undefined) return null;
  const what = `the targets uploaded for #${key.pullRequest} at ${key.headSha}`;
  return readRecord(row, await readLongLists(db, [row]), isTargetsUpload, what).targets;
}
