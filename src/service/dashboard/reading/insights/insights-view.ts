/** The figures of a period, in buckets, with the pull requests behind each of them. */
import type { PullRequestNumber } from "../../../../domain/ids.js";
import type { ReasonCode } from "../../../../domain/reason.js";
import type { VerdictKind } from "../../../../domain/verdict-kinds.js";
import { VERDICT_KINDS } from "../../../../domain/verdict-kinds.js";
import type { EntryEnding } from "../../../ports/queue-history.js";
import { type CheckFigures, MOST_LISTED } from "./check-figures.js";
import { isPhase, PHASES, type Phase, type PhaseTimes } from "./landing-phases.js";
import { bucketOf, bucketsIn, GRAINS, type Grain, percentile } from "./period.js";
import type { JudgedExit, LandedEntry, PeriodFacts } from "./read-period.js";
import { landingsOf, type RunFact, spareableRuns } from "./spareable-runs.js";

export type ExitCounts = Readonly<Record<EntryEnding, number>>;

export interface Bucket extends ExitCounts {
  readonly from: number;
  readonly to: number;
  readonly runs: number;
  readonly ciMs: number;
  /** What these runs tested: some of it, and how many there are in all. */
  readonly testedIn: readonly PullRequestNumber[];
  readonly testedOf: number;
  /** Of the time from submission to landing; null without a landing. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** The mean for each landing; null without one. */
  readonly phases: PhaseTimes | null;
}

export interface PhaseFigures {
  readonly phase: Phase;
  readonly meanMs: number;
  readonly p95Ms: number;
  /** Of the whole time of all landings, from 0 to 1. */
  readonly share: number;
  /** Longest first, and how many there are in all. */
  readonly longest: readonly PullRequestNumber[];
  readonly longestOf: number;
}

export interface Insights {
  readonly from: number;
  readonly to: number;
  readonly isCut: boolean;
  readonly grain: Grain;
  readonly total: Bucket;
  readonly buckets: readonly Bucket[];
  readonly phases: readonly PhaseFigures[];
  /** Landings whose phases are known. */
  readonly measured: number;
  readonly verdicts: readonly { readonly verdict: VerdictKind | null; readonly count: number }[];
  readonly reasons: readonly { readonly reason: ReasonCode | null; readonly count: number }[];
  readonly checks: readonly CheckFigures[];
  readonly retests: RetestFigures;
  /** Left without a verdict, and without a reason. */
  readonly unjudged: readonly PullRequestNumber[];
  readonly withoutReason: readonly PullRequestNumber[];
  /** Pull requests with the most runs, of `total.testedOf`, and those that took longest, of all that landed. */
  readonly mostRuns: readonly PullRequestNumber[];
  readonly slowest: readonly PullRequestNumber[];
}

/** What `landWithoutRetest` spared, and the most that it would have spared while it is off. */
export interface RetestFigures {
  readonly landedWithoutRun: number;
  /** null: the setting is on, or the code host has no checks on heads. */
  readonly atMost: SpareableFigures | null;
}

export interface SpareableFigures {
  /** Landings that might have skipped their test run. */
  readonly landings: number;
  /** Their runs of the tree of the head, and the CI time of these. */
  readonly runs: number;
  readonly ciMs: number;
  readonly pullRequests: readonly PullRequestNumber[];
}

const MOST_REASONS = 20;
const MOST_CHECKS = 20;

export function insightsOf(facts: PeriodFacts, grain: Grain): Insights {
  const { from, to, isCut, exits, landed, runs, checks } = facts;
  const measured = landed.flatMap(({ pullRequest, phases }) => (phases ? [{ pullRequest, phases }] : []));
  return {
    ...{ from, to, isCut, grain },
    total: bucket({ from, to }, exits, landed, runs),
    buckets: bucketed(facts, grain),
    phases: Object.keys(PHASES)
      .filter(isPhase)
      .map((phase) => figuresOf(phase, measured)),
    measured: measured.length,
    verdicts: [...VERDICT_KINDS, null].flatMap((verdict) => {
      const count = exits.filter((exit) => exit.verdict === verdict).length;
      return count === 0 ? [] : [{ verdict, count }];
    }),
    reasons: [...Map.groupBy(exits, ({ reason }) => reason)]
      .map(([reason, some]) => ({ reason, count: some.length }))
      .sort((one, other) => other.count - one.count)
      .slice(0, MOST_REASONS),
    checks: checks.filter(({ failed }) => failed > 0).slice(0, MOST_CHECKS),
    retests: retestFigures(facts),
    unjudged: listed(exits.filter(({ verdict }) => verdict === null)),
    withoutReason: listed(exits.filter(({ reason }) => reason === null)),
    mostRuns: mostRuns(runs).slice(0, MOST_LISTED),
    slowest: listed(landed.toSorted((one, other) => other.totalMs - one.totalMs)),
  };
}

function listed(some: readonly { readonly pullRequest: PullRequestNumber }[]): readonly PullRequestNumber[] {
  return [...new Set(some.map(({ pullRequest }) => pullRequest))].slice(0, MOST_LISTED);
}

function bucketed({ from, to, exits, landed, runs }: PeriodFacts, grain: Grain): readonly Bucket[] {
  const exitsIn = Map.groupBy(exits, ({ endedAt }) => bucketOf(endedAt, grain));
  const landedIn = Map.groupBy(landed, ({ at }) => bucketOf(at, grain));
  const runsIn = Map.groupBy(runs, ({ at }) => bucketOf(at, grain));
  return bucketsIn(from, to, grain).map((at) =>
    bucket(
      { from: Math.max(from, at), to: Math.min(to, at + GRAINS[grain]) },
      exitsIn.get(at) ?? [],
      landedIn.get(at) ?? [],
      runsIn.get(at) ?? [],
    ),
  );
}

function bucket(
  span: Pick<Bucket, "from" | "to">,
  exits: readonly JudgedExit[],
  landed: readonly LandedEntry[],
  runs: readonly RunFact[],
): Bucket {
  const count = (wanted: EntryEnding) => exits.filter(({ ending }) => ending === wanted).length;
  const totals = landed.map(({ totalMs }) => totalMs);
  const tested = mostRuns(runs);
  return {
    ...span,
    ...{ merged: count("merged"), failed: count("failed"), cancelled: count("cancelled") },
    runs: runs.length,
    ciMs: runs.reduce((sum, { ciMs }) => sum + ciMs, 0),
    ...{ testedIn: tested.slice(0, MOST_LISTED), testedOf: tested.length },
    p50Ms: percentile(totals, 0.5),
    p95Ms: percentile(totals, 0.95),
    phases: meanPhases(landed.flatMap(({ phases }) => phases ?? [])),
  };
}

function meanPhases(all: readonly PhaseTimes[]): PhaseTimes | null {
  if (all.length === 0) return null;
  const mean = (phase: Phase) => all.reduce((sum, times) => sum + times[phase], 0) / all.length;
  return {
    readiness: mean("readiness"),
    paused: mean("paused"),
    slot: mean("slot"),
    ownLag: mean("ownLag"),
    ciQueue: mean("ciQueue"),
    ciRun: mean("ciRun"),
    discarded: mean("discarded"),
    predecessors: mean("predecessors"),
  };
}

interface Measured {
  readonly pullRequest: PullRequestNumber;
  readonly phases: PhaseTimes;
}

function figuresOf(phase: Phase, landed: readonly Measured[]): PhaseFigures {
  const times = landed.map(({ phases }) => phases[phase]);
  const sum = times.reduce((one, other) => one + other, 0);
  const whole = landed.reduce(
    (all, { phases }) => all + Object.values(phases).reduce((one, other) => one + other, 0),
    0,
  );
  const longest = landed
    .filter(({ phases }) => phases[phase] > 0)
    .sort((one, other) => other.phases[phase] - one.phases[phase]);
  return {
    phase,
    meanMs: landed.length === 0 ? 0 : sum / landed.length,
    p95Ms: percentile(times, 0.95) ?? 0,
    share: whole === 0 ? 0 : sum / whole,
    longest: listed(longest),
    longestOf: new Set(longest.map(({ pullRequest }) => pullRequest)).size,
  };
}

function retestFigures({ exits, runs, landedBefore, mayRetest }: PeriodFacts): RetestFigures {
  const landings = landingsOf(exits.filter(({ ending }) => ending === "merged"));
  const landedWithoutRun = landings.filter(({ isUntested }) => isUntested).length;
  if (!mayRetest) return { landedWithoutRun, atMost: null };
  const spareable = spareableRuns(landings, landedBefore, runs);
  const spared = spareable.flatMap((one) => one.runs);
  return {
    landedWithoutRun,
    atMost: {
      ...{ landings: spareable.length, runs: spared.length },
      ciMs: spared.reduce((sum, { ciMs }) => sum + ciMs, 0),
      pullRequests: listed(spareable),
    },
  };
}

function mostRuns(runs: readonly RunFact[]): readonly PullRequestNumber[] {
  const counts = new Map<PullRequestNumber, number>();
  for (const { own } of runs) for (const number of own) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([number]) => number);
}
