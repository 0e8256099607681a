/**
 * The log of a queue as a file: JSON lines. The first says where the queue stood, each further one what happened then
 * and what was decided, so that anybody can decide it again and compare.
 */
import type { QueueName } from "../../domain/queue-name.js";
import type { Decision } from "../../engine/decision.js";
import { picture } from "../../engine/picture.js";
import type { Queue } from "../../engine/queue.js";
import type { StoredEvent, Version } from "../ports/queue-store.js";
import { decisionDigest } from "./canonical-json.js";
import type { Place } from "./log-error.js";

export const LOG_KIND = "queueLog";
/** Goes up when older programs could no longer read what is written. */
export const LOG_FORMAT = 1;

/** Where the log begins. */
export interface LogBeginning {
  /** Version of the program that took the decisions. */
  readonly engine: string;
  readonly name: QueueName;
  /** On its first day, or as it was at `version`. */
  readonly queue: Queue;
  readonly version: Version;
}

/** The header as it was read: the queue may be one of another version, with other fields. */
export type LogHeader = Omit<LogBeginning, "queue"> & { readonly queue: unknown };

/** One event as it was read; it may be one that only another version knows. */
export interface LogLine extends Place {
  /** The version the queue had after this event. */
  readonly version: Version;
  readonly event: Readonly<Record<string, unknown>>;
  /** SHA-256 of the canonical JSON of the decision. */
  readonly decision: string;
  /** The queue after it, as the program that decided drew it. For people; never compared. */
  readonly picture: string;
}

export function headerLine({ engine, name, queue, version }: LogBeginning): string {
  return line({ kind: LOG_KIND, format: LOG_FORMAT, engine, name, queue, version });
}

export function eventLine({ version, event }: StoredEvent, decision: Decision): string {
  return line({
    version,
    event,
    decision: decisionDigest(decision),
    picture: picture(decision.queue),
  });
}

function line(document: object): string {
  return `${JSON.stringify(document)}\n`;
}
