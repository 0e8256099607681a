/**
 * Truths that hold after every decision, whatever happened. Tests look at them in every state they reach; in
 * production a broken one is logged with the queue's picture. A broken one is told as a sentence.
 */
import type { ReasonCode } from "../domain/reason.js";
import type { Decision } from "./decision.js";
import { entriesOf, freeSlots, runOf, stateOf } from "./lookup.js";
import { isRefuted, isSameHead, landedIn, planOf } from "./plan.js";
import type { Entry, Landing, Queue, TestRun } from "./queue.js";
import { verdictOn } from "./verdict.js";

const BLAMED: ReadonlySet<ReasonCode> = new Set([
  "TEST_RUN_REQUIRED_STATUS_FAILED",
  "TEST_RUN_TIMEOUT",
  "START_TEST_RUN_MERGE_CONFLICT",
]);

/** `decision` is the one that led to this queue, for the truths about what was decided. */
export function brokenInvariants(queue: Queue, decision?: Decision): readonly string[] {
  const unplannable = [...lineTroubles(queue)];
  if (unplannable.length > 0) return unplannable;
  const broken = [...landingTroubles(queue), ...runTroubles(queue), ...entryTroubles(queue)];
  return decision === undefined ? broken : [...broken, ...decisionTroubles(queue, decision)];
}

/** What lands is what was tested, by one push onto the tip it was tested on. */
function* landingTroubles(queue: Queue): Iterable<string> {
  const { landing } = queue;
  if (landing === null) return;
  const run = queue.runs.find(({ id }) => id === landing.run);
  if (run === undefined) {
    yield `the landing has no live test run ${landing.run}`;
    return;
  }
  if (run.progress.kind !== "passed") yield `test run ${run.id} is landing but ${run.progress.kind}`;
  if (run.commits.at(-1) !== landing.newTip || run.tree !== landing.tree) {
    yield `what lands is not the commit and the tree that test run ${run.id} tested`;
  }
  if (landing.expectedTip !== queue.tip) yield "the landing expects another tip than the queue stands on";
  yield* landingHeadTroubles(queue, landing, run);
}

function* landingHeadTroubles(queue: Queue, landing: Landing, run: TestRun): Iterable<string> {
  const left = run.contains.slice(landedIn(run, landing.expectedTip) ?? 0);
  const areTested =
    left.length === landing.heads.length && left.every((head, at) => isHeadAt(landing, at, head));
  if (!areTested) yield `the heads that land are not those that test run ${run.id} tested`;
  const front = queue.line.slice(0, landing.batches.length);
  if (front.some(({ id }, at) => id !== landing.batches[at]))
    yield "what lands is not at the front of the line";
  const proven = front.filter(({ id }) => runOf(queue, id)?.progress.kind === "passed");
  if (proven.length < front.length) yield "a batch lands without a passed test run of its own";
  const entries = front.flatMap((batch) => batch.entries);
  const areEntries = landing.heads.every(({ pullRequest }) => entries.includes(pullRequest));
  if (!areEntries || entries.length !== landing.heads.length) yield "what lands is not what its batches hold";
}

function isHeadAt(landing: Landing, at: number, head: Landing["heads"][number]): boolean {
  return isSameHead(landing.heads[at], head);
}

/** A run that proves nothing is gone; one that counts as passed has every required check. */
function* runTroubles(queue: Queue): Iterable<string> {
  const tested = new Set(queue.runs.map(({ batch }) => batch));
  if (tested.size < queue.runs.length) yield "a batch has more than one live test run";
  const batches = new Set(queue.line.map(({ id }) => id));
  for (const run of queue.runs) {
    if (!batches.has(run.batch)) yield `test run ${run.id} belongs to no batch in the line`;
    if (run.progress.kind === "passed" && verdictOn(run).kind !== "passed") {
      yield `test run ${run.id} counts as passed without its required checks`;
    }
  }
  for (const place of planOf(queue).places) {
    if (isRefuted(place)) yield `test run ${place.run?.id ?? ""} is refuted but still live`;
  }
}

function* lineTroubles(queue: Queue): Iterable<string> {
  const members = queue.line.flatMap(({ entries }) => entries);
  if (new Set(members).size < members.length) yield "an entry has two places in the line";
  if (queue.line.some(({ entries }) => entries.length === 0)) yield "an empty batch has a place in the line";
  const entries = new Map(entriesOf(queue, members).map((entry) => [entry.facts.number, entry]));
  for (const pullRequest of members) {
    const entry = entries.get(pullRequest);
    if (entry === undefined) yield `#${pullRequest} has a place in the line but is not in the queue`;
    else if (entry.admittedAt === null) yield `#${pullRequest} has a place in the line but was not admitted`;
  }
}

function* entryTroubles(queue: Queue): Iterable<string> {
  if (new Set(queue.entries.map(({ facts }) => facts.number)).size < queue.entries.length) {
    yield "a pull request is in the queue twice";
  }
  for (const entry of queue.entries) {
    const { number } = entry.facts;
    if (entry.ended !== null) yield `#${number} ended but is still in the queue`;
    const state = stateOf(queue, entry);
    if (state !== entry.state) yield `#${number} is ${state} but was last noted as ${entry.state}`;
  }
}

function* decisionTroubles(queue: Queue, decision: Decision): Iterable<string> {
  const { effects, concluded, endedRuns } = decision;
  const isStarting = effects.some(({ kind }) => kind === "startTestRun");
  if (isStarting && freeSlots(queue) < 0) yield "a test run was started beyond the concurrency";
  const landings = effects.filter((effect) => effect.kind === "land");
  if (landings.some(({ run }) => run !== queue.landing?.run))
    yield "an order to land is not the landing under way";
  const discarded = new Set(
    effects.flatMap((effect) => (effect.kind === "discardTestRun" ? [effect.run] : [])),
  );
  for (const { run } of endedRuns) {
    if (!discarded.has(run.id)) yield `test run ${run.id} ended but is not discarded`;
  }
  const ended = endedRuns.map(({ run }) => run);
  for (const entry of concluded) yield* conclusionTroubles(queue, entry, ended);
  if (decision.wakeAt !== null && decision.wakeAt <= queue.now)
    yield "the queue asks to be woken in the past";
}

/** Nobody is blamed without a verdict on what has landed and itself; nobody lands without a pass. */
function* conclusionTroubles(queue: Queue, entry: Entry, endedRuns: readonly TestRun[]): Iterable<string> {
  const { number } = entry.facts;
  if (entry.ended === null) yield `#${number} left the queue without an end`;
  if (entry.ended === "failed" && entry.reason !== null && BLAMED.has(entry.reason.code)) {
    if (!endedRuns.some((run) => isProofAgainst(queue, entry, run))) {
      yield `#${number} was blamed without a test run of nothing but itself on what has landed`;
    }
  }
  const isLanded = entry.ended === "merged" && entry.reason?.code !== "MANUAL_MERGE";
  if (isLanded && entry.verifiedBy === null) yield `#${number} landed without a test run to prove it`;
}

function isProofAgainst(queue: Queue, entry: Entry, run: TestRun): boolean {
  const { progress, own, contains } = run;
  const landed = landedIn(run, queue.tip);
  const isVerdict = progress.kind === "failed" || progress.kind === "conflicted";
  return (
    isVerdict &&
    own.includes(entry.facts.number) &&
    landed !== null &&
    contains.length - landed === own.length
  );
}
