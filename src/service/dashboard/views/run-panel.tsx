/** One test run: what it tested on what, its checks, and the end of its output where that is saved here. */
import { type Check, durationOf } from "../../../domain/check.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { listed } from "../../../domain/words.js";
import { runAnchor } from "../addresses.js";
import { isWebAddress } from "../reading/queue-view.js";
import type { RunView } from "../reading/run-view.js";
import type { ShownOutput } from "../reading/shown-output.js";
import type { Frame } from "./layout.js";
import { checkMark, RUN_MARKS, StateMark } from "./state-mark.js";
import { durationText, Since } from "./time.js";

interface RunPanelProps {
  readonly frame: Frame;
  readonly name: QueueName;
  /** The pull request whose page it is. */
  readonly of: PullRequestNumber;
  readonly run: RunView;
  /** From 1, in the order in which they started. */
  readonly number: number;
  readonly isOpen: boolean;
  readonly output: ShownOutput | undefined;
}

export function RunPanel({ frame, name, of, run, number, isOpen, output }: RunPanelProps) {
  const on = [name.targetBranch, ...(run.on.length === 0 ? [] : [listed(run.on)])].join(" + ");
  return (
    <details class="run" id={runAnchor(run.id)} open={isOpen}>
      <summary>
        <StateMark mark={RUN_MARKS[run.state]} /> Run {number} · {listed(run.own)} on {on} ·{" "}
        {run.endedAt === null ? (
          <Since at={run.createdAt} now={frame.now} />
        ) : (
          durationText(run.endedAt - run.createdAt)
        )}
      </summary>
      {run.result !== "" && <p>{run.result}</p>}
      <Checks frame={frame} run={run} />
      {output?.text != null && <Output text={output.text} />}
      {output?.isWhole === true && (
        <p>
          <a href={frame.addresses.output(name, of, run.id)}>
            Whole output<span class="unseen"> of run {number}</span>
          </a>
        </p>
      )}
      <p class="note">
        Branch <code>{run.testBranch}</code>
        {run.commit !== null && (
          <>
            {" "}
            at <code title={run.commit}>{run.commit.slice(0, 10)}</code>
          </>
        )}
      </p>
    </details>
  );
}

function Checks({ frame, run }: { readonly frame: Frame; readonly run: RunView }) {
  const { checks, requiredStatuses } = run;
  const reported = new Set(checks.map(({ name }) => name));
  const missing = requiredStatuses.filter((name) => !reported.has(name));
  if (checks.length + missing.length === 0) return <p>No check has reported yet.</p>;
  return (
    <ul class="checks">
      {checks.map((check) => (
        <li>
          <StateMark mark={checkMark(check)} /> <span class="check">{check.name}</span>{" "}
          <Duration check={check} frame={frame} isLive={run.endedAt === null} />
          <CheckLink check={check} />
          {check.detail !== undefined && <span class="note">{check.detail}</span>}
        </li>
      ))}
      {missing.map((name) => (
        <li>
          <StateMark mark={{ glyph: "○", word: "not started", tone: "grey" }} />{" "}
          <span class="check">{name}</span>
        </li>
      ))}
    </ul>
  );
}

interface DurationProps {
  readonly frame: Frame;
  readonly check: Check;
  readonly isLive: boolean;
}

/** Of a check that runs: so far. */
function Duration({ frame, check, isLive }: DurationProps) {
  const took = durationOf(check);
  if (took !== null) return <span class="note">{durationText(took)}</span>;
  if (check.startedAt === undefined || check.conclusion !== null || !isLive) return null;
  return (
    <span class="note">
      <Since at={check.startedAt} now={frame.now} />
    </span>
  );
}

/** Only a web address becomes a link; the place of a saved file is shown as text. */
export function CheckLink({ check: { name, url } }: { readonly check: Check }) {
  if (url === "") return null;
  if (!isWebAddress(url)) return <span class="note file">{url}</span>;
  return (
    <a href={url} rel="noreferrer">
      log<span class="unseen"> of {name}</span> ↗
    </a>
  );
}

function Output({ text }: { readonly text: string }) {
  return (
    <>
      <h3>The end of its output</h3>
      <pre tabindex={0} aria-label="Output">
        {text}
      </pre>
    </>
  );
}
