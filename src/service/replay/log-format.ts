/**
 * The file format of a queue's log, as JSON lines. The first line has the queue at the start; each further line has an
 * event and the decision on it, so that any program version can repeat the decisions and compare.
 */

import type { QueueName } from "../../domain/queue-name.js";
import { picture } from "../../engine/explain/picture.js";
import type { Queue } from "../../engine/model/queue.js";
import type { StoredEvent, Version } from "../ports/queue-store.js";
import { storedRun } from "../ports/stored-run.js";

export const LOG_KIND = "queueLog";
/** Increased when older programs can no longer read the format. */
export const LOG_FORMAT = 2;

/** The start of the log. */
export interface LogBeginning {
  /** Version of the program that wrote the log; other versions may have made the decisions. */
  readonly exportedBy: string;
  readonly name: QueueName;
  /** The newly created queue, or the queue at `version`. */
  readonly queue: Queue;
  readonly version: Version;
}

/** The header as read: its queue may be of another program version, with other fields. */
export type LogHeader = Omit<LogBeginning, "queue"> & { readonly queue: unknown };

/** One event as read; it may be one that this program version does not know. */
export interface LogLine extends Place {
  /** The queue's version after this event. */
  readonly version: Version;
  readonly event: Readonly<Record<string, unknown>>;
  /** `decisionDigest` of the recorded decision, perhaps of another definition; null when not recorded. */
  readonly decision: string | null;
  /** The version of the program that made the decision; null when not recorded. */
  readonly engine: string | null;
  /**
   * The queue after the event, drawn by the program that wrote the log; null from its first difference from a recorded
   * decision on. For people; never compared.
   */
  readonly picture: string | null;
}

export function headerLine({ exportedBy, name, queue, version }: LogBeginning): string {
  const stored = { ...queue, runs: queue.runs.map(storedRun), hedges: queue.hedges.map(storedRun) };
  return line({ kind: LOG_KIND, format: LOG_FORMAT, exportedBy, name, queue: stored, version });
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

/** An unreadable log: the place, what was expected there, and what to do. The message may quote untrusted text. */
export class LogError extends Error {
  override readonly name = "LogError";
}

export interface Place {
  /** The displayed name of the log, such as the path of its file. */
  readonly source: string;
  /** Starts at 1. */
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
