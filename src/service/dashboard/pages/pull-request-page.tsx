/** The page of a pull request: the answer first, then what it waits for, its test runs, and what happened. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { repositoryName } from "../../../domain/repository.js";
import type { Exit } from "../../../engine/explain/exit.js";
import { runAnchor } from "../addresses.js";
import { eventId } from "../live/queue-watch.js";
import { type PullRequestView, verdictTitle } from "../reading/pull-request-view.js";
import type { ShownOutputs } from "../reading/shown-output.js";
import type { ShownTargets } from "../reading/shown-targets.js";
import { PullRequestActions } from "../views/action-forms.js";
import { type Frame, Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";
import { priorityText } from "../views/queue-table.js";
import { QuotedText } from "../views/quoted-text.js";
import { CheckLink, RunPanel } from "../views/run-panel.js";
import { checkMark, ENTRY_MARKS, StateMark } from "../views/state-mark.js";
import { Ago, Clock, Since } from "../views/time.js";
import { Timeline } from "../views/timeline.js";

export interface PullRequestPageProps {
  readonly frame: Frame;
  readonly view: PullRequestView;
  /** The page of the code host; empty without one. */
  readonly url: string;
  /** The ends of its runs' outputs, where they can be read. */
  readonly outputs: ShownOutputs;
}

export function PullRequestPage({ frame, view, url, outputs }: PullRequestPageProps) {
  const { name, entry, runs } = view;
  const { number, title } = entry.facts;
  const failedAt = runs.findIndex(({ state }) => state === "failed");
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
      <VerdictBox frame={frame} view={view} outputs={outputs} />
      <div class="columns">
        <div>
          <WaitsFor view={view} />
          <Proof view={view} />
          <TargetsView frame={frame} targets={view.targets} />
        </div>
        <section aria-labelledby="runs-title">
          <h2 id="runs-title">Test runs</h2>
          {runs.length === 0 && <p>No test run has started yet.</p>}
          {runs.map((run, index) => (
            <RunPanel
              frame={frame}
              name={name}
              of={number}
              run={run}
              number={runs.length - index}
              isOpen={index === 0 || index === failedAt}
              output={outputs.get(run.id)}
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

interface VerdictBoxProps {
  readonly frame: Frame;
  readonly view: PullRequestView;
  readonly outputs: ShownOutputs;
}

function VerdictBox({ frame, view, outputs }: VerdictBoxProps) {
  const { answer, entry } = view;
  const mark = ENTRY_MARKS[entry.state];
  return (
    <section class={`verdict ${mark.tone}`} aria-label="State">
      <p class="state">
        <StateMark mark={mark} />
        {answer.exit === null ? (
          <>
            {" "}
            for <Since at={entry.stateSince} now={frame.now} />
          </>
        ) : (
          <>
            {` · ${verdictTitle(answer.exit.verdict)} · `}
            <Ago at={entry.stateSince} now={frame.now} />
          </>
        )}
      </p>
      <p class="sentence">
        <QuotedText text={answer.sentence} expected={answer.expected} />
      </p>
      {answer.exit !== null && <Evidence frame={frame} view={view} outputs={outputs} exit={answer.exit} />}
      {answer.next !== null && <p class="next">{answer.next}</p>}
      <PullRequestActions frame={frame} view={view} />
    </section>
  );
}

/** More are in the panel of the run. */
const MOST_LINES = 20;
const MOST_CHECKS = 5;

function Evidence({ frame, view, outputs, exit }: VerdictBoxProps & { readonly exit: Exit }) {
  const { failedChecks, run } = exit;
  const text = run === null ? null : (outputs.get(run.id)?.text ?? null);
  return (
    <>
      <Others frame={frame} view={view} exit={exit} />
      <PassedRun view={view} exit={exit} />
      {failedChecks.length > 0 && (
        <ul class="checks" aria-label="Failed checks">
          {failedChecks.slice(0, MOST_CHECKS).map((check) => (
            <li>
              <StateMark mark={checkMark(check)} /> <span class="check">{check.name}</span>{" "}
              <CheckLink check={check} />
            </li>
          ))}
        </ul>
      )}
      {failedChecks.length > MOST_CHECKS && (
        <p class="note">and {failedChecks.length - MOST_CHECKS} more in its run.</p>
      )}
      {text !== null && (
        <pre tabindex={0} aria-label="Last lines of the output">
          {text.split("\n").slice(-MOST_LINES).join("\n")}
        </pre>
      )}
    </>
  );
}

interface EvidenceProps {
  readonly view: PullRequestView;
  readonly exit: Exit;
}

function Others({ frame, view, exit }: EvidenceProps & { readonly frame: Frame }) {
  const { verdict, evidence } = exit;
  if (evidence.pullRequests.length === 0) return null;
  return (
    <p>
      {verdict === "combination" ? "Fails only together with " : "Failed the same check: "}
      {evidence.pullRequests.map((number, index) => (
        <>
          {index > 0 && ", "}
          <a href={frame.addresses.pullRequest(view.name, number)}>{name(number)}</a>
        </>
      ))}
    </p>
  );
}

function PassedRun({ view: { runs }, exit: { evidence } }: EvidenceProps) {
  const index = runs.findIndex(({ id }) => id === evidence.passedRun);
  const run = runs[index];
  if (run === undefined) return null;
  return (
    <p>
      Passed on the same code: <a href={`#${runAnchor(run.id)}`}>run {runs.length - index}</a>
    </p>
  );
}

function name(number: PullRequestNumber): string {
  return `#${number}`;
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

interface TargetsViewProps {
  readonly frame: Frame;
  readonly targets: ShownTargets;
}

/** The impacted targets of a pull request, or why it counts as affecting everything, and what uploaded them. */
function TargetsView({ frame, targets }: TargetsViewProps) {
  if (targets.kind === "all") {
    return (
      <section aria-labelledby="targets-title">
        <h2 id="targets-title">Targets: all</h2>
        <p>{targets.why}</p>
        <Uploaded frame={frame} targets={targets} />
      </section>
    );
  }
  const { names, total } = targets;
  return (
    <section aria-labelledby="targets-title">
      <h2 id="targets-title">Targets: {total}</h2>
      {total === 0 && <p>It affects no target, so it waits for no other pull request.</p>}
      <ul class="targets">
        {names.map((name) => (
          <li>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      {total > names.length && <p class="note">and {total - names.length} more.</p>}
      <Uploaded frame={frame} targets={targets} />
    </section>
  );
}

function Uploaded({ frame, targets: { upload } }: TargetsViewProps) {
  if (upload === null) return null;
  return (
    <p class="note">
      Uploaded <Ago at={upload.at} now={frame.now} />
      {upload.by !== undefined && ` with the token ${upload.by}`}
    </p>
  );
}
