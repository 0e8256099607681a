/** Words that several waits share: places, moments, the progress of checks. */
import { isFailed } from "../../../domain/check.js";
import { MINUTE_MS } from "../../../domain/duration.js";
import { counted } from "../../../domain/words.js";
import { batchOf, occupiesSlot, runOf } from "../../model/lookup.js";
import { type Entry, PATIENCE_MS, type Queue, type TestRun } from "../../model/queue.js";
import { healthOf } from "../../model/target-health.js";
import { enumerate, quoted, whatFailed } from "../reasons/sentence-parts.js";
import { untilResumed, whyPaused } from "../reasons/target-branch.js";
import { aboutThing, type Situation, situation, type WaitLink } from "./situation.js";

const MINUTES_PER_DAY = 1440;
const ORDINALS = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth".split(" ");

export function branchWords({ targetBranch }: Queue): string {
  return quoted(targetBranch);
}

/** "Third in `main`". */
export function placeInWords(queue: Queue, position: number | null): string {
  return position === null
    ? `In ${branchWords(queue)}`
    : `${ORDINALS[position - 1] ?? ordinal(position)} in ${branchWords(queue)}`;
}

function ordinal(position: number): string {
  const isTeen = position % 100 > 10 && position % 100 < 14;
  return `${position}${(isTeen ? undefined : ["th", "st", "nd", "rd"][position % 10]) ?? "th"}`;
}

/** "11:40 UTC". */
export function clockTime(at: number): string {
  const minutes = Math.floor(at / MINUTE_MS) % MINUTES_PER_DAY;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)} UTC`;
}

/** "1 of 3 checks done"; empty before the first. */
export function progressInWords({ requiredStatuses, checks }: TestRun): string {
  const done = requiredStatuses.filter((name) =>
    checks.some((check) => check.name === name && check.status === "completed"),
  );
  return done.length === 0 ? "" : `: ${done.length} of ${counted(requiredStatuses.length, "check")} done`;
}

/**
 * null unless, a while after the start of the run, no check has started, or all reported ones are complete and a required one
 * was never reported.
 */
export function silenceOf(run: TestRun, now: number): string | null {
  const { progress, checks, requiredStatuses } = run;
  if (progress.kind !== "running" || now - progress.startedAt < PATIENCE_MS) return null;
  const since = clockTime(progress.startedAt);
  if (!checks.some(({ status }) => status !== "queued")) return `no check of it has started since ${since}`;
  // Checks that need others are reported when those are complete, so an open check is no silence.
  if (checks.some(({ status }) => status !== "completed")) return null;
  const missing = requiredStatuses.filter((name) => !checks.some((check) => check.name === name));
  return missing.length === 0
    ? null
    : `${enumerate(missing.map(quoted))} ${missing.length === 1 ? "has" : "have"} not been reported; the tests started at ${since}`;
}

/** The required checks that CI has not started on the test branches on which it is silent. */
export interface SilentChecks {
  /** Those that are missing on the same test branches. */
  readonly names: readonly string[];
  readonly testBranches: number;
  /** The test branches under test. */
  readonly ofTestBranches: number;
  /** When the oldest of these runs began. */
  readonly since: number;
}

/** null: no silence of CI holds up this entry, which is the next to land. */
export function silentChecksOf(queue: Queue, entry: Entry, now: number): SilentChecks | null {
  const running = queue.runs.filter(({ progress }) => progress.kind === "running");
  const silent = running.filter((run) => silenceOf(run, now) !== null);
  const batch = batchOf(queue, entry.facts.number);
  const own = batch && runOf(queue, batch.id);
  const isUnderTest = own !== undefined && own.progress.kind !== "building";
  if (isUnderTest ? !silent.includes(own) : silent.length < running.length) return null;
  const [largest] = missingTogether(silent)
    .filter(({ runs }) => !isUnderTest || runs.includes(own))
    .toSorted((one, other) => other.runs.length - one.runs.length);
  if (largest === undefined) return null;
  return {
    names: largest.names,
    testBranches: largest.runs.length,
    ofTestBranches: running.length,
    since: largest.runs.reduce((since, run) => Math.min(since, startOf(run) ?? since), now),
  };
}

interface Missing {
  readonly names: readonly string[];
  readonly runs: readonly TestRun[];
}

/** The checks that have not started, grouped by the runs that lack them. */
function missingTogether(runs: readonly TestRun[]): readonly Missing[] {
  const lacking = new Map<string, TestRun[]>();
  for (const run of runs) {
    for (const name of notStartedIn(run)) {
      const known = lacking.get(name);
      if (known === undefined) lacking.set(name, [run]);
      else known.push(run);
    }
  }
  const groups = Map.groupBy(lacking, ([, those]) => those.map(({ id }) => id).join());
  return [...groups.values()].map((group) => ({
    names: group.map(([name]) => name),
    runs: group[0]?.[1] ?? [],
  }));
}

function startOf({ progress }: TestRun): number | null {
  return progress.kind === "running" ? progress.startedAt : null;
}

function notStartedIn({ requiredStatuses, checks }: TestRun): readonly string[] {
  const started = new Set(checks.flatMap(({ name, status }) => (status === "queued" ? [] : [name])));
  return requiredStatuses.filter((name) => !started.has(name));
}

const MAX_NAMED_CHECKS = 3;

/** "`build` has not started on any of the 3 test branches since 11:40 UTC". */
export function silentChecksInWords(silent: SilentChecks): string {
  const { names, testBranches, ofTestBranches, since } = silent;
  const shown = names.slice(0, MAX_NAMED_CHECKS).map(quoted);
  const more = names.length - shown.length;
  const subject = enumerate(more === 0 ? shown : [...shown, `${more} more`]);
  const all = ofTestBranches === 1 ? "the only test branch" : `any of the ${ofTestBranches} test branches`;
  const where = testBranches === ofTestBranches ? all : `${testBranches} of ${ofTestBranches} test branches`;
  return `${subject} ${names.length === 1 ? "has" : "have"} not started on ${where} since ${clockTime(since)}`;
}

/** "failed `build`"; undefined run: the failed one has been replaced. */
export function failureInWords(run: TestRun | undefined): string {
  if (run?.progress.kind === "failed") return whatFailed(run, run.progress.failure);
  const failed = run?.checks.filter(isFailed) ?? [];
  return failed.length === 0 ? "failed" : `failed ${enumerate(failed.map(({ name }) => quoted(name)))}`;
}

/** "3 of 3 are in use". */
export function slotsInWords({ settings, runs }: Queue): string {
  const used = runs.filter(occupiesSlot).length;
  return `${used} of ${settings.concurrency} ${settings.concurrency === 1 ? "is" : "are"} in use`;
}

const UNTIL_RESUMED = "but the queue is paused: nothing starts or lands until it is resumed";

/** Paused by a person, or by itself with its cause. `lead` begins the clause, which continues with "but". */
export function pausedSituation(
  queue: Queue,
  chain: readonly WaitLink[],
  more: readonly string[] = [],
  byPerson: string = UNTIL_RESUMED,
  lead = "",
): Situation {
  const { pause } = healthOf(queue);
  if (pause === null) {
    return situation("paused", byPerson, [aboutThing(branchWords(queue), "is paused"), ...chain], null, more);
  }
  const isRed = pause.cause.kind === "targetBranch";
  const why = whyPaused(queue, pause);
  const link = isRed
    ? aboutThing(branchWords(queue), "itself is broken")
    : aboutThing("CI", "gives no result");
  return situation(isRed ? "targetBroken" : "ciOutage", `${lead}but ${why}`, [link, ...chain], null, [
    ...more,
    untilResumed(queue, pause),
  ]);
}

/** Of a failed entry: its blame waits for the test of the tip alone. Empty without such a test. */
export function whileTipIsTested(queue: Queue): readonly string[] {
  const { test, pause } = healthOf(queue);
  if (test === null || pause !== null) return [];
  return [`${quoted(queue.targetBranch)} alone is tested before the failure is blamed on a pull request.`];
}
