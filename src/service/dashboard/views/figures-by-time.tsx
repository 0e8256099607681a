/** The figures of each hour, day or week as a table; the charts above it are drawn from its `data-value`s. */
import type { Child } from "hono/jsx";
import type { QueueName } from "../../../domain/queue-name.js";
import { MOST_LISTED } from "../reading/insights/check-figures.js";
import type { Bucket, Insights } from "../reading/insights/insights-view.js";
import { PHASES, type Phase } from "../reading/insights/landing-phases.js";
import { bucketOf } from "../reading/insights/period.js";
import type { Frame } from "./layout.js";
import { durationText, exactTime } from "./time.js";

/** Neighbours in the stack differ in brightness too, in both themes. */
export const PHASE_TONES: Readonly<Record<Phase, string>> = {
  readiness: "grey",
  paused: "amber",
  slot: "blue",
  ownLag: "red",
  ciQueue: "lilac",
  ciRun: "teal",
  discarded: "rust",
  predecessors: "violet",
};

interface TimeTableProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly insights: Insights;
}

export function TimeTable({ frame, name, insights }: TimeTableProps) {
  return (
    <details class="figures" open={insights.buckets.length <= 31}>
      <summary>Figures by {insights.grain}</summary>
      <div class="scroll" role="region" aria-label={`Figures by ${insights.grain}`} tabindex={0}>
        <table id="by-time">
          <thead>
            <tr>
              <th scope="col">From</th>
              {["Landed", "Failed", "Cancelled", "Median", "P95", "Runs", "CI time"].map((head) => (
                <th scope="col" class="number">
                  {head}
                </th>
              ))}
              {insights.phases.map(({ phase }) => (
                <th scope="col" class="number">
                  {PHASES[phase]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {insights.buckets.map((bucket) => (
              <Row frame={frame} name={name} insights={insights} bucket={bucket} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ frame, name, insights, bucket }: TimeTableProps & { readonly bucket: Bucket }) {
  const { from, to, phases } = bucket;
  const span = { since: exactTime(from), until: exactTime(to === insights.to ? to + 1 : to) };
  const exact = exactTime(from);
  const landed = frame.addresses.history(name, { ...span, state: "merged" });
  const tested = bucket.testedOf === 0 ? null : behind(frame, name, bucket.testedIn);
  const cut = <Cut shown={bucket.testedIn} of={bucket.testedOf} />;
  return (
    <tr data-at={String(bucketOf(from, insights.grain))}>
      <th scope="row">
        <time datetime={exact}>
          {insights.grain === "hour" ? exact.slice(5, 16).replace("T", " ") : exact.slice(0, 10)}
        </time>
      </th>
      {(["merged", "failed", "cancelled"] as const).map((state) => (
        <td class="number" data-series={state} data-value={String(bucket[state])}>
          {bucket[state] === 0 ? (
            0
          ) : (
            <a href={frame.addresses.history(name, { ...span, state })}>{bucket[state]}</a>
          )}
        </td>
      ))}
      <Duration series="p50" ms={bucket.p50Ms} href={landed} />
      <Duration series="p95" ms={bucket.p95Ms} href={landed} />
      <td class="number">
        <Linked href={tested}>{String(bucket.runs)}</Linked>
        {cut}
      </td>
      <Duration series="ci" ms={bucket.ciMs} href={tested} />
      {insights.phases.map(({ phase }) => (
        <Duration series={phase} ms={phases?.[phase] ?? null} href={landed} />
      ))}
    </tr>
  );
}

interface DurationProps {
  readonly series: string;
  readonly ms: number | null;
  readonly href: string | null;
}

function Duration({ series, ms, href }: DurationProps) {
  return (
    <td class="number" data-series={series} data-value={ms === null ? "" : String(Math.round(ms))}>
      {ms === null ? "–" : <Linked href={href}>{durationText(ms)}</Linked>}
    </td>
  );
}

/** null: nothing is behind it. */
export function Linked({ href, children }: { readonly href: string | null; readonly children: Child }) {
  return href === null ? <>{children}</> : <a href={href}>{children}</a>;
}

/** The history of these pull requests. */
export function behind({ addresses }: Frame, name: QueueName, numbers: readonly number[]): string {
  return addresses.history(name, { pr: numbers.slice(0, MOST_LISTED).join(",") });
}

/** An address holds a part of a long list, and the page states which. */
export function Cut({ shown, of }: { readonly shown: readonly number[]; readonly of: number }) {
  if (shown.length < MOST_LISTED || of <= MOST_LISTED) return <></>;
  return (
    <span class="note">
      {" "}
      (first {MOST_LISTED} of {of})
    </span>
  );
}

interface ChartSeries {
  /** The `data-series` of a column. */
  readonly name: string;
  readonly label: string;
  /** The class of its colour; lines also differ in their dashes. */
  readonly tone: string;
}

interface ChartProps {
  readonly title: string;
  readonly table: string;
  readonly unit: "count" | "ms";
  readonly kind: "lines" | "stack";
  readonly series: readonly ChartSeries[];
}

/** A chart of a table on the same page. The script draws it from the table; without a script the table is all there is. */
export function Chart({ title, table, unit, kind, series }: ChartProps) {
  return (
    <figure class="chart scripted" data-chart={table} data-unit={unit} data-kind={kind}>
      <figcaption>
        {title}
        <ul class="legend">
          {series.map(({ name, label, tone }, index) => (
            <li class={tone} data-series={name} data-dashes={index}>
              <svg width="24" height="8" aria-hidden="true">
                <line x1="0" x2="24" y1="4" y2="4" class={`dashes-${kind === "stack" ? "none" : index}`} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="plot" aria-hidden="true"></div>
    </figure>
  );
}
