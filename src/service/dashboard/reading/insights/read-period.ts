/** Reads what happened in a period from the store, in slices, so that decisions go on meanwhile. */
import { setImmediate } from "node:timers/promises";
import type { PullRequestNumber, TestRunId } from "../../../../domain/ids.js";
import type { VerdictKind } from "../../../../domain/verdict-kinds.js";
import type { Transition } from "../../../../engine/model/decision.js";
import { ALL_EXITS, type ExitFact, type Moment, type QueueHistory } from "../../../ports/queue-history.js";
import type { QueueStore, StoredQueue } from "../../../ports/queue-store.js";
import { isTested, MOST_LANDINGS } from "../../../queue/known-runs.js";
import { CODES_TO_JUDGE, type ExitJudge, verdictOfCode } from "../exit-judge.js";
import { type CheckFigures, CheckTally } from "./check-figures.js";
import { landingPhases, type PhaseTimes, type RunTimes, type Span } from "./landing-phases.js";
import type { EarlierLanding, RunFact } from "./spareable-runs.js";

export interface LandedEntry {
  readonly pullRequest: PullRequestNumber;
  readonly at: number;
  readonly totalMs: number;
  /** null: its way is longer ago than what was read. */
  readonly phases: PhaseTimes | null;
}

export interface JudgedExit extends ExitFact {
  /** null: more failures than are judged. */
  readonly verdict: VerdictKind | null;
}

export interface PeriodFacts {
  /** Later than asked for if the period holds more than is read. */
  readonly from: number;
  readonly to: number;
  readonly isCut: boolean;
  /** Newest first. */
  readonly exits: readonly JudgedExit[];
  readonly landed: readonly LandedEntry[];
  readonly runs: readonly RunFact[];
  readonly checks: readonly CheckFigures[];
  /** Before the period; newest first, and no more than a landing without a run depends on. */
  readonly landedBefore: readonly EarlierLanding[];
  /** The queue tests heads that `landWithoutRetest` might spare. */
  readonly mayRetest: boolean;
}

/** Entries that landed in the period may have been submitted before it. */
const LEAD_MS = 7 * 86_400_000;
const MOST_EXITS = 20_000;
const MOST_RUNS = 20_000;
const MOST_DECISIONS = 100_000;
const MOST_JUDGED = 500;
const MOVES_PER_SLICE = 500;
const RUNS_PER_SLICE = 100;
const DECISIONS_PER_SLICE = 1000;

export async function readPeriod(
  { queue, version }: StoredQueue,
  from: number,
  to: number,
  store: Pick<QueueStore, "past" | "landings">,
  judge: ExitJudge,
): Promise<PeriodFacts> {
  const { past } = store;
  const exits = await past.exitFacts(queue.id, from, MOST_EXITS);
  const isFull = exits.length === MOST_EXITS;
  const first = isFull ? (exits.at(-1)?.endedAt ?? from) : from;
  const verdicts = await judgeFailures(queue, first, past, judge);
  const since = Math.max(
    (await past.versionAt(queue.id, first - LEAD_MS)) ?? version,
    version - MOST_DECISIONS,
  );
  const moments = await readMoments(past, queue.id, since - 1, version);
  const moves = await readMoves(past, queue.id, since, new Set(landedIn(exits)));
  const runs = await readRuns(past, queue.id, first, moments.timesOf);
  return {
    from: first,
    ...{ to, isCut: isFull || runs.isCut, runs: runs.facts, checks: runs.tally.checks },
    landedBefore: await readLandedBefore(store, queue.id, first),
    mayRetest: queue.settings.directMergeMode === "off",
    exits: exits.map((exit) => ({
      ...exit,
      verdict: verdictOfCode(exit.reason) ?? verdicts.get(exit.sequence) ?? null,
    })),
    landed: landedEntries(exits, moves, moments),
  };
}

function landedIn(exits: readonly ExitFact[]): readonly PullRequestNumber[] {
  return exits.flatMap(({ ending, pullRequest }) => (ending === "merged" ? [pullRequest] : []));
}

/** By sequence of the entry. */
async function judgeFailures(
  queue: StoredQueue["queue"],
  since: number,
  past: QueueHistory,
  judge: ExitJudge,
): Promise<ReadonlyMap<number, VerdictKind>> {
  const verdicts = new Map<number, VerdictKind>();
  const filter = { ...ALL_EXITS, since, reasons: CODES_TO_JUDGE };
  for (const entry of await past.exits(queue.id, filter, null, MOST_JUDGED)) {
    verdicts.set(entry.sequence, await judge.verdictOn(queue, entry));
    await setImmediate();
  }
  return verdicts;
}

interface Moments {
  readonly timesOf: (run: TestRunId) => RunTimes | undefined;
  readonly pauses: readonly Span[];
}

async function readMoments(
  past: QueueHistory,
  queueId: StoredQueue["queue"]["id"],
  after: number,
  upTo: number,
): Promise<Moments> {
  const times = new Map<TestRunId, RunTimes>();
  const pauses: Span[] = [];
  for (let from = after; from < upTo; from += DECISIONS_PER_SLICE) {
    const slice = await past.moments(queueId, from, Math.min(upTo, from + DECISIONS_PER_SLICE));
    for (const moment of slice) {
      if (moment.kind === "settingsChanged") notePause(pauses, moment);
      else times.set(moment.run, timesAfter(times.get(moment.run), moment));
    }
    await setImmediate();
  }
  return { timesOf: (run) => times.get(run), pauses };
}

const UNKNOWN_TIMES: RunTimes = { startedAt: null, begunAt: null, reportedAt: null };

function timesAfter(
  known: RunTimes = UNKNOWN_TIMES,
  moment: Exclude<Moment, { readonly kind: "settingsChanged" }>,
): RunTimes {
  const { at } = moment;
  switch (moment.kind) {
    case "testRunBuilt":
      return known;
    case "testRunStarted":
      return { ...known, startedAt: known.startedAt ?? at };
    case "checksReported":
      return { ...known, begunAt: known.begunAt ?? (moment.hasBegun ? at : null), reportedAt: at };
  }
}

function notePause(pauses: Span[], { at, state }: Extract<Moment, { readonly kind: "settingsChanged" }>) {
  const last = pauses.at(-1);
  const open = last?.to === Number.POSITIVE_INFINITY ? last : null;
  if (state === "running" && open !== null) pauses[pauses.length - 1] = { from: open.from, to: at };
  if ((state === "paused" || state === "draining") && open === null) {
    pauses.push({ from: at, to: Number.POSITIVE_INFINITY });
  }
}

/** Of the wanted pull requests, in the order of the log. */
async function readMoves(
  past: QueueHistory,
  queueId: StoredQueue["queue"]["id"],
  since: number,
  wanted: ReadonlySet<PullRequestNumber>,
): Promise<ReadonlyMap<PullRequestNumber, readonly Transition[]>> {
  const moves = new Map<PullRequestNumber, Transition[]>();
  for (let after = { version: since, position: -1 }; ; ) {
    const slice = await past.moves(queueId, after, MOVES_PER_SLICE);
    for (const { transition } of slice) {
      const { pullRequest } = transition;
      if (!wanted.has(pullRequest)) continue;
      const known = moves.get(pullRequest);
      if (known === undefined) moves.set(pullRequest, [transition]);
      else known.push(transition);
    }
    const last = slice.at(-1);
    if (last === undefined || slice.length < MOVES_PER_SLICE) return moves;
    after = { version: last.version, position: last.position };
    await setImmediate();
  }
}

async function readRuns(
  past: QueueHistory,
  queueId: StoredQueue["queue"]["id"],
  since: number,
  timesOf: Moments["timesOf"],
) {
  const tally = new CheckTally();
  const facts: RunFact[] = [];
  for (let after: Parameters<QueueHistory["runsEnded"]>[2] = null; facts.length < MOST_RUNS; ) {
    const slice = await past.runsEnded(queueId, since, after, RUNS_PER_SLICE);
    for (const ended of slice) {
      const { run, endedAt } = ended;
      tally.add(ended);
      const times = timesOf(run.id);
      const end = Math.min(endedAt, times?.reportedAt ?? endedAt);
      const ciMs = times?.startedAt == null ? 0 : Math.max(0, end - times.startedAt);
      const hasPassed = run.progress.kind === "passed";
      facts.push({ at: endedAt, own: run.own, ciMs, hasPassed, isRetest: run.isHeadGreen === true });
    }
    const last = slice.at(-1);
    if (last === undefined || slice.length < RUNS_PER_SLICE) return { tally, facts, isCut: false };
    after = { endedAt: last.endedAt, run: last.run.id };
    await setImmediate();
  }
  return { tally, facts, isCut: true };
}

/** As the rule reads them. */
async function readLandedBefore(
  store: Pick<QueueStore, "past" | "landings">,
  queueId: StoredQueue["queue"]["id"],
  until: number,
): Promise<readonly EarlierLanding[]> {
  const records = await store.landings(queueId, MOST_LANDINGS, await store.past.versionAt(queueId, until));
  return records.map((record) => ({ isUntested: !isTested(record) }));
}

function landedEntries(
  exits: readonly ExitFact[],
  moves: ReadonlyMap<PullRequestNumber, readonly Transition[]>,
  { timesOf, pauses }: Moments,
): readonly LandedEntry[] {
  const merged = exits.filter(({ ending }) => ending === "merged");
  const times = [...new Set(merged.map(({ endedAt }) => endedAt))];
  const previous = new Map(times.map((at, index) => [at, times[index + 1] ?? null]));
  return merged.map(({ pullRequest, endedAt, submittedAt }) => {
    const way = wayOf(moves.get(pullRequest) ?? [], submittedAt, endedAt);
    const previousLandingAt = previous.get(endedAt) ?? null;
    const phases = way === null ? null : landingPhases(way, { timesOf, pauses, previousLandingAt });
    return { pullRequest, at: endedAt, totalMs: Math.max(0, endedAt - submittedAt), phases };
  });
}

/** The moves of one submission up to its landing; null if its beginning is missing. */
function wayOf(
  moves: readonly Transition[],
  submittedAt: number,
  endedAt: number,
): readonly Transition[] | null {
  const last = moves.findIndex(({ to, at }) => to === "merged" && at === endedAt);
  if (last === -1) return null;
  const first = moves.slice(0, last + 1).findLastIndex(({ from }) => from === null);
  return first === -1 || (moves[first]?.at ?? submittedAt) > endedAt ? null : moves.slice(first, last + 1);
}
