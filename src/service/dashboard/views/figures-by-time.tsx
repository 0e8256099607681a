/** The figures of each hour, day or week as a table; the charts above it are drawn from its `data-value`s. */
import type { QueueName } from "../../../domain/queue-name.js";
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
      <Duration series="p50" ms={bucket.p50Ms} />
      <Duration series="p95" ms={bucket.p95Ms} />
      <td class="number">{bucket.runs}</td>
      <Duration series="ci" ms={bucket.ciMs} />
      {insights.phases.map(({ phase }) => (
        <Duration series={phase} ms={phases?.[phase] ?? null} />
      ))}
    </tr>
  );
}

function Duration({ series, ms }: { readonly series: string; readonly ms: number | null }) {
  return (
    <td class="number" data-series={series} data-value={ms === null ? "" : String(Math.round(ms))}>
      {ms === null ? "–" : durationText(ms)}
    </td>
  );
}
