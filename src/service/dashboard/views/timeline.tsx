/** What happened to a pull request: each submission with its steps and their reasons, the newest first. */
import type { EntryState } from "../../../engine/model/queue.js";
import { runAnchor } from "../addresses.js";
import type { PullRequestView, Step } from "../reading/pull-request-view.js";
import type { Frame } from "./layout.js";
import { QuotedText } from "./quoted-text.js";
import { ENTRY_MARKS, StateMark } from "./state-mark.js";
import { Clock } from "./time.js";

/** For steps that follow from the queue alone and have no reason. */
const STARTED: Partial<Readonly<Record<EntryState, string>>> = {
  testing: "Its tests started.",
  pending: "It waits for its next test run.",
};

interface TimelineProps {
  readonly frame: Frame;
  readonly view: PullRequestView;
}

export function Timeline({ view }: TimelineProps) {
  const { submissions, runs } = view;
  const numberOf = new Map(runs.map(({ id }, index) => [id, runs.length - index]));
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      {submissions.length === 0 && <p>Its history is older than what the service keeps.</p>}
      {submissions.map(({ number, steps }) => (
        <>
          {submissions.length > 1 && <h3>Submission {number}</h3>}
          <ol class="timeline">
            {steps.map((step) => (
              <StepLine step={step} runNumber={step.run === null ? undefined : numberOf.get(step.run)} />
            ))}
          </ol>
        </>
      ))}
    </section>
  );
}

function StepLine({ step, runNumber }: { readonly step: Step; readonly runNumber: number | undefined }) {
  const { at, state, reason, run } = step;
  return (
    <li>
      <Clock at={at} /> <StateMark mark={ENTRY_MARKS[state]} />{" "}
      <span class="reason">
        <QuotedText text={reason?.sentence ?? STARTED[state] ?? ""} />
        {run !== null && runNumber !== undefined && (
          <>
            {" "}
            <a href={`#${runAnchor(run)}`}>Run {runNumber}</a>
          </>
        )}
      </span>
    </li>
  );
}
