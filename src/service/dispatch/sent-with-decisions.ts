/** The jobs that go with a decision, sent in the transaction that saves it, so that none is lost and none comes of nothing. */

import { type QueueName, queueKey } from "../../domain/queue-name.js";
import type { Decision } from "../../engine/decision.js";
import type { Clock } from "../ports/clock.js";
import type { StoredQueue } from "../ports/queue-store.js";
import type { OrderKey } from "../storage/postgres/shared-work.js";
import type { CommitHook } from "../storage/sql/sql-queue-store.js";
import type { Jobs, NewJob } from "./jobs.js";

/** An alarm for the same moment is sent once; longer than any wait between two decisions that keep it. */
const ONE_ALARM_SECONDS = 3600;

export function sentWithDecisions(jobs: Jobs, clock: Clock): CommitHook {
  return async (db, saved, decision) => jobs.send(jobsOf(saved, decision, clock.now()), db);
}

function jobsOf({ name, queue, wakeAt }: StoredQueue, { effects }: Decision, now: number): readonly NewJob[] {
  const orders = effects.map(({ id }) => orderJob({ queueId: queue.id, effectId: id }));
  return wakeAt === null ? orders : [...orders, alarmJob(name, wakeAt, now)];
}

export function orderJob(order: OrderKey, more: Pick<NewJob, "delayMs" | "once"> = {}): NewJob {
  return { kind: "orders", content: order, ...more };
}

export function alarmJob(name: QueueName, at: number, now: number): NewJob {
  const once = { key: `${queueKey(name)} at ${at}`, seconds: ONE_ALARM_SECONDS };
  return { kind: "alarms", content: { name, at }, delayMs: Math.max(at - now, 0), once };
}
