/** Answers `/HOST/OWNER/NAME/insights`: figures of a queue for a period, as a page, JSON, or one table as CSV. */
import { wordOnWire } from "../../../contract/why.js";
import type { Repository } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentTime } from "../../http/serialize.js";
import { answerCsv, answerPage, type CsvTable } from "../answer-page.js";
import { InsightsPage } from "../pages/insights-page.js";
import { type Bucket, type Insights, insightsOf } from "../reading/insights/insights-view.js";
import { isPhase, PHASES } from "../reading/insights/landing-phases.js";
import { GRAINS, grainFor, isGrain, isPeriod, PERIODS } from "../reading/insights/period.js";
import { frameOf, type Serving, wantsJson } from "../serving.js";
import { answerAddressProblem, forQueue, unknownValue, wantsCsv } from "./for-queue.js";

const DEFAULT_PERIOD = "7d";

export async function showInsights(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
): Promise<Response> {
  return forQueue(c, serving, repository, async (stored, reader) => {
    const { name } = stored;
    const refuse = (parameter: string, text: string, expected: readonly string[]) => {
      const problem = unknownValue(parameter, text, expected.join(", "));
      return answerAddressProblem(c, serving, reader, problem, serving.addresses.insights(name));
    };
    const period = c.req.query("period") || DEFAULT_PERIOD;
    if (!isPeriod(period)) return refuse("period", period, Object.keys(PERIODS));
    const by = c.req.query("by") || null;
    if (by !== null && !isGrain(by)) return refuse("by", by, Object.keys(GRAINS));
    const facts = await serving.insights.read(stored, period);
    const insights = insightsOf(facts, grainFor(period, by));
    if (wantsCsv(c)) {
      const wanted = c.req.query("table") || "time";
      const table = csvTables(insights).find((known) => known.name === wanted);
      const names = csvTables(insights).map((known) => known.name);
      return table === undefined ? refuse("table", wanted, names) : answerCsv(c, table);
    }
    if (wantsJson(c)) {
      return answerJson(c, {
        repo: name.repository,
        targetBranch: name.targetBranch,
        period,
        ...presentInsights(insights),
      });
    }
    return answerPage(c, InsightsPage({ frame: frameOf(c, serving, reader), name, period, insights }));
  });
}

function presentInsights({ from, to, isCut, grain, total, buckets, ...tables }: Insights) {
  return {
    from: presentTime(from),
    to: presentTime(to),
    isCut,
    by: grain,
    total: presentBucket(total),
    buckets: buckets.map(presentBucket),
    phases: tables.phases.map(({ longest, ...rest }) => ({ ...rest, longest: [...longest] })),
    measuredLandings: tables.measured,
    retests: presentRetests(tables.retests),
    verdicts: tables.verdicts.map(({ verdict, count }) => ({
      verdict: verdict === null ? null : wordOnWire(verdict),
      count,
    })),
    reasons: tables.reasons,
    unjudged: [...tables.unjudged],
    withoutReason: [...tables.withoutReason],
    checks: tables.checks.map(({ resultsIn, failedIn, flakyIn, ...rest }) => ({
      ...rest,
      resultsIn: [...resultsIn],
      failedIn: [...failedIn],
      flakyIn: [...flakyIn],
    })),
    mostRuns: [...tables.mostRuns],
    slowest: [...tables.slowest],
  };
}

function presentRetests({ landedWithoutRun, atMost }: Insights["retests"]) {
  return {
    landedWithoutRun,
    atMost: atMost === null ? null : { ...atMost, pullRequests: [...atMost.pullRequests] },
  };
}

function presentBucket({ from, to, testedIn, ...figures }: Bucket) {
  return { from: presentTime(from), to: presentTime(to), ...figures, testedIn: [...testedIn] };
}

const PHASE_NAMES = Object.entries(PHASES);

/** Durations are in seconds. */
function csvTables({ buckets, phases, verdicts, reasons, checks }: Insights): readonly CsvTable[] {
  const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1000));
  const phaseOf = (bucket: Bucket, phase: string) =>
    bucket.phases === null || !isPhase(phase) ? null : seconds(bucket.phases[phase]);
  return [
    {
      name: "time",
      head: [
        "from",
        "landed",
        "failed",
        "cancelled",
        "p50",
        "p95",
        "runs",
        "ci",
        ...PHASE_NAMES.map(([name]) => name),
      ],
      rows: buckets.map((bucket) => [
        ...[presentTime(bucket.from), bucket.merged, bucket.failed, bucket.cancelled],
        ...[seconds(bucket.p50Ms), seconds(bucket.p95Ms), bucket.runs, seconds(bucket.ciMs)],
        ...PHASE_NAMES.map(([phase]) => phaseOf(bucket, phase)),
      ]),
    },
    {
      name: "phases",
      head: ["phase", "mean", "p95", "share"],
      rows: phases.map(({ phase, meanMs, p95Ms, share }) => [phase, seconds(meanMs), seconds(p95Ms), share]),
    },
    {
      name: "verdicts",
      head: ["verdict", "exits"],
      rows: verdicts.map(({ verdict, count }) => [verdict === null ? null : wordOnWire(verdict), count]),
    },
    { name: "reasons", head: ["reason", "exits"], rows: reasons.map(({ reason, count }) => [reason, count]) },
    {
      name: "checks",
      head: ["check", "runs", "failed", "flaky"],
      rows: checks.map(({ name, runs, failed, flaky }) => [name, runs, failed, flaky]),
    },
  ];
}
