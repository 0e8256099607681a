/** Time travel: one decision of the log, the rules that fired, and the queue at that moment. */
import { repositoryName } from "../../../domain/repository.js";
import { listed } from "../../../domain/words.js";
import type { LogStep, LogView } from "../reading/log-view.js";
import { type Frame, Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";
import { QuotedText } from "../views/quoted-text.js";
import { RunGraph } from "../views/run-graph.js";
import { ENTRY_MARKS, QUEUE_MARKS, StateMark } from "../views/state-mark.js";
import { Clock, exactTime } from "../views/time.js";

export interface LogPageProps {
  readonly frame: Frame;
  readonly view: LogView;
}

/** The graph and the pictures have the others. */
const MOST_ROWS = 100;

export function LogPage({ frame, view }: LogPageProps) {
  const { name, version, newest, words, at } = view;
  const title = `${repositoryName(name.repository)} › ${name.targetBranch}`;
  return (
    <Layout
      frame={frame}
      title={`${title} · decision ${version}`}
      crumbs={[
        { text: "Queues", href: frame.addresses.home },
        { text: title, href: frame.addresses.queue(name) },
        { text: "Time travel", href: null },
      ]}
    >
      <QueueNav frame={frame} name={name} current="log" />
      <h1>
        <QuotedText text={words} />
      </h1>
      <p class="facts">
        Decision {version} of {newest} · <Clock at={at} /> · <code>{view.eventKind}</code>
        {view.engine !== null && ` · decided by version ${view.engine}`}
      </p>
      <Travel frame={frame} view={view} />
      {view.comparison === "otherwise" && (
        <p class="banner">
          This version of the program decides otherwise than the recorded decision, which version{" "}
          {view.engine ?? "unknown"} made. What follows is what this version would do.
        </p>
      )}
      <Changes frame={frame} view={view} />
      <Steps view={view} frame={frame} />
      <QueueThen frame={frame} view={view} />
      <Neighbours frame={frame} view={view} />
    </Layout>
  );
}

function Travel({ frame, view }: LogPageProps) {
  const { name, version, newest } = view;
  const { addresses } = frame;
  const to = (at: number) => addresses.log(name, { at: String(at) });
  const [path = ""] = addresses.log(name).split("?");
  const links = [
    ["« First", version > 1 ? 1 : null, null],
    ["‹ Previous", version > 1 ? version - 1 : null, "k"],
    ["Next ›", version < newest ? version + 1 : null, "j"],
    ["Newest »", version < newest ? newest : null, null],
    ["Previous change of an entry", view.earlierMove, null],
    ["Next change of an entry", view.laterMove, null],
  ] as const;
  return (
    <nav class="travel" aria-label="Decisions">
      <ul>
        {links.map(([text, at, key]) => (
          <li>
            {at === null ? (
              <span class="note">{text}</span>
            ) : (
              <a href={to(at)} {...(key === null ? {} : { "data-key": key })}>
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
      <form method="get" action={path} class="slider">
        <input type="hidden" name="branch" value={name.targetBranch} />
        <label>
          <span class="unseen">Go to a decision</span>
          <input
            type="range"
            name="at"
            min={1}
            max={newest}
            value={String(version)}
            aria-valuetext={`Decision ${version} of ${newest}`}
            data-slider
          />
        </label>
        <output data-slider-value>{version}</output>
        <button type="submit">Go</button>
      </form>
      <form method="get" action={path} class="slider">
        <input type="hidden" name="branch" value={name.targetBranch} />
        <label>
          Decision
          <input type="number" name="at" min={1} max={newest} required value={String(version)} data-search />
        </label>
        <button type="submit" class="quiet">
          Go to the decision
        </button>
      </form>
    </nav>
  );
}

function Changes({ frame, view: { name, changes } }: LogPageProps) {
  const rows = [
    ["entered", changes.entered],
    ["left", changes.left],
    ["landed", changes.landed],
    ["a test run started for", changes.started],
    ["a test run ended for", changes.stopped],
  ] as const;
  const some = rows.filter(([, numbers]) => numbers.length > 0);
  if (some.length === 0) return <p>No pull request entered, left or changed its test run.</p>;
  return (
    <ul class="changes">
      {some.map(([what, numbers]) => (
        <li>
          {what}{" "}
          {numbers.length > 5
            ? listed(numbers)
            : numbers.map((number, index) => (
                <>
                  {index > 0 && ", "}
                  <a href={frame.addresses.pullRequest(name, number)}>#{number}</a>
                </>
              ))}
        </li>
      ))}
    </ul>
  );
}

function Steps({ view }: LogPageProps) {
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">Rules that fired, in order</h2>
      <p class="picture">
        Before: <code>{view.before}</code>
      </p>
      <ol class="steps">
        {view.steps.map((step) => (
          <Step step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { rule, words, moves, effects, picture } }: { readonly step: LogStep }) {
  return (
    <li>
      <h3>
        {words} <code>{rule}</code>
      </h3>
      {moves.length > 0 && (
        <ul class="moves">
          {moves.map(({ pullRequest, to, reason }) => (
            <li>
              #{pullRequest} <StateMark mark={ENTRY_MARKS[to]} />{" "}
              {reason !== null && <QuotedText text={reason.sentence} />}
            </li>
          ))}
        </ul>
      )}
      {effects.length > 0 && (
        <p>
          It orders: <QuotedText text={effects.join("; ")} />.
        </p>
      )}
      <p class="picture">
        <code>{picture}</code>
      </p>
    </li>
  );
}

function QueueThen({ frame, view: { name, queue, graph, after, at } }: LogPageProps) {
  const rows = queue.rows.slice(0, MOST_ROWS);
  return (
    <section aria-labelledby="then-title">
      <h2 id="then-title">The queue after it</h2>
      <p>
        <StateMark mark={QUEUE_MARKS[after.state]} /> · {queue.total}{" "}
        {queue.total === 1 ? "entry" : "entries"} · {queue.slots.used} of {queue.slots.all} slots in use ·{" "}
        {exactTime(at).slice(0, 19).replace("T", " ")} UTC
      </p>
      {rows.length > 0 && (
        <div class="scroll" role="region" aria-label="Entries after the decision" tabindex={0}>
          <table class="entries">
            <thead>
              <tr>
                <th scope="col" class="number">
                  #
                </th>
                <th scope="col">State</th>
                <th scope="col">Title</th>
                <th scope="col">Lane</th>
                <th scope="col">Waits for</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr>
                  <td class="number">{row.place ?? "–"}</td>
                  <td>
                    <StateMark mark={ENTRY_MARKS[row.state]} />
                  </td>
                  <td class="title">
                    <a href={frame.addresses.pullRequest(name, row.number)}>
                      #{row.number} {row.title}
                    </a>
                  </td>
                  <td>{row.lane}</td>
                  <td class="waits">{row.waitsFor}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {queue.total > rows.length && <p class="note">and {queue.total - rows.length} more entries.</p>}
      <RunGraph frame={frame} name={name} graph={graph} endLabel="then" />
    </section>
  );
}

function Neighbours({ frame, view: { name, version, neighbours } }: LogPageProps) {
  return (
    <section aria-labelledby="near-title">
      <h2 id="near-title">Decisions nearby</h2>
      <ol class="timeline">
        {neighbours.map((one) => (
          <li>
            <Clock at={one.at} />{" "}
            {one.version === version ? (
              <strong aria-current="true">{one.version}</strong>
            ) : (
              <a href={frame.addresses.log(name, { at: String(one.version) })}>{one.version}</a>
            )}{" "}
            <span class="reason">
              <QuotedText text={one.words} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
