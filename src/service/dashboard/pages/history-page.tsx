/** The page of a queue's history: every entry that left it, by filters in the address. */
import { VERDICTS } from "../../../domain/exit-verdict.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { REASON_CODES } from "../../../domain/reason.js";
import { repositoryName } from "../../../domain/repository.js";
import { ENTRY_ENDINGS } from "../../../domain/states.js";
import { VERDICT_KINDS } from "../../../domain/verdict-kinds.js";
import {
  type HistoryFilter,
  type HistoryRow,
  type HistoryView,
  historyQuery,
  keyText,
} from "../reading/history-view.js";
import { type Frame, Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";
import { QuotedText } from "../views/quoted-text.js";
import { ENTRY_MARKS, StateMark } from "../views/state-mark.js";
import { Clock, durationText, exactTime } from "../views/time.js";

export interface HistoryPageProps {
  readonly frame: Frame;
  readonly name: QueueName;
  /** Identifies what the page shows. */
  readonly tag: string;
  readonly filter: HistoryFilter;
  readonly view: HistoryView;
  readonly isFirst: boolean;
}

export function HistoryPage(props: HistoryPageProps) {
  const { frame, name, tag, filter, view, isFirst } = props;
  const { addresses } = frame;
  const title = `${repositoryName(name.repository)} › ${name.targetBranch}`;
  const query = historyQuery(filter);
  return (
    <Layout
      frame={frame}
      title={`${title} · history`}
      crumbs={[
        { text: "Queues", href: addresses.home },
        { text: title, href: addresses.queue(name) },
        { text: "History", href: null },
      ]}
      polled={tag}
    >
      <QueueNav frame={frame} name={name} current="history" />
      <h1>{headline(props)}</h1>
      <Filters {...props} />
      {view.rows.length === 0 ? <NoRows {...props} /> : <Table {...props} />}
      <nav class="pager" aria-label="Pages of the history">
        {!isFirst && <a href={addresses.history(name, query)}>« Newest</a>}
        {view.next !== null && (
          <a href={addresses.history(name, { ...query, after: keyText(view.next) })} rel="next">
            Older »
          </a>
        )}
        <a href={addresses.csv("history", name, query)}>Download as CSV</a>
      </nav>
      <p class="note">
        The CSV has up to 10,000 rows, and ends after 5,000 pull requests whose verdict depends on evidence.
      </p>
    </Layout>
  );
}

function headline({ filter, view, isFirst }: HistoryPageProps): string {
  const isFiltered = Object.values(historyQuery(filter)).some((text) => text !== "");
  const what = isFiltered ? "matching the filter" : "that left the queue";
  const count = `${view.rows.length}${view.next === null ? "" : " newest"}`;
  if (!isFirst) return `Older pull requests ${what}`;
  return view.rows.length === 1 ? `1 pull request ${what}` : `${count} pull requests ${what}`;
}

function Filters({ frame, name, filter }: HistoryPageProps) {
  const [path = ""] = frame.addresses.history(name).split("?");
  const { since, until, pullRequests } = filter;
  return (
    <form method="get" action={path} class="filters" role="search" aria-label="Filter the history">
      <input type="hidden" name="branch" value={name.targetBranch} />
      {pullRequests.length > 0 && <input type="hidden" name="pr" value={pullRequests.join(",")} />}
      <Choice
        label="State"
        name="state"
        value={filter.state}
        options={ENTRY_ENDINGS.map((one) => [one, one])}
      />
      <Choice
        label="Verdict"
        name="verdict"
        value={filter.verdict}
        options={VERDICT_KINDS.map((one) => [one, VERDICTS[one].title])}
      />
      <Choice
        label="Reason"
        name="reason"
        value={filter.reason}
        options={REASON_CODES.map((one) => [one, one.toLowerCase().replaceAll("_", " ")])}
      />
      <label>
        Author
        <input type="search" name="author" value={filter.author} maxlength={100} autocomplete="off" />
      </label>
      <label>
        From
        <input type="date" name="since" value={dayOf(since)} />
      </label>
      <label>
        Before
        <input type="date" name="until" value={dayOf(until)} />
      </label>
      <button type="submit">Filter</button>
      <a href={frame.addresses.history(name)}>Show all</a>
      {pullRequests.length > 0 && (
        <p class="note">
          Only {pullRequests.length === 1 ? "the pull request" : `${pullRequests.length} pull requests`}{" "}
          behind a figure.
        </p>
      )}
    </form>
  );
}

function dayOf(at: number | null): string {
  return at === null ? "" : exactTime(at).slice(0, 10);
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">all</option>
        {options.map(([one, text]) => (
          <option value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function NoRows({ frame, name, isFirst }: HistoryPageProps) {
  const { addresses } = frame;
  return (
    <p>
      {isFirst ? "No pull request that left matches." : "There is nothing older."} Those that wait are on{" "}
      <a href={addresses.queue(name)}>the page of the queue</a>;{" "}
      <a href={addresses.history(name)}>show all</a>.
    </p>
  );
}

function Table({ frame, name, view }: HistoryPageProps) {
  return (
    <div class="scroll" role="region" aria-label="History" tabindex={0}>
      <table class="entries">
        <thead>
          <tr>
            <th scope="col">Left</th>
            <th scope="col">State</th>
            <th scope="col">Title</th>
            <th scope="col">Author</th>
            <th scope="col">Verdict</th>
            <th scope="col">Reason</th>
            <th scope="col">Took</th>
            <th scope="col">Log</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <Row frame={frame} name={name} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly row: HistoryRow;
}

function Row({ frame: { addresses }, name, row: { entry, verdict } }: RowProps) {
  const { facts, state, stateSince, submittedAt, reason } = entry;
  return (
    <tr>
      <td>
        <Clock at={stateSince} />
      </td>
      <td>
        <StateMark mark={ENTRY_MARKS[state]} />
      </td>
      <td class="title">
        <a href={addresses.pullRequest(name, facts.number)}>
          #{facts.number} {facts.title}
        </a>
      </td>
      <td class="author">
        <a href={addresses.history(name, { author: facts.author })}>{facts.author}</a>
      </td>
      <td>
        <a href={addresses.history(name, { verdict })}>{VERDICTS[verdict].title}</a>
      </td>
      <td class="waits">
        <QuotedText text={reason?.sentence ?? ""} />
      </td>
      <td>{durationText(stateSince - submittedAt)}</td>
      <td>
        <a href={addresses.log(name, { when: exactTime(stateSince) })}>
          decision<span class="unseen"> about #{facts.number}</span>
        </a>
      </td>
    </tr>
  );
}
