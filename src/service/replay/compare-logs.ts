/** Walks two logs of one queue side by side, as they stand: no engine is asked, so they may be of any two versions. */

import { queueKey } from "../../domain/queue-name.js";
import { errorText } from "../../domain/thrown.js";
import { canonicalJson } from "../ports/canonical-json.js";
import { type Comparison, compareDigests } from "../ports/decision-digest.js";
import type { LogLine } from "./log-format.js";
import { badLine } from "./log-format.js";
import type { QueueLog } from "./read-log.js";

/** The same version in both logs; null where one of them has ended. */
export interface ComparedLines {
  readonly one: LogLine | null;
  readonly other: LogLine | null;
  readonly difference: "event" | "decision" | "end" | null;
  /** What the digests of the two decisions say. */
  readonly decision: Comparison;
}

/** What keeps two logs from being compared event by event; null when nothing does. */
export function differentBeginning({ header: one }: QueueLog, { header: other }: QueueLog): string | null {
  if (queueKey(one.name) !== queueKey(other.name))
    return `they are logs of two queues: ${queueKey(one.name)} and ${queueKey(other.name)}`;
  return one.version === other.version
    ? null
    : `they begin at two versions of the queue: ${one.version} and ${other.version}`;
}

/** Ends with the first difference, or with the logs. */
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
