/** The tables of the page of figures; each number opens the pull requests behind it. */
import { VERDICTS } from "../../../domain/exit-verdict.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { CheckFigures } from "../reading/insights/check-figures.js";
import type { Insights, PhaseFigures } from "../reading/insights/insights-view.js";
import { PHASES } from "../reading/insights/landing-phases.js";
import type { Period } from "../reading/insights/period.js";
import { behind, Cut, Linked, PHASE_TONES } from "./figures-by-time.js";
import type { Frame } from "./layout.js";
import { durationText, exactTime, percentText } from "./time.js";

export interface InsightsProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly period: Period;
  readonly insights: Insights;
}

/** A filter of the history that holds the same pull requests as a figure of the whole period. */
export function within({ from, to }: Insights): Readonly<Record<string, string>> {
  // What left at this very moment is in the figures.
  return { since: exactTime(from), until: exactTime(to + 1) };
}

export function Csv({ frame, name, period, insights, table }: InsightsProps & { readonly table: string }) {
  const href = frame.addresses.csv("insights", name, { period, by: insights.grain, table });
  return (
    <p class="note">
      <a href={href}>
        CSV<span class="unseen"> of this table: {table}</span>
      </a>
    </p>
  );
}

export function Phases(props: InsightsProps) {
  const { insights } = props;
  const { phases, measured, total } = insights;
  return (
    <section aria-labelledby="phases-title">
      <h2 id="phases-title">Where the time went, from submission to landing</h2>
      {measured < total.merged && (
        <p class="note">
          Of {measured} of {total.merged} landings; the way of the others is longer ago than what is read.
        </p>
      )}
      <div class="scroll" role="region" aria-label="Where the time went" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Phase</th>
              <th scope="col" class="number">
                Share
              </th>
              <th scope="col">
                <span class="unseen">Share as a bar</span>
              </th>
              <th scope="col" class="number">
                Mean
              </th>
              <th scope="col" class="number">
                P95
              </th>
              <th scope="col">Longest</th>
            </tr>
          </thead>
          <tbody>
            {phases.map((figures) => (
              <PhaseRow {...props} figures={figures} />
            ))}
          </tbody>
        </table>
      </div>
      <Csv {...props} table="phases" />
    </section>
  );
}

function PhaseRow({ frame, name, insights, figures }: InsightsProps & { readonly figures: PhaseFigures }) {
  const { phase, share, meanMs, p95Ms, longest, longestOf } = figures;
  const landed = frame.addresses.history(name, { ...within(insights), state: "merged" });
  return (
    <tr>
      <th scope="row">{PHASES[phase]}</th>
      <td class="number">
        <Linked href={longestOf === 0 ? null : landed}>{percentText(share)}</Linked>
      </td>
      <td>
        <svg class={`bar ${PHASE_TONES[phase]}`} width="160" height="12" aria-hidden="true">
          <rect width={Math.round(share * 160)} height="12" />
        </svg>
      </td>
      <td class="number">
        <Linked href={longestOf === 0 ? null : landed}>{durationText(meanMs)}</Linked>
      </td>
      <td class="number">
        <Linked href={longestOf === 0 ? null : behind(frame, name, longest)}>{durationText(p95Ms)}</Linked>
      </td>
      <td>
        <Behind frame={frame} name={name} numbers={longest} of={longestOf} what={PHASES[phase]} />
      </td>
    </tr>
  );
}

interface BehindProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly numbers: readonly number[];
  readonly of: number;
  readonly what: string;
}

function Behind({ frame, name, numbers, of, what }: BehindProps) {
  if (numbers.length === 0) return <>–</>;
  return (
    <>
      <a href={behind(frame, name, numbers)}>
        {of} pull {of === 1 ? "request" : "requests"}
        <span class="unseen"> with the longest: {what}</span>
      </a>
      <Cut shown={numbers} of={of} />
    </>
  );
}

export function Verdicts(props: InsightsProps) {
  const rows = props.insights.verdicts.map(({ verdict, count }) => ({
    label: verdict === null ? "not judged: too many failures in the period" : VERDICTS[verdict].title,
    filter: verdict === null ? { pr: props.insights.unjudged.join(",") } : { verdict },
    listed: verdict === null ? props.insights.unjudged : null,
    count,
  }));
  return <Exits {...props} table="verdicts" title="Exits by verdict" head="Verdict" rows={rows} />;
}

export function Reasons(props: InsightsProps) {
  const rows = props.insights.reasons.map(({ reason, count }) => ({
    label: reason === null ? "none" : reason.toLowerCase().replaceAll("_", " "),
    filter: reason === null ? { pr: props.insights.withoutReason.join(",") } : { reason },
    listed: reason === null ? props.insights.withoutReason : null,
    count,
  }));
  return <Exits {...props} table="reasons" title="Most frequent reasons" head="Reason" rows={rows} />;
}

interface ExitsProps extends InsightsProps {
  readonly table: string;
  readonly title: string;
  readonly head: string;
  readonly rows: readonly {
    readonly label: string;
    /** Of the history. */
    readonly filter: Readonly<Record<string, string>>;
    /** The pull requests that the filter names; null: it names none. */
    readonly listed: readonly number[] | null;
    readonly count: number;
  }[];
}

function Exits({ table, title, head, rows, ...props }: ExitsProps) {
  const { frame, name, insights } = props;
  const period = within(insights);
  return (
    <section aria-labelledby={`${table}-title`}>
      <h2 id={`${table}-title`}>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" class="number">
              Exits
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, filter, listed, count }) => (
            <tr>
              <th scope="row" class="wraps">
                {label}
              </th>
              <td class="number">
                <a href={frame.addresses.history(name, { ...period, ...filter })}>{count}</a>
                {listed !== null && <Cut shown={listed} of={count} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Csv {...props} table={table} />
    </section>
  );
}

export function Checks(props: InsightsProps) {
  const { frame, name, insights } = props;
  const { checks } = insights;
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">Flakiest checks</h2>
      {checks.length === 0 ? (
        <p>No check failed in this period.</p>
      ) : (
        <div class="scroll" role="region" aria-label="Checks" tabindex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Check</th>
                <th scope="col" class="number">
                  Results
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
                <th scope="col" class="number">
                  Flaky
                </th>
                <th scope="col" class="number">
                  Flaky of all
                </th>
              </tr>
            </thead>
            <tbody>
              {checks.map((figures) => (
                <CheckRow frame={frame} name={name} figures={figures} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="note">A failure is flaky if the check also passed on exactly the same code.</p>
      <Csv {...props} table="checks" />
    </section>
  );
}

type CheckRowProps = Pick<InsightsProps, "frame" | "name"> & { readonly figures: CheckFigures };

function CheckRow({ frame, name, figures }: CheckRowProps) {
  const { name: check, runs, failed, flaky, resultsIn, resultsOf, failedIn, flakyIn } = figures;
  return (
    <tr>
      <th scope="row" class="waits">
        {check}
      </th>
      <td class="number">
        <Figure frame={frame} name={name} count={runs} numbers={resultsIn} of={resultsOf} />
      </td>
      <td class="number">
        <Figure frame={frame} name={name} count={failed} numbers={failedIn} of={failedIn.length} />
      </td>
      <td class="number">
        <Figure frame={frame} name={name} count={flaky} numbers={flakyIn} of={flakyIn.length} />
      </td>
      <td class="number">
        <Linked href={flaky === 0 ? null : behind(frame, name, flakyIn)}>{percentText(flaky / runs)}</Linked>
      </td>
    </tr>
  );
}

interface FigureProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly count: number;
  readonly numbers: readonly number[];
  readonly of: number;
}

function Figure({ frame, name, count, numbers, of }: FigureProps) {
  // A fragment with the number 0 renders nothing.
  if (numbers.length === 0) return <>{String(count)}</>;
  return (
    <>
      <a href={behind(frame, name, numbers)}>{count}</a>
      <Cut shown={numbers} of={of} />
    </>
  );
}
