/** What is written in a job, read back: another version of this program may have written it. */

import { effectId, queueId } from "../../domain/ids.js";
import { isRecord } from "../../domain/is-record.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { OrderKey } from "../storage/postgres/shared-work.js";
import { listOf } from "../storage/sql/check.js";
import { isQueueName } from "../storage/sql/stored-values.js";

const areQueueNames = listOf(isQueueName);

export function orderIn(content: unknown): OrderKey | null {
  if (!isRecord(content)) return null;
  const { queueId: queue, effectId: effect } = content;
  if (typeof queue !== "string" || typeof effect !== "number") return null;
  return { queueId: queueId(queue), effectId: effectId(effect) };
}

export function postingIn(content: unknown): string | null {
  const posting = isRecord(content) ? content["posting"] : null;
  return typeof posting === "string" ? posting : null;
}

export interface Alarm {
  readonly name: QueueName;
  /** When it was to ring; null: it is late. */
  readonly at: number | null;
}

export function alarmIn(content: unknown): Alarm | null {
  if (!isRecord(content)) return null;
  const { name, at } = content;
  return isQueueName(name) ? { name, at: typeof at === "number" ? at : null } : null;
}

export function namesIn(content: unknown): readonly QueueName[] {
  const names = isRecord(content) ? content["names"] : null;
  return areQueueNames(names) ? names : [];
}
