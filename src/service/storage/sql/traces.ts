/** Which trace the stay of a pull request belongs to. It stands beside the queue: no decision depends on it. */
import type { Kysely } from "kysely";
import { type PullRequestNumber, pullRequestNumber, type QueueId } from "../../../domain/ids.js";
import type { TraceContext } from "../../ports/tracer.js";
import { chunks } from "./chunks.js";
import { nowForRows } from "./server-time.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

export async function saveTrace(
  db: Db,
  queueId: QueueId,
  pullRequest: PullRequestNumber,
  { traceparent, tracestate }: TraceContext,
): Promise<void> {
  const columns = { traceparent, tracestate, at: nowForRows(db) };
  await db
    .insertInto("traces")
    .values({ queue_id: queueId, pull_request: pullRequest, ...columns })
    .onConflict((conflict) => conflict.columns(["queue_id", "pull_request"]).doUpdateSet(columns))
    .execute();
}

export async function loadTraces(
  db: Db,
  queueId: QueueId,
  pullRequests: readonly PullRequestNumber[],
): Promise<ReadonlyMap<PullRequestNumber, TraceContext>> {
  const found = new Map<PullRequestNumber, TraceContext>();
  for (const some of chunks(pullRequests)) {
    const rows = await db
      .selectFrom("traces")
      .select(["pull_request", "traceparent", "tracestate"])
      .where("queue_id", "=", queueId)
      .where("pull_request", "in", some)
      .execute();
    for (const { pull_request, traceparent, tracestate } of rows) {
      found.set(pullRequestNumber(pull_request), { traceparent, tracestate });
    }
  }
  return found;
}
