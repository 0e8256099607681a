/**
 * The page of a queue: its state in one line, its entries by lane, and its runs as a graph. It consists of parts with
 * ids, so that an open page receives only the parts and rows that changed.
 */

import { repositoryName } from "../../../domain/repository.js";
import { ENTRY_STATES } from "../../../domain/states.js";
import { counted } from "../../../domain/words.js";
import type { Queue } from "../../../engine/model/queue.js";
import type { ShownPause } from "../../queue/read-pause.js";
import type { UnavailableRepository } from "../../queue/unavailable-repositories.js";
import type { GraphView } from "../reading/graph-view.js";
import type { QueueFilter, QueueView } from "../reading/queue-view.js";
import type { Standstill } from "../reading/standstill.js";
import { sessionMark } from "../session/sessions.js";
import { QueueActions } from "../views/action-forms.js";
import { type Frame, Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";
import { QueueTable } from "../views/queue-table.js";
import { QuotedText } from "../views/quoted-text.js";
import { RunGraph } from "../views/run-graph.js";
import { ENTRY_MARKS, QUEUE_MARKS, StateMark } from "../views/state-mark.js";
import { Ago, Since } from "../views/time.js";

export interface QueuePageProps {
  readonly frame: Frame;
  readonly view: QueueView;
  readonly graph: GraphView;
  readonly filter: QueueFilter;
  /** null while the queue is not paused. */
  readonly pause: ShownPause | null;
  /** null while the code host gives access to the repository. */
  readonly unavailable: UnavailableRepository | null;
  /** null while something lands in time. */
  readonly standstill: Standstill | null;
  readonly withAlternates: boolean;
}

/** `shown` identifies the rendered state, which the page's stream goes on from. */
export function QueuePage({ shown, ...props }: QueuePageProps & { readonly shown: string }) {
  const { frame, view, filter, withAlternates } = props;
  const { name } = view;
  const title = `${repositoryName(name.repository)} › ${name.targetBranch}`;
  const more = { ...queryOf(filter), alternates: withAlternates ? "1" : "" };
  const from = { since: shown, as: sessionMark(frame.reader) };
  return (
    <Layout
      frame={frame}
      title={`${title} · queue`}
      crumbs={[
        { text: "Queues", href: frame.addresses.home },
        { text: title, href: null },
      ]}
      live={{ address: frame.addresses.liveQueue(name, { ...more, ...from }), shown }}
    >
      <QueueMain {...props} />
    </Layout>
  );
}

/** The contents of the page. */
export function QueueMain(props: QueuePageProps) {
  return (
    <>
      <QueueNav frame={props.frame} name={props.view.name} current="queue" />
      <Alerts {...props} />
      <Headline {...props} />
      <Filters {...props} />
      <Entries {...props} />
      <Hidden {...props} />
      <Runs {...props} />
    </>
  );
}

/** The parts that change with the queue, as HTML by the id of their element; the table changes by row. */
export function queueParts(props: QueuePageProps): ReadonlyMap<string, string> {
  return new Map([
    ["alerts", htmlOf(Alerts(props))],
    ["headline", htmlOf(Headline(props))],
    ["filters", htmlOf(Filters(props))],
    ["hidden", htmlOf(Hidden(props))],
    ["runs", htmlOf(Runs(props))],
  ]);
}

/** Its table is an element of its own: a page without rows has none. */
export function Entries({ frame, view, filter }: QueuePageProps) {
  return (
    <div id="entries">
      {view.rows.length === 0 ? (
        <NoRows view={view} frame={frame} />
      ) : (
        <QueueTable frame={frame} view={view} filter={filter} />
      )}
    </div>
  );
}

export function htmlOf(node: { toString(): string }): string {
  return node.toString();
}

function Alerts({ frame, pause, unavailable, standstill }: QueuePageProps) {
  return (
    <div id="alerts">
      {unavailable !== null && <UnavailableBanner frame={frame} unavailable={unavailable} />}
      {pause !== null && <PauseBanner frame={frame} pause={pause} />}
      {standstill !== null && <StandstillBanner frame={frame} standstill={standstill} />}
    </div>
  );
}

function Hidden({ view }: QueuePageProps) {
  return (
    <div id="hidden">
      {view.hidden > 0 && (
        <p class="note">{counted(view.hidden, "more entry", "more entries")}: choose a filter to see them.</p>
      )}
    </div>
  );
}

function Runs(props: QueuePageProps) {
  const { frame, view, graph } = props;
  return (
    <div id="runs">
      <RunGraph frame={frame} name={view.name} graph={graph} />
      <Alternates {...props} />
    </div>
  );
}

function queryOf({ state, author, lane }: QueueFilter) {
  return { state: state ?? "", author, lane };
}

function UnavailableBanner({
  frame,
  unavailable: { cause, sentence, since },
}: {
  readonly frame: Frame;
  readonly unavailable: UnavailableRepository;
}) {
  return (
    <p class="banner" role="alert">
      <strong>{cause === "branchGone" ? "Waiting for the branch" : "Waiting for the repository"}</strong>{" "}
      <Ago at={since} now={frame.now} />: {sentence}.
      {cause === "branchGone" ? "" : " The entries keep their places."}
    </p>
  );
}

function StandstillBanner({ frame, standstill }: { readonly frame: Frame; readonly standstill: Standstill }) {
  const { since, first, cause, silentChecks } = standstill;
  return (
    <p class="banner" role="alert">
      <strong>Standing still</strong>: nothing has landed for <Since at={since} now={frame.now} />
      {silentChecks === null ? `. #${first} is next: ` : ": "}
      <QuotedText text={cause} />
      {silentChecks !== null && ` #${first} is next.`}
    </p>
  );
}

/** What is also being tested, in case a predecessor has another outcome. */
function Alternates({ frame, view, filter, withAlternates }: QueuePageProps) {
  const { hedges } = view.queue;
  if (hedges.length === 0 && !withAlternates) return null;
  const more = { ...queryOf(filter), alternates: withAlternates ? "" : "1" };
  return (
    <p>
      <a href={frame.addresses.queue(view.name, more)}>
        {withAlternates ? "Hide alternates" : `Show ${counted(hedges.length, "alternate")}`}
      </a>{" "}
      <span class="note">tested in case a predecessor fails</span>
    </p>
  );
}

function PauseBanner({ frame, pause }: { readonly frame: Frame; readonly pause: ShownPause }) {
  const { automatic } = pause;
  if (automatic !== null) {
    return (
      <p class="banner" role="alert">
        <strong>Paused by itself</strong> <Ago at={automatic.at} now={frame.now} />:{" "}
        <QuotedText text={automatic.sentence} />
      </p>
    );
  }
  return (
    <p class="banner" role="alert">
      <strong>Paused</strong>
      {pause.note === null ? (
        ": nothing starts or lands until the queue is resumed."
      ) : (
        <>
          {" "}
          by {pause.note.by} <Ago at={pause.note.at} now={frame.now} />
          {pause.note.reason === "" ? "" : `: ${pause.note.reason}`}
        </>
      )}
    </p>
  );
}

function Headline({ frame, view }: QueuePageProps) {
  const { queue, slots, total, oldestAt, name } = view;
  return (
    <div class="headline" id="headline">
      <h1>
        <StateMark mark={QUEUE_MARKS[queue.state]} />
        {stateNote(queue)} · {counted(total, "entry", "entries")} · {slots.used} of {slots.all} slots in use
        {oldestAt !== null && (
          <>
            {" "}
            · oldest <Since at={oldestAt} now={frame.now} />
          </>
        )}
      </h1>
      <QueueActions frame={frame} name={name} queue={queue} />
    </div>
  );
}

/** What a state other than a pause keeps from happening. */
function stateNote({ state, modeSwitch }: Queue): string {
  if (state === "draining") return ", admits nothing new";
  return modeSwitch === null ? "" : ` to ${modeSwitch.mode}, starts nothing new`;
}

function Filters({ frame, view, filter }: QueuePageProps) {
  const { name, lanes } = view;
  const [path = ""] = frame.addresses.queue(name).split("?");
  return (
    <form
      id="filters"
      method="get"
      action={path}
      class="filters"
      role="search"
      aria-label="Filter the entries"
    >
      <input type="hidden" name="branch" value={name.targetBranch} />
      <label>
        State
        <select name="state">
          <option value="">all</option>
          {ENTRY_STATES.filter(
            (state) => state !== "merged" && state !== "failed" && state !== "cancelled",
          ).map((state) => (
            <option value={state} selected={filter.state === state}>
              {ENTRY_MARKS[state].word}
            </option>
          ))}
        </select>
      </label>
      <label>
        Author
        <input type="search" name="author" value={filter.author} maxlength={100} autocomplete="off" />
      </label>
      <label>
        Lane
        <select name="lane">
          <option value="">all</option>
          {[...new Set([...lanes, ...(filter.lane === "" ? [] : [filter.lane])])].map((lane) => (
            <option value={lane} selected={filter.lane === lane}>
              {lane}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Filter</button>
      <a href={frame.addresses.queue(name)}>Show all</a>
    </form>
  );
}

function NoRows({ frame, view }: { readonly frame: Frame; readonly view: QueueView }) {
  if (view.total > 0) {
    return (
      <p>
        No entry matches the filter. <a href={frame.addresses.queue(view.name)}>Show all {view.total}</a>.
      </p>
    );
  }
  return (
    <p>
      The queue is empty. Submit a pull request with <code>merge-queue submit</code>, with <code>/merge</code>{" "}
      in a comment on GitHub, or with the Action.
    </p>
  );
}
