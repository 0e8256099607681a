/** The page of figures: where the time went, why entries left, what CI cost, and which checks are flaky. */
import type { Child } from "hono/jsx";
import { repositoryName } from "../../../domain/repository.js";
import type { Insights } from "../reading/insights/insights-view.js";
import { PHASES } from "../reading/insights/landing-phases.js";
import { GRAINS, PERIODS } from "../reading/insights/period.js";
import { behind, Chart, Cut, PHASE_TONES, TimeTable } from "../views/figures-by-time.js";
import {
  Checks,
  Csv,
  type InsightsProps,
  Phases,
  Reasons,
  Verdicts,
  within,
} from "../views/insights-tables.js";
import { Layout } from "../views/layout.js";
import { QueueNav } from "../views/queue-nav.js";
import { durationText, exactTime, percentText } from "../views/time.js";

export function InsightsPage(props: InsightsProps) {
  const { frame, name, insights } = props;
  const title = `${repositoryName(name.repository)} › ${name.targetBranch}`;
  return (
    <Layout
      frame={frame}
      title={`${title} · insights`}
      crumbs={[
        { text: "Queues", href: frame.addresses.home },
        { text: title, href: frame.addresses.queue(name) },
        { text: "Insights", href: null },
      ]}
      draws={true}
    >
      <QueueNav frame={frame} name={name} current="insights" />
      <h1>{answer(insights)}</h1>
      <PeriodForm {...props} />
      {insights.isCut && (
        <p class="banner">
          The period holds more than one answer reads: the figures begin at{" "}
          {exactTime(insights.from).slice(0, 16)} UTC. Choose a shorter period for complete ones.
        </p>
      )}
      <Totals {...props} />
      <Retests {...props} />
      <Phases {...props} />
      <OverTime {...props} />
      <div class="columns even">
        <Verdicts {...props} />
        <Reasons {...props} />
      </div>
      <Checks {...props} />
    </Layout>
  );
}

/** The longest phase is what most readers come for. */
function answer({ total, phases, measured }: Insights): string {
  const landed = `${total.merged} landed`;
  if (total.p50Ms === null || total.p95Ms === null) return `${landed} in this period`;
  const longest = phases.toSorted((one, other) => other.share - one.share)[0];
  const most =
    longest === undefined || measured === 0
      ? ""
      : `; most of the time: ${PHASES[longest.phase]}, ${percentText(longest.share)}`;
  return `${landed}, half of them within ${durationText(total.p50Ms)}, 95 of 100 within ${durationText(total.p95Ms)}${most}`;
}

function PeriodForm({ frame, name, period, insights }: InsightsProps) {
  const [path = ""] = frame.addresses.insights(name).split("?");
  return (
    <form method="get" action={path} class="filters" aria-label="Period">
      <input type="hidden" name="branch" value={name.targetBranch} />
      <label>
        Period
        <select name="period">
          {Object.keys(PERIODS).map((one) => (
            <option value={one} selected={one === period}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label>
        By
        <select name="by">
          {Object.keys(GRAINS).map((one) => (
            <option value={one} selected={one === insights.grain}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Show</button>
      <span class="note">Times are UTC. As of {exactTime(insights.to).slice(0, 16).replace("T", " ")}.</span>
    </form>
  );
}

function Totals({ frame, name, insights }: InsightsProps) {
  const { addresses } = frame;
  const { total, mostRuns, slowest } = insights;
  const period = within(insights);
  const link = (state: string) => addresses.history(name, { ...period, state });
  const perLanding = (value: number) => (total.merged === 0 ? null : value / total.merged);
  const runs = perLanding(total.runs);
  const ciMs = perLanding(total.ciMs);
  const address = (numbers: readonly number[]) =>
    numbers.length === 0 ? null : behind(frame, name, numbers);
  const ofLanded = <Cut shown={slowest} of={total.merged} />;
  const ofTested = <Cut shown={mostRuns} of={total.testedOf} />;
  return (
    <dl class="totals">
      <Total words="landed" value={String(total.merged)} href={link("merged")} />
      <Total words="failed" value={String(total.failed)} href={link("failed")} />
      <Total words="cancelled" value={String(total.cancelled)} href={link("cancelled")} />
      <Total
        words="median time to land"
        value={total.p50Ms === null ? "–" : durationText(total.p50Ms)}
        href={address(slowest)}
        cut={ofLanded}
      />
      <Total
        words="P95 time to land"
        value={total.p95Ms === null ? "–" : durationText(total.p95Ms)}
        href={address(slowest)}
        cut={ofLanded}
      />
      <Total
        words="runs per landing"
        value={runs === null ? "–" : runs.toFixed(1)}
        href={address(mostRuns)}
        cut={ofTested}
      />
      <Total
        words="CI time per landing"
        value={ciMs === null ? "–" : durationText(ciMs)}
        href={address(mostRuns)}
        cut={ofTested}
      />
    </dl>
  );
}

/** What `landWithoutRetest` spared and would have spared; nothing if neither happened in the period. */
function Retests({ frame: { addresses }, name, insights }: InsightsProps) {
  const { landedWithoutRun, atMost } = insights.retests;
  const couldSkip = atMost?.landings ?? 0;
  if (landedWithoutRun === 0 && couldSkip === 0) return <></>;
  const landed = addresses.history(name, { ...within(insights), reason: "MERGE_GRAPH_DIRECT_MERGE" });
  return (
    <p class="note">
      {landedWithoutRun > 0 && (
        <>
          <a href={landed}>{landedWithoutRun} landed without a test run</a>, on the checks of their own heads.{" "}
        </>
      )}
      {atMost !== null && couldSkip > 0 && (
        <>
          With <code>landWithoutRetest</code>, at most{" "}
          <a href={addresses.history(name, { pr: atMost.pullRequests.join(",") })}>
            {couldSkip} of {insights.total.merged}
          </a>
          <Cut shown={atMost.pullRequests} of={couldSkip} /> would have landed without a test run:{" "}
          {atMost.runs} {atMost.runs === 1 ? "run" : "runs"} and {durationText(atMost.ciMs)} of CI less. Their
          heads were up to date and their checks green; whether CI executed the same jobs there as on test
          branches is read only while the setting is on.
        </>
      )}
    </p>
  );
}

interface TotalProps {
  readonly words: string;
  readonly value: string;
  /** null: no pull request is behind it. */
  readonly href: string | null;
  /** Absent: the address has all. */
  readonly cut?: Child;
}

function Total({ words, value, href, cut }: TotalProps) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>
        {href === null || value === "0" ? value : <a href={href}>{value}</a>}
        {href !== null && cut}
      </dd>
    </div>
  );
}

function OverTime(props: InsightsProps) {
  const { frame, name, insights } = props;
  return (
    <section aria-labelledby="time-title">
      <h2 id="time-title">By {insights.grain}</h2>
      <Chart
        title="Pull requests that left"
        table="by-time"
        unit="count"
        kind="lines"
        series={[
          { name: "merged", label: "landed", tone: "violet" },
          { name: "failed", label: "failed", tone: "red" },
          { name: "cancelled", label: "cancelled", tone: "grey" },
        ]}
      />
      <Chart
        title="Time from submission to landing"
        table="by-time"
        unit="ms"
        kind="lines"
        series={[
          { name: "p50", label: "median", tone: "teal" },
          { name: "p95", label: "P95", tone: "amber" },
        ]}
      />
      <Chart
        title="Where the time of a landing went, on average"
        table="by-time"
        unit="ms"
        kind="stack"
        series={insights.phases.map(({ phase }) => ({
          name: phase,
          label: PHASES[phase],
          tone: PHASE_TONES[phase],
        }))}
      />
      <TimeTable frame={frame} name={name} insights={insights} />
      <Csv {...props} table="time" />
    </section>
  );
}
