/** A page of the entries that left a queue, by a filter and from a place on. */
import { setImmediate } from "node:timers/promises";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { ReasonCode } from "../../../domain/reason.js";
import type { VerdictKind } from "../../../domain/verdict-kinds.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import type { EntryEnding, ExitFilter, ExitKey, QueueHistory } from "../../ports/queue-history.js";
import { codesOfVerdict, type ExitJudge, verdictOfCode } from "./exit-judge.js";

export interface HistoryFilter {
  readonly state: EntryEnding | null;
  readonly author: string;
  readonly reason: ReasonCode | null;
  readonly verdict: VerdictKind | null;
  readonly since: number | null;
  readonly until: number | null;
  readonly pullRequests: readonly PullRequestNumber[];
}

export interface HistoryRow {
  readonly entry: Entry;
  readonly verdict: VerdictKind;
}

export interface HistoryView {
  readonly rows: readonly HistoryRow[];
  /** Where the next page begins; null on the last one. */
  readonly next: ExitKey | null;
  /** How many entries needed evidence or were left out by the verdict. */
  readonly judged: number;
}

export const ROWS_PER_PAGE = 50;
/** Evidence takes some milliseconds for each entry, so one answer judges so many; the next page goes on. */
const MOST_JUDGED = 300;

export interface HistoryQuestion {
  readonly queue: Queue;
  readonly filter: HistoryFilter;
  readonly after: ExitKey | null;
  readonly limit: number;
}

export async function readHistory(
  { queue, filter, after, limit }: HistoryQuestion,
  past: QueueHistory,
  judge: ExitJudge,
): Promise<HistoryView> {
  const exitFilter = exitFilterOf(filter);
  const rows: HistoryRow[] = [];
  let [read, judged] = [0, 0];
  for (let from = after; ; ) {
    const entries = await past.exits(queue.id, exitFilter, from, limit + 1);
    for (const [index, entry] of entries.slice(0, limit).entries()) {
      const verdict = await judge.verdictOn(queue, entry);
      const isWanted = filter.verdict === null || verdict === filter.verdict;
      read += 1;
      if (!isWanted || verdictOfCode(entry.reason?.code ?? null) === null) judged += 1;
      from = { endedAt: entry.stateSince, sequence: entry.sequence };
      if (isWanted) rows.push({ entry, verdict });
      const isFull = rows.length === limit || read >= MOST_JUDGED + limit;
      if (isFull) return { rows, next: index + 1 < entries.length ? from : null, judged };
      if (read % 10 === 0) await setImmediate();
    }
    if (entries.length <= limit) return { rows, next: null, judged };
  }
}

function exitFilterOf({ state, reason, verdict, ...rest }: HistoryFilter): ExitFilter {
  const ofVerdict = verdict === null || verdict === "withdrawn" ? [] : codesOfVerdict(verdict);
  return {
    ...{ since: rest.since, until: rest.until, author: rest.author, pullRequests: rest.pullRequests },
    endings: state === null ? [] : [state],
    reasons: reason === null ? ofVerdict : [reason],
  };
}

export function keyText({ endedAt, sequence }: ExitKey): string {
  return `${endedAt}.${sequence}`;
}

/** null for a text that is no place. */
export function keyIn(text: string): ExitKey | null {
  const [, endedAt, sequence] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (endedAt === undefined || sequence === undefined) return null;
  return { endedAt: Number(endedAt), sequence: Number(sequence) };
}

/** The filter as the query of an address. */
export function historyQuery(filter: HistoryFilter): Readonly<Record<string, string>> {
  const { state, author, reason, verdict, since, until, pullRequests } = filter;
  return {
    ...{ state: state ?? "", author, reason: reason ?? "", verdict: verdict ?? "" },
    since: timeText(since),
    until: timeText(until),
    pr: pullRequests.join(","),
  };
}

function timeText(at: number | null): string {
  return at === null ? "" : new Date(at).toISOString();
}
