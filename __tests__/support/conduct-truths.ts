/** What must be true of how a queue goes about it: states, modes, places, batches, wishes, patience before blame. */
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { allRuns } from "../../src/engine/model/lookup.js";
import type { Batch, Entry, Queue, TestRun } from "../../src/engine/model/queue.js";
import { healthOf } from "../../src/engine/model/target-health.js";
import { doubtedOn } from "../../src/engine/planning/settled-failures.js";
import { baseOf } from "../../src/engine/planning/tested-heads.js";
import { nameOf, shareTargets, type World } from "./small-world.js";

const HOUR_MS = 3_600_000;
const TEST_FAILURES = new Set(["TEST_RUN_REQUIRED_STATUS_FAILED", "TEST_RUN_TIMEOUT"]);
const BLAMES = new Set([...TEST_FAILURES, "START_TEST_RUN_RETRY_EXHAUSTED"]);

export function misconduct(world: World, event: QueueEvent, decision: Decision): readonly string[] {
  return [
    ...pauseTroubles(world, decision),
    ...seriesTroubles(world),
    ...baseTroubles(world, decision),
    ...waitingTroubles(world, event, decision),
    ...placeTroubles(world, decision.queue),
    ...admissionTroubles(world, decision),
    ...urgentTroubles(decision.queue),
    ...memoryTroubles(world, decision.queue),
    ...modeTroubles(world.queue, decision.queue),
    ...batchTroubles(world, decision.queue),
    ...wishTroubles(world, decision),
    ...unexplainedSteps(decision),
    ...(event.kind === "checksReported" ? hastySettlements(world, decision) : []),
  ];
}

/**
 * A paused queue starts, lands and blames nothing new, whether or not it switches its mode meanwhile. If it paused by
 * itself, it lands what has passed.
 */
function* pauseTroubles({ queue: before }: World, { queue, effects, concluded }: Decision): Iterable<string> {
  if ((queue.modeSwitch?.resume ?? queue.state) !== "paused") return;
  const isBlaming = concluded.some(({ reason }) => reason !== null && TEST_FAILURES.has(reason.code));
  if (isBlaming) yield "a paused queue blames";
  if (queue.health?.pause == null && before.health?.pause == null)
    yield* landingsOfPaused(before, queue, effects);
  if (effects.some(({ kind }) => kind === "startTestRun")) yield "a paused queue starts a test run";
}

/** A third entry in a row is not evicted for one check before the tip alone was tested. */
function* seriesTroubles({ evictions }: World): Iterable<string> {
  const [third, second, first] = evictions.toReversed();
  const shared = third?.filter((name) => second?.includes(name) && first?.includes(name)) ?? [];
  if (shared.length > 0) yield `three in a row were evicted for ${shared.join()}, and nobody tested the tip`;
}

/** What was doubted once is not evicted before the commit that its run was built on was tested alone. */
function* baseTroubles({ doubted }: World, { queue, concluded, endedRuns }: Decision): Iterable<string> {
  const { sound } = healthOf(queue);
  if (queue.settings.pauseOnRedTarget !== true || sound?.isByPerson === true) return;
  for (const { ended, reason, facts, leaving } of concluded) {
    const run = endedRuns.findLast(({ run: { own } }) => own.includes(facts.number))?.run;
    const isBlamed = ended === "failed" && leaving === null && BLAMES.has(reason?.code ?? "");
    if (!isBlamed || run?.progress.kind !== "failed" || !doubted.has(run.id)) continue;
    if (sound?.commit !== baseOf(run))
      yield `#${facts.number} was evicted, and what it was tested on was not tested alone`;
  }
}

/** The verdict of a tip test settles what waits for it. Only people and pushes from outside may end one without. */
function* waitingTroubles(
  { queue: before }: World,
  event: QueueEvent,
  { queue }: Decision,
): Iterable<string> {
  const { test } = healthOf(before);
  if (test === null || healthOf(queue).test?.id === test.id || event.kind === "settingsChanged") return;
  const waiting = new Set(doubtedOn(before, test.commit).map(({ run }) => run.id));
  for (const { run } of doubtedOn(queue, test.commit))
    if (waiting.has(run.id)) yield `#${run.own.join(", #")} waited in vain for a test of the tip`;
}

function* landingsOfPaused(before: Queue, queue: Queue, effects: Decision["effects"]): Iterable<string> {
  if (queue.landing !== null && queue.landing.run !== before.landing?.run) yield "a paused queue lands";
  if (effects.some(({ kind }) => kind === "land")) yield "a paused queue pushes";
}

/** Nobody new is given a place where none are given, and nobody beside the line one in it without having passed. */
function* placeTroubles(world: World, queue: Queue): Iterable<string> {
  const { line, beside } = world.queue;
  if (queue.line === line && queue.beside === beside) return;
  const before = new Set(batchesOf(world.queue).flatMap(({ entries }) => entries));
  const isNew = batchesOf(queue).some(({ entries }) => entries.some((entry) => !before.has(entry)));
  if (isNew && (queue.state === "paused" || queue.state === "switchingModes"))
    yield "places are given while none may be";
  const joined = queue.line.filter(({ id }) => !line.some((batch) => batch.id === id));
  const rejoined = joined.filter((batch) => isPart(world, queue, batch));
  if (rejoined.some((batch) => !hasPassedAlone(world, batch)))
    yield "a part rejoins the line without having passed";
  if (rejoined.some((batch) => hasOvertaken(world.queue, queue, batch)))
    yield "a part rejoins the line in front of what is tested";
  yield* retriesWithoutEnd(world.queue, queue);
}

/** Urgent ones may. */
function hasOvertaken(before: Queue, { line, entries }: Queue, batch: Batch): boolean {
  const isUrgent = entries.some(
    ({ facts, priority }) => priority === 0 && batch.entries.includes(facts.number),
  );
  const behind = line.slice(line.indexOf(batch) + 1);
  const stood = behind.filter(({ id }) => before.line.some((other) => other.id === id));
  return !isUrgent && stood.some(({ id }) => before.runs.some((run) => run.batch === id));
}

/** One head is tested once more only once for each submission. */
function* retriesWithoutEnd(before: Queue, queue: Queue): Iterable<string> {
  for (const { id, isRetried, splitFrom, entries } of queue.beside) {
    if (!isRetried || splitFrom !== null || before.beside.some((batch) => batch.id === id)) continue;
    const known = before.entries.find(({ facts }) => facts.number === entries[0]);
    if (known?.isRetried === true) yield `#${entries.join(", #")} is retried without end`;
  }
}

/** Split off from what is or was tested; what is in conflict is split in its place. */
function isPart({ queue: before }: World, queue: Queue, { id, entries }: Batch): boolean {
  if (before.beside.some((part) => part.id === id)) return true;
  if (before.settings.mode !== queue.settings.mode) return false;
  return batchesOf(before).some((whole) => {
    const progress = before.runs.find(({ batch }) => batch === whole.id)?.progress.kind;
    const isTested = progress === "running" || progress === "failed" || progress === "passed";
    const isLess = whole.entries.length > entries.length;
    return isTested && isLess && entries.every((entry) => whole.entries.includes(entry));
  });
}

function hasPassedAlone({ queue, proven }: World, { id }: Batch): boolean {
  const tested = queue.runs.find(({ batch }) => batch === id)?.commits.at(-1);
  return tested !== undefined && proven.has(tested);
}

/** What an entry touched earlier counts for the run that it had then, and for no later one. */
function memoryTroubles({ queue: before }: World, queue: Queue): readonly string[] {
  return queue.entries.flatMap(({ earlierTargets, facts }) => {
    if (earlierTargets === null) return [];
    const batch = batchesOf(queue).find(({ entries }) => entries.includes(facts.number));
    const run = queue.runs.find((live) => live.batch === batch?.id);
    const isOld = run !== undefined && allRuns(before).some(({ id }) => id === run.id);
    const isLanding = batch !== undefined && queue.landing?.batches.includes(batch.id) === true;
    return isOld || isLanding ? [] : [`#${facts.number} counts for what it touched before its run`];
  });
}

/** Admitted are those that are ready, while the queue runs; those who are not have all the time they are given. */
function* admissionTroubles(world: World, { queue, concluded }: Decision): Iterable<string> {
  for (const { reason, submittedAt, facts } of concluded) {
    const waitedMs = queue.now - submittedAt;
    if (
      reason?.code === "NOT_READY_TIMEOUT_EXPIRED" &&
      waitedMs < queue.settings.notReadyTimeoutHours * HOUR_MS
    )
      yield `#${facts.number} was given up too early`;
  }
  if (queue.entries === world.queue.entries) return;
  const admitted = new Set(
    world.queue.entries.flatMap((entry) => (entry.admittedAt === null ? [] : [entry.id])),
  );
  for (const { id, admittedAt, facts, targets, earlierSequence } of queue.entries) {
    const head = nameOf({ pullRequest: facts.number, headSha: facts.headSha });
    const known = world.touched.get(head) ?? null;
    if (targets !== known && known === null && queue.settings.mode === "parallel" && targets?.kind === "list")
      yield `#${facts.number} has the targets of another head`;
    if (admittedAt === null || admitted.has(id)) continue;
    const isBack = earlierSequence !== undefined && queue.state === "draining";
    if (queue.state !== "running" && !isBack)
      yield `#${facts.number} is admitted by a queue that admits nobody`;
    if (facts.baseBranch !== queue.targetBranch || facts.state !== "open" || facts.draft)
      yield `#${facts.number} is admitted but not ready`;
    if (queue.settings.mode === "parallel" && targets === null)
      yield `#${facts.number} is admitted without targets`;
  }
}

/** Ahead of an urgent one that waits to land are only others like it, and what lands already. */
function urgentTroubles({ state, line, landing, entries }: Queue): readonly string[] {
  if (state !== "running" && state !== "draining") return [];
  const urgent = new Set(entries.flatMap(({ priority, facts }) => (priority === 0 ? [facts.number] : [])));
  if (urgent.size === 0) return [];
  const isUrgent = (batch: Batch) => batch.entries.some((entry) => urgent.has(entry));
  const waiting = line.filter(({ id }) => landing?.batches.includes(id) !== true);
  const last = waiting.findLastIndex(isUrgent);
  const overtaken = waiting.slice(0, last + 1).filter((batch) => !isUrgent(batch));
  return overtaken.length > 0 ? ["an urgent one stands behind others"] : [];
}

/** The mode changes only where nobody has a place from before, and nothing lands. */
function modeTroubles(before: Queue, queue: Queue): readonly string[] {
  if (before.settings.mode === queue.settings.mode) return [];
  const isLanding = before.landing !== null && queue.landing?.run === before.landing.run;
  if (isLanding) return ["the mode changes under a landing"];
  const placed = new Set(batchesOf(before).flatMap(({ entries }) => entries));
  const isOccupied = batchesOf(queue).some(({ entries }) => entries.some((entry) => placed.has(entry)));
  return isOccupied ? ["the mode changes under those who have a place"] : [];
}

/** A batch that is new is not too large, of one lane, and nobody is in it who wants to be alone. */
function* batchTroubles(world: World, queue: Queue): Iterable<string> {
  const before = batchesOf(world.queue);
  if (queue.line === world.queue.line) return;
  const placed = new Set(before.flatMap(({ entries }) => entries));
  const { batch, batchingMinSize, mode } = queue.settings;
  for (const { entries } of queue.line) {
    if (entries.length === 1 || entries.some((entry) => placed.has(entry))) continue;
    if (entries.length > (batch ? batchingMinSize : 1)) yield `a batch of ${entries.length} is formed`;
    const members = queue.entries.filter(({ facts }) => entries.includes(facts.number));
    if (members.some(({ noBatch, priority }) => noBatch || priority === 0))
      yield "a batch of one that is to be alone";
    if (mode === "parallel" && !areLinked(world, members))
      yield "a batch of those who have nothing in common";
  }
}

/** Each but the first shares a target with one before it. */
function areLinked(world: World, members: readonly Entry[]): boolean {
  const heads = members.map(({ facts }) => ({ pullRequest: facts.number, headSha: facts.headSha }));
  const linked = new Set(heads.slice(0, 1));
  for (let round = 0; round < heads.length; round++) {
    for (const head of heads) {
      if ([...linked].some((other) => shareTargets(world, head, other))) linked.add(head);
    }
  }
  return linked.size === heads.length;
}

/** Whoever asked to leave is gone as soon as nothing with it is landing, and is not pushed any more. */
function wishTroubles({ leaving }: World, { queue, effects }: Decision): readonly string[] {
  if (leaving.size === 0) return [];
  const landing = queue.landing?.heads.map(({ pullRequest }) => pullRequest) ?? [];
  const isPushed = effects.some(({ kind }) => kind === "land");
  return queue.entries
    .filter(({ facts }) => leaving.has(facts.number) && (isPushed || !landing.includes(facts.number)))
    .map(({ facts }) => `#${facts.number} asked to leave, and stays`);
}

/** Nothing happens to anybody without a reason, but that a slot is free, or that it may merge directly. */
function unexplainedSteps({ queue, transitions }: Decision): readonly string[] {
  return transitions
    .filter(({ from, to, reason, pullRequest }) => {
      const isDirect =
        queue.landing?.batches.length === 0 && queue.landing.heads[0]?.pullRequest === pullRequest;
      const isFree = from === "pending" && (to === "testing" || (to === "testsPassed" && isDirect));
      return reason === null && !isFree;
    })
    .map(
      ({ from, to, pullRequest }) =>
        `#${pullRequest} goes from ${from ?? "nowhere"} to ${to} without a reason`,
    );
}

/**
 * No failure is settled while the next one behind, which could clear it, is still tested with it, or has passed with it
 * and everybody else that does not land just now.
 */
function* hastySettlements(world: World, decision: Decision): Iterable<string> {
  const before = world.queue;
  for (const batch of before.line) {
    const how = howSettled(batch, decision);
    if (how === null) continue;
    const name = `#${batch.entries.join(", #")} was ${how}`;
    const isLeft = ({ id }: Batch) => decision.queue.line.some((other) => other.id === id);
    const ahead = before.line.slice(0, before.line.indexOf(batch)).filter(isLeft);
    const sharing = ahead.filter((other) => doDepend(world, before, other, batch)).length;
    if (sharing > 1) yield `${name} before two ahead had spoken`;
    if (decision.queue.settings.pendingFailureDepth === 0) continue;
    const witness = nextBehind(world, before, batch);
    const tests = witness === undefined ? [] : testsEndedOf(before, decision, witness);
    yield* tests.flatMap((run) => hastyPast(before, decision, batch, run)).map((why) => `${name} ${why}`);
    const isWitness = tests.some((run) => !isHedgeIn(before, run) && containsAll(run, batch));
    const speaks = tests.filter((run) => containsAll(run, batch)).some((run) => isOpen(run) || isPassed(run));
    if (isWitness && speaks && sharing > 0) yield `${name} past a witness that speaks for it`;
  }
}

function howSettled({ id, entries }: Batch, { queue, concluded }: Decision): string | null {
  const isBlamed = concluded.some(
    ({ ended, reason, facts }) =>
      entries.includes(facts.number) && ended === "failed" && TEST_FAILURES.has(reason?.code ?? ""),
  );
  if (isBlamed) return "blamed";
  if (queue.beside.some((part) => part.id === id)) return "retried";
  return queue.beside.some(({ splitFrom }) => splitFrom === id) ? "split" : null;
}

function testsEndedOf(before: Queue, { endedRuns }: Decision, { id }: Batch): readonly TestRun[] {
  const known = allRuns(before).map((run) => run.id);
  return endedRuns.map(({ run }) => run).filter((run) => run.batch === id && known.includes(run.id));
}

/** Hedges do not count, and neither does what was tested with somebody else who has left as well. */
function hastyPast(before: Queue, decision: Decision, batch: Batch, run: TestRun): readonly string[] {
  const { queue, concluded } = decision;
  if (isHedgeIn(before, run) || !containsAll(run, batch)) return [];
  const merged = concluded.flatMap(({ ended, facts }) => (ended === "merged" ? [facts.number] : []));
  const submission = queue.line.flatMap(({ entries }) => entries);
  const others = before.line.flatMap(({ entries }) => entries).filter((one) => !batch.entries.includes(one));
  const isContained = (one: number) => run.contains.some(({ pullRequest }) => pullRequest === one);
  if (others.some((one) => isContained(one) && !submission.includes(one) && !merged.includes(one))) return [];
  // A witness is awaited once: one whose run CI gave up says nothing, and its next run is a later one.
  const isGivenUp = run.checks.some(({ conclusion }) => conclusion === "cancelled");
  if (isOpen(run)) return isGivenUp ? [] : ["before its witness had spoken"];
  const isTrusted = queue.settings.canOptimisticallyMerge && queue.settings.landing !== "merge";
  const ahead = before.line.slice(
    0,
    before.line.findIndex(({ id }) => id === run.batch),
  );
  const isWhole = ahead.every(
    (other) => before.landing?.batches.includes(other.id) === true || containsAll(run, other),
  );
  return isTrusted && isPassed(run) && isWhole ? ["before its witness could land it"] : [];
}

function isHedgeIn({ hedges }: Queue, { id }: TestRun): boolean {
  return hedges.some((hedge) => hedge.id === id);
}

function isOpen({ progress }: TestRun): boolean {
  return progress.kind === "building" || progress.kind === "running";
}

function isPassed({ progress }: TestRun): boolean {
  return progress.kind === "passed";
}

function containsAll({ contains }: TestRun, { entries }: Batch): boolean {
  return entries.every((number) => contains.some(({ pullRequest }) => pullRequest === number));
}

function nextBehind(world: World, queue: Queue, batch: Batch): Batch | undefined {
  return queue.line
    .slice(queue.line.indexOf(batch) + 1)
    .find((other) => doDepend(world, queue, batch, other));
}

/** On each other, and not only through others. */
function doDepend(world: World, queue: Queue, one: Batch, other: Batch): boolean {
  if (queue.settings.mode === "single") return true;
  const heads = ({ entries }: Batch) =>
    queue.entries
      .filter(({ facts }) => entries.includes(facts.number))
      .map(({ facts }) => ({ pullRequest: facts.number, headSha: facts.headSha }));
  return heads(one).some((some) => heads(other).some((others) => shareTargets(world, some, others)));
}

function batchesOf({ line, beside }: Queue): readonly Batch[] {
  return [...line, ...beside];
}
