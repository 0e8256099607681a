/** Why an admitted entry has not landed: where it is in the line, beside it, or before it. */
import { assertNever } from "../../../domain/assert-never.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import { counted } from "../../../domain/words.js";
import {
  batchOf,
  concludesEntries,
  freeSlots,
  isLandingEntry,
  isRetry,
  landsOneByOne,
  runOf,
  startsTests,
} from "../../model/lookup.js";
import type { Batch, Entry, Queue, TestRun } from "../../model/queue.js";
import { nextGroups } from "../../planning/batching.js";
import type { Place } from "../../planning/place.js";
import { planOf } from "../../planning/plan.js";
import { inFiles, list, onTopOf } from "../reasons/sentence-parts.js";
import { pausedSituation, whileTipIsTested } from "./paused.js";
import { aheadInWords, linksTo, runInWords } from "./predecessors.js";
import { aboutEntry, aboutThing, type Situation, situation, type WaitLink } from "./situation.js";
import {
  branchWords,
  clockTime,
  failureInWords,
  progressInWords,
  silenceOf,
  slotsInWords,
} from "./wait-words.js";

interface InQueue {
  readonly situation: Situation;
  readonly ahead: readonly PullRequestNumber[];
}

const NOBODY: readonly PullRequestNumber[] = [];
const CHECK_CI = "Check whether CI works.";

/** `isFar`: predecessors are not named, because they change often. */
export function waitInQueue(queue: Queue, entry: Entry, now: number, isFar: boolean): InQueue {
  const { number } = entry.facts;
  if (isLandingEntry(queue, number)) {
    return {
      situation: situation("landing", "landing now", [aboutEntry(number, "is landing")]),
      ahead: NOBODY,
    };
  }
  const batch = batchOf(queue, number);
  if (batch === undefined) return { situation: withoutPlace(queue, entry), ahead: NOBODY };
  const plan = planOf(queue);
  const index = plan.places.findIndex((place) => place.batch.id === batch.id);
  const place = plan.places[index];
  if (place === undefined) return { situation: besideLine(queue, batch, now), ahead: NOBODY };
  const predecessors = place.predecessors.toArray().flatMap((at) => plan.places[at] ?? []);
  const ahead = predecessors.flatMap((one) => one.batch.entries);
  return { situation: inLine({ queue, entry, place, predecessors, ahead, now, isFar }), ahead };
}

interface InLine {
  readonly queue: Queue;
  readonly entry: Entry;
  readonly place: Place;
  readonly predecessors: readonly Place[];
  readonly ahead: readonly PullRequestNumber[];
  readonly now: number;
  readonly isFar: boolean;
}

function inLine(seen: InLine): Situation {
  const { queue, entry, place, predecessors, now, isFar } = seen;
  const chain = linksTo(queue, predecessors, now);
  if (!startsTests(queue)) return pausedInLine(queue, place, chain);
  if (entry.trouble !== undefined) {
    const link = aboutThing("the code host", entry.trouble.reason.sentence);
    return situation("unreadable", "but the code host does not answer about it", [link, ...chain]);
  }
  const run = place.run;
  if (run?.progress.kind === "failed") return failedInLine(seen, run, chain);
  if (run?.progress.kind === "conflicted") return conflicting(seen, run, chain);
  const silence = run === null ? null : silenceOf(run, now);
  if (silence !== null) {
    const link = aboutThing("CI", silence);
    return situation("ciSilent", `being tested, but ${silence}`, [link, ...chain], CHECK_CI);
  }
  const failing = predecessors.filter(({ isPendingFailure }) => isPendingFailure);
  if (failing.length > 0) return behindFailure(seen, failing, chain);
  const more = predecessors.length === 0 ? [] : [aheadInWords(queue, predecessors, isFar)];
  const beside = besideInBatch(place, entry);
  if (run === null || run.progress.kind === "building") {
    const own = `${beside}its test branch is being built`;
    return situation(
      "building",
      own,
      [aboutThing("its test branch", "is being built"), ...chain],
      null,
      more,
    );
  }
  if (run.progress.kind === "passed") return passedInLine(seen, chain, more);
  const own = `${beside}being tested${progressInWords(run)}`;
  const self = aboutThing("its tests", runInWords(run, now));
  return situation("testing", own, [self, ...chain], null, [...more, ...whyTestedAgain(queue, entry)]);
}

/** Why its own checks do not stand for the test run, if they succeeded. */
function whyTestedAgain({ settings }: Queue, { facts }: Entry): readonly string[] {
  const { retestReason: why } = facts;
  if (why === undefined || settings.directMergeMode === "off") return [];
  return [`It does not land on its own checks, because ${why}.`];
}

function besideInBatch({ batch }: Place, { facts }: Entry): string {
  const others = batch.entries.filter((number) => number !== facts.number);
  return others.length === 0 ? "" : `in a batch with ${list(others)}, `;
}

function passedInLine(
  { predecessors, entry }: InLine,
  chain: readonly WaitLink[],
  more: readonly string[],
): Situation {
  const next = predecessors.length === 0 ? "it lands next" : "it lands after what is ahead of it";
  const own = `its tests passed and ${next}`;
  const links = chain.length === 0 ? [aboutEntry(entry.facts.number, "lands next")] : chain;
  return situation("passed", own, links, null, more);
}

function pausedInLine(queue: Queue, place: Place, chain: readonly WaitLink[]): Situation {
  const more = place.run?.progress.kind === "running" ? ["Its running tests finish."] : [];
  return pausedSituation(queue, chain, more);
}

/** A failure of its own that is not settled: predecessors may be the cause, or a successor may clear it. */
function failedInLine({ queue, ahead, isFar }: InLine, run: TestRun, chain: readonly WaitLink[]): Situation {
  const what = failureInWords(run);
  const cause = isFar ? "a predecessor" : list(ahead);
  const it = ahead.length === 1 || isFar ? "it has" : "they have";
  const own = ahead.length === 0 ? `it ${what}` : `it ${what}${isFar ? "" : onTopOf(ahead)}`;
  const more =
    ahead.length === 0
      ? [
          concludesEntries(queue)
            ? "The tests behind it may still clear it."
            : "A paused queue settles no failure.",
        ]
      : [
          `${cause[0]?.toUpperCase() ?? ""}${cause.slice(1)} may be the cause, so this waits until ${it} landed or left.`,
        ];
  const links = [aboutThing("its failure", what), ...chain];
  return situation("pendingFailure", own, links, null, [...more, ...whileTipIsTested(queue)]);
}

function conflicting({ entry, ahead, isFar }: InLine, run: TestRun, chain: readonly WaitLink[]): Situation {
  const { progress } = run;
  const where = progress.kind === "conflicted" ? inFiles(progress.files) : "";
  const whose = progress.kind === "conflicted" && progress.pullRequest !== entry.facts.number;
  const subject = whose ? `#${progress.pullRequest} conflicts` : "it conflicts";
  const own = `but ${subject} with ${isFar || ahead.length === 0 ? "what is ahead" : list(ahead)}${where}`;
  const more = [
    "It is tested again when that has landed or left; if that lands, the conflict has to be resolved.",
  ];
  return situation(
    "conflict",
    own,
    [aboutThing("the conflict", "is settled when what is ahead has landed or left"), ...chain],
    null,
    more,
  );
}

function behindFailure(
  { queue, place, isFar }: InLine,
  failing: readonly Place[],
  chain: readonly WaitLink[],
): Situation {
  const [first] = failing;
  const numbers = failing.flatMap(({ batch }) => batch.entries);
  const names = isFar ? "a pull request ahead" : list(numbers);
  const run = first === undefined ? undefined : runOf(queue, first.batch.id);
  const isWithout = place.leftOut.length > 0;
  const doing = place.run === null ? "waiting" : "being tested";
  const own = `${doing} ${isWithout ? "without" : "behind"} ${names}, which ${failureInWords(run)}`;
  const it = numbers.length === 1 || isFar ? "it" : "they";
  const more = [
    isWithout
      ? `If ${it} turn${it === "it" ? "s" : ""} out not to be at fault, these tests start again on top.`
      : `These tests show whether ${it} ${it === "it" ? "is" : "are"} at fault.`,
  ];
  return situation("behindFailure", own, chain, null, more);
}

/** A part of a split batch, or the retry of a single entry. */
function besideLine(queue: Queue, batch: Batch, now: number): Situation {
  const run = runOf(queue, batch.id);
  const tests = run === undefined ? "waits for a test slot" : runInWords(run, now);
  const link = aboutThing("its tests", tests);
  if (!startsTests(queue)) return pausedSituation(queue, [link]);
  if (isRetry(batch)) {
    const own = "it failed and is tested once more, because the failure may be a flake";
    return situation("pendingFailure", own, [link], null, whileTipIsTested(queue));
  }
  const names = list(batch.entries);
  const verb = batch.entries.length === 1 ? "is" : "are";
  const own = `its batch failed, so each half is tested alone to find the cause`;
  return situation("bisection", own, [link], null, [`${names} ${verb} tested beside the line.`]);
}

/** An admitted entry that waits for a place in the line. */
function withoutPlace(queue: Queue, entry: Entry): Situation {
  const branch = branchWords(queue);
  switch (queue.state) {
    case "paused":
      return pausedSituation(queue, []);
    case "switchingModes":
      return situation("switchingModes", `waiting until ${branch} has switched its mode`, [
        aboutThing(branch, "is switching its mode"),
      ]);
    case "running":
    case "draining":
      return waitingForSlot(queue, entry);
    default:
      return assertNever(queue.state);
  }
}

function waitingForSlot(queue: Queue, entry: Entry): Situation {
  const { settings } = queue;
  const free = freeSlots(queue);
  if (settings.batch && !landsOneByOne(queue) && free > 0) {
    const { nextAt } = nextGroups(queue, free);
    if (nextAt !== null) {
      const latest = clockTime(nextAt);
      const own = `waiting for its batch of ${counted(settings.batchingMinSize, "pull request")} to fill`;
      const link = aboutThing("its batch", `starts when it is full, or at ${latest}`);
      return situation("batch", own, [link], null, [`It starts at ${latest} at the latest.`]);
    }
  }
  const used = slotsInWords(queue);
  const tested = queue.runs.filter(
    ({ progress }) => progress.kind === "running" || progress.kind === "building",
  );
  const links = tested
    .slice(0, settings.concurrency)
    .map((run) => aboutEntry(run.own[0] ?? entry.facts.number, "has a test slot"));
  return situation("noSlot", `waiting for a test slot: ${used}`, [aboutThing("a test slot", used), ...links]);
}
