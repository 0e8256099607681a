/**
 * Invariants that hold after every decision. Tests check them in every state they reach; in production a violation is
 * logged with the queue's picture. Each violation is reported as a sentence.
 */
import { verdictOn } from "../../domain/check-verdict.js";
import { type HeadEvidence, provesHead } from "../../domain/pull-request.js";
import type { ReasonCode } from "../../domain/reason.js";
import { indexOf } from "../index/queue-index.js";
import { questionOf } from "../planning/alternates.js";
import { hasNoResult } from "../planning/has-no-result.js";
import { allPlaces, isInvalidated, planOf } from "../planning/plan.js";
import { doubtedOn } from "../planning/settled-failures.js";
import { baseOf, isExact, isSameHead, leftToLand } from "../planning/tested-heads.js";
import type { Decision } from "./decision.js";
import {
  allBatches,
  allRuns,
  batchesInSlotsOfLine,
  bisectedParts,
  entriesOf,
  freeSlots,
  freeSlotsBeside,
  freeSlotsForHedges,
  landsOneByOne,
  mayTestTip,
  mergesOptimistically,
  occupiesSlot,
  runOf,
  startsTests,
  stateOf,
} from "./lookup.js";
import type { Entry, Landing, Queue, TestRun } from "./queue.js";
import { PATIENCE_MS } from "./queue.js";
import { isSoundBase, MAX_UNDOUBTED_EVICTIONS } from "./target-health.js";

const BLAMED: ReadonlySet<ReasonCode> = new Set([
  "TEST_RUN_REQUIRED_STATUS_FAILED",
  "TEST_RUN_TIMEOUT",
  "TEST_RUN_FAILED_BY_OPTIMIZATION",
  "START_TEST_RUN_MERGE_CONFLICT",
]);

/** `decision` led to this queue; it enables the invariants about decisions. */
export function brokenInvariants(queue: Queue, decision?: Decision): readonly string[] {
  const unplannable = [...lineTroubles(queue)];
  if (unplannable.length > 0) return unplannable;
  const entries = decision === undefined ? queue.entries : entriesNear(queue, decision);
  const broken = [
    ...healthTroubles(queue),
    ...landingTroubles(queue),
    ...runTroubles(queue),
    ...hedgeTroubles(queue),
    ...entryTroubles(queue, entries),
    ...timeTroubles(queue, entries),
  ];
  return decision === undefined ? broken : [...broken, ...decisionTroubles(queue, decision)];
}

/** The tip test is of the tip or of what a failure waits for, and of no entry. A queue that paused by itself is paused. */
function* healthTroubles(queue: Queue): Iterable<string> {
  const { health } = queue;
  if (health === undefined) return;
  const { test, pause, row, silence, sound } = health;
  const isOfTip = test?.commit === queue.tip;
  if (test !== null && !isOfTip && doubtedOn(queue, test.commit).length === 0)
    yield "the tip test tests another commit than the tip";
  if (test !== null && allRuns(queue).some(({ id }) => id === test.id)) yield "the tip test is of entries";
  if (test !== null && queue.landing?.run === test.id) yield "the tip test is to land";
  if (test !== null && !mayTestTip(queue)) yield "the tip is tested though nothing waits for that";
  if (pause !== null && startsTests(queue)) yield "the queue paused by itself and is not paused";
  if (pause !== null && queue.settings.pauseOnRedTarget !== true) yield "the queue paused though it must not";
  if (row !== null && row.evicted.length > MAX_UNDOUBTED_EVICTIONS) yield "too many evictions are remembered";
  const instants = [
    silence?.latestAt,
    sound?.at,
    pause?.testedAt,
    pause?.since,
    test?.createdAt,
    test?.startedAt,
  ];
  if (instants.some((instant) => (instant ?? queue.now) > queue.now))
    yield "the health of the branch has an instant after the queue's time";
}

/** A landing is one push of the tested commit onto the tip, or of its change past landings with disjoint targets. */
function* landingTroubles(queue: Queue): Iterable<string> {
  const { landing } = queue;
  if (landing === null) return;
  if (landing.expectedTip !== queue.tip) yield "the landing expects another tip than the queue stands on";
  const run = queue.runs.find(({ id }) => id === landing.run);
  if (landing.proof.kind === "direct") {
    if (run !== undefined || landing.batches.length > 0) yield "a direct merge lands what is tested as well";
    yield* evidenceTroubles(landing.commit, landing.proof.evidence);
    return;
  }
  if (run === undefined) {
    yield `the landing has no live test run ${landing.run}`;
    return;
  }
  if (run.progress.kind !== "passed") yield `test run ${run.id} is landing but ${run.progress.kind}`;
  if (!isWhatWasTested(landing, run)) {
    yield `what lands is not the commit and the tree that test run ${run.id} tested`;
  }
  yield* landingHeadTroubles(queue, landing, run);
}

/** What lands without a run is the tree that the head's own checks tested. */
function* evidenceTroubles(commit: Landing["commit"], evidence: HeadEvidence | undefined): Iterable<string> {
  if (evidence === undefined) return;
  if (!provesHead(evidence, [])) yield "what merges directly has less evidence than a test run";
  if (commit !== null && commit.tree !== evidence.tree)
    yield "what merges directly is not the tree of its evidence";
}

function isWhatWasTested({ proof, commit }: Landing, run: TestRun): boolean {
  const tested = run.commits.at(-1);
  if (proof.kind === "disjoint") return proof.tested === tested && !isExact(run);
  return isExact(run) && commit?.newTip === tested && commit?.tree === run.tree;
}

function* landingHeadTroubles(queue: Queue, landing: Landing, run: TestRun): Iterable<string> {
  const left = leftToLand(run);
  const areTested =
    left.length === landing.heads.length && left.every((head, at) => isSameHead(landing.heads[at], head));
  if (!areTested) yield `the heads that land are not those that test run ${run.id} tested`;
  const batches = queue.line.filter(({ id }) => landing.batches.includes(id));
  const entries = batches.flatMap((batch) => batch.entries);
  const areEntries = landing.heads.every(({ pullRequest }) => entries.includes(pullRequest));
  if (!areEntries || entries.length !== landing.heads.length) yield "what lands is not what its batches hold";
}

/** No live run is invalidated; a passed run has all its required checks. */
function* runTroubles(queue: Queue): Iterable<string> {
  const tested = new Set(queue.runs.map(({ batch }) => batch));
  if (tested.size < queue.runs.length) yield "a batch has more than one live test run";
  const batches = new Set(allBatches(queue).map(({ id }) => id));
  for (const run of queue.runs) {
    if (!batches.has(run.batch)) yield `test run ${run.id} belongs to no batch`;
    if (run.progress.kind === "passed" && verdictOn(run).kind !== "passed") {
      yield `test run ${run.id} counts as passed without its required checks`;
    }
  }
  for (const place of allPlaces(planOf(queue))) {
    const { batch, run } = place;
    if (run === null) continue;
    if (isInvalidated(place)) yield `test run ${run.id} is invalidated but still live`;
    if (batch.isSuspect && run.progress.kind === "passed") yield "a batch that passed is still in doubt";
  }
}

/** Each hedge tests a different alternate, and occupies a slot only if no run of the line needs it. */
function* hedgeTroubles(queue: Queue): Iterable<string> {
  const { hedges } = queue;
  if (hedges.length === 0) return;
  if (!queue.settings.hedging) yield "there are hedges where none are wanted";
  if (startsTests(queue) && hedges.some(occupiesSlot) && freeSlotsForHedges(queue) < 0)
    yield "hedges take slots beyond the concurrency";
  const { places } = planOf(queue);
  const known = new Set<string>();
  for (const hedge of hedges) {
    const place = places.find(({ batch }) => batch.id === hedge.batch);
    const question = place === undefined ? null : questionOf(queue, place, hedge);
    if (question === null) yield `hedge ${hedge.id} tests nothing that may come to be tested`;
    else if (known.has(`${hedge.batch} ${question}`)) yield `hedge ${hedge.id} tests what another one does`;
    known.add(`${hedge.batch} ${question}`);
    if (hedge.progress.kind === "passed" && verdictOn(hedge).kind !== "passed") {
      yield `hedge ${hedge.id} counts as passed without its required checks`;
    }
  }
}

function* lineTroubles(queue: Queue): Iterable<string> {
  const batches = allBatches(queue);
  const members = batches.flatMap(({ entries }) => entries);
  if (new Set(members).size < members.length) yield "an entry has two places in the line";
  if (new Set(batches.map(({ id }) => id)).size < batches.length) yield "two batches have one id";
  if (batches.some(({ entries }) => entries.length === 0)) yield "an empty batch has a place in the line";
  if ((queue.state === "switchingModes") !== (queue.modeSwitch !== null)) {
    yield "the queue switches its mode without being in that state, or the other way round";
  }
  const entries = new Map(entriesOf(queue, members).map((entry) => [entry.facts.number, entry]));
  for (const pullRequest of members) {
    const entry = entries.get(pullRequest);
    if (entry === undefined) yield `#${pullRequest} has a place in the line but is not in the queue`;
    else if (entry.admittedAt === null) yield `#${pullRequest} has a place in the line but was not admitted`;
  }
}

/** Ten thousand entries may wait. Entries that the decision did not affect were checked before. */
function entriesNear(queue: Queue, { transitions }: Decision): readonly Entry[] {
  if (queue.entries.length <= MAX_LOOKED_AT) return queue.entries;
  const near = allBatches(queue).flatMap(({ entries }) => entries);
  return entriesOf(queue, [...near, ...transitions.map(({ pullRequest }) => pullRequest)]);
}

const MAX_LOOKED_AT = 1000;

function* entryTroubles(queue: Queue, entries: readonly Entry[]): Iterable<string> {
  if (indexOf(queue.entries).byNumber.size < queue.entries.length) {
    yield "a pull request is in the queue twice";
  }
  for (const entry of entries) {
    const { number } = entry.facts;
    if (entry.ended !== null) yield `#${number} ended but is still in the queue`;
    const isGivenUp = entry.trouble !== undefined && entry.trouble.lastedMs >= PATIENCE_MS;
    if (isGivenUp && entry.leaving === null) yield `#${number} stays though it could not be read for long`;
    const state = stateOf(queue, entry);
    if (state !== entry.state) yield `#${number} is ${state} but was last noted as ${entry.state}`;
  }
}

/** Deadlines are computed from instants: a future instant would delay one by as much as the clock was wrong. */
function* timeTroubles(queue: Queue, entries: readonly Entry[]): Iterable<string> {
  for (const { facts, submittedAt, admittedAt, stateSince, trouble } of entries) {
    const instants = [submittedAt, admittedAt ?? submittedAt, stateSince, trouble?.reportedAt ?? submittedAt];
    if (Math.max(...instants) > queue.now) yield `#${facts.number} has an instant after the queue's time`;
  }
  for (const { id, createdAt, progress } of allRuns(queue)) {
    const startedAt = progress.kind === "running" ? progress.startedAt : createdAt;
    if (Math.max(createdAt, startedAt) > queue.now)
      yield `test run ${id} has an instant after the queue's time`;
  }
}

function* decisionTroubles(queue: Queue, decision: Decision): Iterable<string> {
  const { effects, concluded, endedRuns } = decision;
  yield* startTroubles(queue, effects);
  yield* proofTroubles(queue, effects);
  const landings = effects.filter((effect) => effect.kind === "land" || effect.kind === "prepareLanding");
  if (landings.some(({ run }) => run !== queue.landing?.run))
    yield "an effect to land is not the landing under way";
  const discards = effects.filter((effect) => effect.kind === "discardTestRun");
  const discarded = new Set(discards.map(({ run }) => run));
  for (const { run } of endedRuns) {
    if (!discarded.has(run.id)) yield `test run ${run.id} ended but is not discarded`;
  }
  const ended = endedRuns.map(({ run }) => run);
  for (const entry of concluded) yield* conclusionTroubles(entry, ended);
  yield* doubtTroubles(queue, concluded, ended);
  if (decision.wakeAt !== null && decision.wakeAt <= queue.now)
    yield "the queue asks to be woken in the past";
}

function* startTroubles(queue: Queue, effects: Decision["effects"]): Iterable<string> {
  const starts = effects.filter((effect) => effect.kind === "startTestRun");
  const started = new Set(starts.map(({ run }) => run));
  const batches = new Set(queue.runs.filter(({ id }) => started.has(id)).map(({ batch }) => batch));
  if (batchesInSlotsOfLine(queue).some(({ id }) => batches.has(id)) && freeSlots(queue) < 0) {
    yield "a test run was started beyond the concurrency";
  }
  if (bisectedParts(queue).some(({ id }) => batches.has(id)) && freeSlotsBeside(queue) < 0) {
    yield "a test run was started beside the line beyond its concurrency";
  }
}

/** When a landing starts: no batch overtakes a predecessor, and each has passed by itself or merges optimistically. */
function* proofTroubles(queue: Queue, effects: Decision["effects"]): Iterable<string> {
  const { landing } = queue;
  const isNew = effects.some(
    ({ kind }) => kind === "prepareLanding" || (kind === "land" && landing?.proof.kind === "tested"),
  );
  if (!isNew || landing === null) return;
  const landingNow = entriesOf(
    queue,
    landing.heads.map(({ pullRequest }) => pullRequest),
  );
  for (const { facts, trouble } of landingNow) {
    if (trouble !== undefined) yield `#${facts.number} is to land though it cannot be read`;
  }
  for (const { isLanding, predecessors } of planOf(queue).places) {
    const isPast = [...predecessors].some((index) => planOf(queue).places[index]?.isLanding === false);
    if (isLanding && isPast) yield "a batch lands past one ahead in its lane";
  }
  if (mergesOptimistically(queue)) return;
  if (landsOneByOne(queue) && landing.batches.length > 1)
    yield "several land at once where they land one by one";
  const unproven = landing.batches.filter((id) => runOf(queue, id)?.progress.kind !== "passed");
  if (unproven.length > 0) yield "a batch lands without a passed test run of its own";
}

/** An entry is blamed only for a run of itself on landed commits, and lands only on a passed run. */
function* conclusionTroubles(entry: Entry, endedRuns: readonly TestRun[]): Iterable<string> {
  const { number } = entry.facts;
  if (entry.ended === null) yield `#${number} left the queue without an end`;
  if (entry.ended === "failed" && entry.reason !== null && BLAMED.has(entry.reason.code)) {
    if (!endedRuns.some((run) => isProofAgainst(entry, run))) {
      yield `#${number} was blamed without a test run of nothing but itself on what has landed`;
    }
  }
  const isLanded = entry.ended === "merged" && entry.reason?.code === "MERGE_GRAPH_MERGE";
  if (isLanded && entry.verifiedBy === null) yield `#${number} landed without a test run to prove it`;
}

/** No entry leaves for a failure that was doubted, unless what its run was built on has passed alone. */
function* doubtTroubles(
  queue: Queue,
  concluded: readonly Entry[],
  endedRuns: readonly TestRun[],
): Iterable<string> {
  if (queue.settings.pauseOnRedTarget !== true) return;
  for (const { facts, ended, reason, leaving } of concluded) {
    if (ended !== "failed" || reason === null || leaving !== null || !UNDOUBTED.has(reason.code)) continue;
    const run = endedRuns.findLast(({ own }) => own.includes(facts.number));
    if (run === undefined || isSoundBase(queue, baseOf(run))) continue;
    if (hasNoResult(run)) yield `#${facts.number} was evicted though CI gave no result`;
    if (run.isDoubted === true) yield `#${facts.number} was evicted though its base was not tested alone`;
  }
}

const UNDOUBTED: ReadonlySet<ReasonCode> = new Set([
  "TEST_RUN_REQUIRED_STATUS_FAILED",
  "TEST_RUN_TIMEOUT",
  "TEST_RUN_FAILED_BY_OPTIMIZATION",
  "START_TEST_RUN_RETRY_EXHAUSTED",
]);

function isProofAgainst({ facts }: Entry, run: TestRun): boolean {
  const { progress, own, validForTip } = run;
  const left = leftToLand(run);
  const isOnlyItself = own.length === 1 || progress.kind === "conflicted";
  return (
    (progress.kind === "failed" || progress.kind === "conflicted") &&
    own[0] === facts.number &&
    isOnlyItself &&
    validForTip !== null &&
    left.length === own.length
  );
}
