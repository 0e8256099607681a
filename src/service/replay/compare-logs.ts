/** Compares two logs of one queue line by line. Runs no engine, so the logs may be of any two versions. */

import { queueKey } from "../../domain/queue-name.js";
import { errorText } from "../../domain/thrown.js";
import { canonicalJson } from "../ports/canonical-json.js";
import { type Comparison, compareDigests } from "../ports/decision-digest.js";
import type { LogLine } from "./log-format.js";
import { badLine } from "./log-format.js";
import type { QueueLog } from "./read-log.js";

/** The lines of one version in both logs; null where a log has ended. */
export interface ComparedLines {
  readonly one: LogLine | null;
  readonly other: LogLine | null;
  readonly difference: "event" | "decision" | "end" | null;
  /** The comparison of the digests of the two decisions. */
  readonly decision: Comparison;
}

/** The reason why two logs cannot be compared event by event; null when they can. */
export function differentBeginning({ header: one }: QueueLog, { header: other }: QueueLog): string | null {
  if (queueKey(one.name) !== queueKey(other.name))
    return `they are logs of different queues: ${queueKey(one.name)} and ${queueKey(other.name)}`;
  return one.version === other.version
    ? null
    : `they begin at different versions of the queue: ${one.version} and ${other.version}`;
}

/** Ends after the first difference, or at the end of both logs. */
export async function* compareLogs(one: QueueLog, other: QueueLog): AsyncGenerator<ComparedLines, undefined> {
  try {
    for (;;) {
      const [here, there] = [lineOf(await one.lines.next()), lineOf(await other.lines.next())];
      if (here === null && there === null) return;
      const compared = compare(here, there);
      yield compared;
      if (compared.difference !== null) return;
    }
  } finally {
    await one.lines.return(undefined);
    await other.lines.return(undefined);
  }
}

function lineOf({ done, value }: IteratorResult<LogLine, undefined>): LogLine | null {
  return done === true ? null : value;
}

function compare(one: LogLine | null, other: LogLine | null): ComparedLines {
  const decision = compareDigests(one?.decision ?? null, other?.decision ?? null);
  if (one === null || other === null) return { one, other, difference: "end", decision };
  if (eventText(one) !== eventText(other)) return { one, other, difference: "event", decision };
  return { one, other, difference: decision === "otherwise" ? "decision" : null, decision };
}

function eventText(line: LogLine): string {
  try {
    return canonicalJson(line.event);
  } catch (error) {
    const problem = `expected an event, and ${errorText(error)}`;
    throw badLine(line, problem, "export the log again", error);
  }
}
