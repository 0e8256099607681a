/** The page of a pull request: the answer first, then what it waits for, its test runs, and what happened. */

import { repositoryName } from "../../../domain/repository.js";
import { eventId } from "../live/queue-watch.js";
import type { PullRequestView } from "../reading/pull-request-view.js";
import { verdictTitle } from "../reading/read-answer.js";
import type { ShownOutput } from "../reading/shown-output.js";
import { PullRequestActions } from "../views/action-forms.js";
import { type Frame, Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";
import { priorityText } from "../views/queue-table.js";
import { QuotedText } from "../views/quoted-text.js";
import { RunPanel } from "../views/run-panel.js";
import { ENTRY_MARKS, StateMark } from "../views/state-mark.js";
import { TargetsView } from "../views/targets-view.js";
import { Ago, Clock, Since } from "../views/time.js";
import { Timeline } from "../views/timeline.js";

export interface PullRequestPageProps {
  readonly frame: Frame;
  readonly view: PullRequestView;
  /** The page of the code host; empty without one. */
  readonly url: string;
  /** The end of the newest failed or running test's output, where it is saved here. */
  readonly output: ShownOutput | null;
}

export function PullRequestPage({ frame, view, url, output }: PullRequestPageProps) {
  const { name, entry, runs } = view;
  const { number, title } = entry.facts;
  const queueTitle = `${repositoryName(name.repository)} › ${name.targetBranch}`;
  return (
    <Layout
      frame={frame}
      title={`#${number} ${title}`}
      crumbs={[
        { text: "Queues", href: frame.addresses.home },
        { text: queueTitle, href: frame.addresses.queue(name) },
        { text: `#${number}`, href: null },
      ]}
      live={{ address: frame.addresses.events(name, eventId(view)), shown: null }}
    >
      <QueueNav frame={frame} name={name} current={null} />
      <div class="headline">
        <h1>
          #{number} {title}
        </h1>
        <Facts view={view} url={url} />
      </div>
      <Verdict frame={frame} view={view} />
      <div class="columns">
        <div>
          <WaitsFor view={view} />
          <Proof view={view} />
          <TargetsView targets={view.targets} />
        </div>
        <section aria-labelledby="runs-title">
          <h2 id="runs-title">Test runs</h2>
          {runs.length === 0 && <p>No test run has started yet.</p>}
          {runs.map((run, index) => (
            <RunPanel
              frame={frame}
              name={name}
              run={run}
              number={runs.length - index}
              isOpen={index === 0}
              output={output?.run === run.id ? output : null}
            />
          ))}
        </section>
      </div>
      <Timeline view={view} frame={frame} />
    </Layout>
  );
}

function Facts({ view: { entry }, url }: { readonly view: PullRequestView; readonly url: string }) {
  const { author, headSha, number } = entry.facts;
  return (
    <p class="facts">
      by {author} · <code title={headSha}>{headSha.slice(0, 10)}</code> · {priorityText(entry.priority)}{" "}
      priority
      {entry.noBatch && " · tested alone"}
      {url !== "" && (
        <>
          {" · "}
          <a href={url} rel="noreferrer">
            #{number} on the code host ↗
          </a>
        </>
      )}
    </p>
  );
}

function Verdict({ frame, view }: { readonly frame: Frame; readonly view: PullRequestView }) {
  const { answer, entry } = view;
  const mark = ENTRY_MARKS[entry.state];
  return (
    <section class={`verdict ${mark.tone}`} aria-label="State">
      <p class="state">
        <StateMark mark={mark} />
        {answer.verdict === null ? (
          <>
            {" "}
            for <Since at={entry.stateSince} now={frame.now} />
          </>
        ) : (
          <>
            {` · ${verdictTitle(answer.verdict)} · `}
            <Ago at={entry.stateSince} now={frame.now} />
          </>
        )}
      </p>
      <p class="sentence">
        <QuotedText text={answer.sentence} expected={answer.expected} />
      </p>
      {answer.next !== null && <p class="next">{answer.next}</p>}
      <PullRequestActions frame={frame} view={view} />
    </section>
  );
}

const CONDITION_MARKS = {
  met: { glyph: "✓", word: "met", tone: "teal" },
  open: { glyph: "◐", word: "open", tone: "blue" },
  unmet: { glyph: "✗", word: "needs you", tone: "red" },
} as const;

function WaitsFor({ view: { conditions } }: { readonly view: PullRequestView }) {
  if (conditions.length === 0) return null;
  return (
    <section aria-labelledby="waits-title">
      <h2 id="waits-title">Waits for</h2>
      <ul class="conditions">
        {conditions.map(({ kind, words }) => (
          <li>
            <StateMark mark={CONDITION_MARKS[kind]} /> {words}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Proof({ view: { proof } }: { readonly view: PullRequestView }) {
  if (proof === null) return null;
  return (
    <section aria-labelledby="proof-title">
      <h2 id="proof-title">Proof of the landing</h2>
      <p>{proof.sentence}</p>
      <dl class="proof">
        <dt>Landed</dt>
        <dd>
          <code>{proof.landed}</code> at <Clock at={proof.at} />
        </dd>
        <dt>Tested</dt>
        <dd>
          <code>{proof.tested ?? "no longer stored"}</code>
        </dd>
        <dt>On</dt>
        <dd>
          <code>{proof.from}</code>
        </dd>
      </dl>
    </section>
  );
}
