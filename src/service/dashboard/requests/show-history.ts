/** Answers `/HOST/OWNER/NAME/history`: entries that left a queue, as a page, JSON or CSV. */
import { wordOnWire } from "../../../contract/why.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import { REASON_CODES } from "../../../domain/reason.js";
import type { Repository } from "../../../domain/repository.js";
import { ENTRY_ENDINGS } from "../../../domain/states.js";
import { VERDICT_KINDS } from "../../../domain/verdict-kinds.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentEntry, presentTime } from "../../http/serialize.js";
import type { ExitKey } from "../../ports/queue-history.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { pullRequestOf } from "../addresses.js";
import { answerCsv, answerPage, type Cell } from "../answer-page.js";
import { HistoryPage } from "../pages/history-page.js";
import {
  type HistoryFilter,
  type HistoryRow,
  historyQuery,
  keyIn,
  keyText,
  ROWS_PER_PAGE,
  readHistory,
} from "../reading/history-view.js";
import { MOST_LISTED } from "../reading/insights/check-figures.js";
import { answerAgain, frameOf, type Serving, tagOf, wantsJson } from "../serving.js";
import {
  type AddressProblem,
  answerAddressProblem,
  forQueue,
  timeIn,
  unknownValue,
  wantsCsv,
} from "./for-queue.js";

const LONGEST_AUTHOR = 100;
const MOST_CSV_ROWS = 10_000;
/** Evidence of each takes some milliseconds. */
const MOST_CSV_JUDGED = 5000;
const CSV_ROWS_PER_READ = 200;

export async function showHistory(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
): Promise<Response> {
  return forQueue(c, serving, repository, async (stored, reader) => {
    const { addresses, judge } = serving;
    const { name, queue, version } = stored;
    const { store } = serving.service.queues;
    const wanted = filterOf(c);
    if ("problem" in wanted) return answerAddressProblem(c, serving, reader, wanted, addresses.history(name));
    const { filter, after } = wanted;
    if (wantsCsv(c)) return answerHistoryCsv(c, serving, stored, filter);
    const question = { queue, filter, after, limit: ROWS_PER_PAGE };
    if (!wantsJson(c)) {
      // Not the newest exit: after the clock was set back, an exit may sort behind earlier ones.
      const lastMove = await store.past.nearestMove(queue.id, version + 1, "before");
      const tag = tagOf(serving, queue.id, lastMove);
      return answerAgain(c, serving, reader, tag, async () => {
        const view = await readHistory(question, store.past, judge);
        const shown = { frame: frameOf(c, serving, reader), name, tag, filter, view };
        return answerPage(c, HistoryPage({ ...shown, isFirst: after === null }), 200, { ETag: tag });
      });
    }
    const view = await readHistory(question, store.past, judge);
    return answerJson(c, {
      repo: name.repository,
      targetBranch: name.targetBranch,
      entries: view.rows.map(({ entry, verdict }) => ({
        ...presentEntry(entry, serving.service.stateCase),
        endedAt: presentTime(entry.stateSince),
        verdict: wordOnWire(verdict),
      })),
      next:
        view.next === null
          ? null
          : addresses.history(name, { ...historyQuery(filter), after: keyText(view.next) }),
    });
  });
}

interface Wanted {
  readonly filter: HistoryFilter;
  readonly after: ExitKey | null;
}

function filterOf(c: ApiContext): Wanted | AddressProblem {
  const text = (name: string) => c.req.query(name) ?? "";
  const state = ENTRY_ENDINGS.find((known) => known === text("state")) ?? null;
  const reason = REASON_CODES.find((known) => known === text("reason")) ?? null;
  const verdict = VERDICT_KINDS.find((known) => known === text("verdict")) ?? null;
  const [since, until] = [timeIn(text("since")), timeIn(text("until"))];
  const after = keyIn(text("after"));
  const pullRequests = numbersIn(text("pr"));
  const date = "a date, such as 2026-01-31 or 2026-01-31T14:00Z";
  const checks: readonly (readonly [name: string, value: unknown, expected: string])[] = [
    ["state", state, ENTRY_ENDINGS.join(", ")],
    ["reason", reason, "a reason code of the API"],
    ["verdict", verdict, VERDICT_KINDS.join(", ")],
    ["since", since, date],
    ["until", until, date],
    ["after", after, "the place that a link to the next page has"],
    ["pr", pullRequests, `up to ${MOST_LISTED} numbers of pull requests with commas between`],
  ];
  const wrong = checks.find(([name, value]) => text(name) !== "" && value === null);
  if (wrong !== undefined) return unknownValue(wrong[0], text(wrong[0]), wrong[2]);
  const author = text("author").slice(0, LONGEST_AUTHOR);
  const filter = { state, reason, verdict, since, until, author, pullRequests: pullRequests ?? [] };
  return { filter, after };
}

/** null: not a list of numbers. */
function numbersIn(text: string): readonly PullRequestNumber[] | null {
  if (text === "") return [];
  const numbers = text.split(",").map(pullRequestOf);
  const known = numbers.filter((number) => number !== null);
  return known.length === numbers.length && known.length <= MOST_LISTED ? known : null;
}

const CSV_HEAD = [
  "pull request",
  "title",
  "author",
  "state",
  "verdict",
  "reason",
  "submitted",
  "ended",
  "minutes",
] as const;

async function answerHistoryCsv(
  c: ApiContext,
  { service, judge }: Serving,
  { queue }: StoredQueue,
  filter: HistoryFilter,
): Promise<Response> {
  const rows: (readonly Cell[])[] = [];
  const { signal } = c.req.raw;
  let after: ExitKey | null = null;
  let judged = 0;
  do {
    const question = { queue, filter, after, limit: CSV_ROWS_PER_READ };
    const view = await readHistory(question, service.queues.store.past, judge);
    rows.push(...view.rows.map(csvRow));
    after = view.next;
    judged += view.judged;
    const isFull = rows.length >= MOST_CSV_ROWS || judged >= MOST_CSV_JUDGED;
    if (isFull || signal.aborted) break;
  } while (after !== null);
  return answerCsv(c, { name: "history", head: CSV_HEAD, rows });
}

function csvRow({ entry, verdict }: HistoryRow): readonly Cell[] {
  const { facts, ended, reason, submittedAt, stateSince } = entry;
  const minutes = Math.round((stateSince - submittedAt) / 6000) / 10;
  return [
    ...[facts.number, facts.title, facts.author, ended, wordOnWire(verdict), reason?.code ?? null],
    ...[presentTime(submittedAt), presentTime(stateSince), minutes],
  ];
}
