/**
 * The log of a queue as a file: JSON lines. The first says where the queue stood, each further one what happened then
 * and what was decided, so that anybody can decide it again and compare.
 */
import type { QueueName } from "../../domain/queue-name.js";
import { picture } from "../../engine/explain/picture.js";
import type { Queue } from "../../engine/model/queue.js";
import type { StoredEvent, Version } from "../ports/queue-store.js";

export const LOG_KIND = "queueLog";
/** Goes up when older programs could no longer read what is written. */
export const LOG_FORMAT = 2;

/** Where the log begins. */
export interface LogBeginning {
  /** Version of the program that wrote the log; the decisions may be of others. */
  readonly exportedBy: string;
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
  /** `decisionDigest` of what was decided when it happened, perhaps by another definition; null: nobody kept it. */
  readonly decision: string | null;
  /** The version of the program that decided then; null: nobody kept it. */
  readonly engine: string | null;
  /**
   * The queue after it, as the program that wrote the log drew it; null from the first decision on in which that
   * program differs from what was recorded. For people; never compared.
   */
  readonly picture: string | null;
}

export function headerLine({ exportedBy, name, queue, version }: LogBeginning): string {
  return line({ kind: LOG_KIND, format: LOG_FORMAT, exportedBy, name, queue, version });
}

/** `after` is the queue to draw. */
export function eventLine({ version, event, recorded }: StoredEvent, after: Queue | null): string {
  return line({
    version,
    event,
    decision: recorded?.digest ?? null,
    engine: recorded?.engine ?? null,
    picture: after && picture(after),
  });
}

function line(document: object): string {
  return `${JSON.stringify(document)}\n`;
}

/** A log that cannot be read: where, what was expected there, and what to do. What it quotes is untrusted text. */
export class LogError extends Error {
  override readonly name = "LogError";
}

export interface Place {
  /** What people call the log, such as the path of its file. */
  readonly source: string;
  /** From 1. */
  readonly lineNumber: number;
}

export function badLine(
  { source, lineNumber }: Place,
  problem: string,
  advice: string,
  cause?: unknown,
): LogError {
  return new LogError(`${source}, line ${lineNumber}: ${problem}; ${advice}`, { cause });
}
