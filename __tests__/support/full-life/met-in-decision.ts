/** What a decision shows to have happened, by comparing the queue before and after it. */
import { isDeepStrictEqual } from "node:util";
import { PRIORITIES } from "../../../src/domain/priority.js";
import type { Decision } from "../../../src/engine/model/decision.js";
import type { QueueEvent } from "../../../src/engine/model/event.js";
import type { Batch, Entry, Queue, TestRun } from "../../../src/engine/model/queue.js";
import { type Occurrence, WATCHED_SETTINGS } from "./occurrences.js";

const DAY_MS = 86_400_000;

export function* metInDecision(before: Queue, event: QueueEvent, decision: Decision): Iterable<Occurrence> {
  const { queue } = decision;
  yield "a queue decides";
  yield `event ${event.kind}`;
  for (const { reason } of decision.transitions) if (reason !== null) yield `reason ${reason.code}`;
  yield* metInSettings(before, queue);
  yield* metAtLanding(before, queue, event);
  const known = new Set([...before.line, ...before.beside].map(({ id }) => id));
  for (const batch of queue.line) if (!known.has(batch.id)) yield* metInNewBatch(queue, event, batch);
  yield* metInChangedBatches(before, queue, event);
  for (const effect of decision.effects) {
    const run = effect.kind === "startTestRun" ? queue.runs.find(({ id }) => id === effect.run) : undefined;
    if (run !== undefined) yield* metInNewRun(queue, run);
    if (queue.hedges.some(({ id }) => id === effect.run)) yield "a hedge is begun";
  }
  const hedges = new Set(before.hedges.map(({ id }) => id));
  if (queue.runs.some(({ id }) => hedges.has(id))) yield "a hedge becomes the run of its batch";
}

function* metInSettings(before: Queue, { settings, state, modeSwitch }: Queue): Iterable<Occurrence> {
  if (before.settings !== settings) {
    const isChanged = (setting: (typeof WATCHED_SETTINGS)[number]) =>
      !isDeepStrictEqual(before.settings[setting], settings[setting]);
    for (const setting of WATCHED_SETTINGS) if (isChanged(setting)) yield `setting ${setting}`;
  }
  if (before.settings.mode !== settings.mode) yield `the mode becomes ${settings.mode}`;
  if (before.state === state) return;
  if (before.state === "switchingModes" && state === "paused") yield "a switch ends paused";
  if (state === "paused") yield "a queue is paused";
  if (state === "draining") yield "a queue is drained";
  if (state === "running") yield "a queue runs again";
  if (modeSwitch !== null) yield "a switch has to wait";
}

function* metAtLanding(before: Queue, queue: Queue, event: QueueEvent): Iterable<Occurrence> {
  const { landing } = before;
  if (event.kind === "landed" && landing !== null && queue.landing?.run !== landing.run) {
    if (landing.proof.kind === "tested") yield "what was tested lands";
    if (landing.proof.kind === "disjoint") yield "something lands past others";
    if (landing.proof.kind === "direct") yield "something merges directly";
    if (landing.batches.length > 1) yield "several batches land at once";
    const landed = before.line.filter(({ id }) => landing.batches.includes(id));
    if (landed.some(({ entries }) => entries.length > 1)) yield "a batch of several lands";
    yield `it lands by ${landing.mergeMethod}`;
  }
  const leaving = new Set(before.entries.filter((entry) => entry.leaving !== null).map(({ id }) => id));
  const asks = queue.entries.some((entry) => entry.leaving !== null && !leaving.has(entry.id));
  if (asks) yield "somebody asks to leave what lands";
}

function* metInNewBatch(queue: Queue, event: QueueEvent, batch: Batch): Iterable<Occurrence> {
  const { settings, now } = queue;
  const own = queue.entries.filter(({ facts }) => batch.entries.includes(facts.number));
  const [first] = own;
  if (first === undefined || batch.splitFrom !== null) return;
  if (own.length > 1) yield "a batch of several is formed";
  if (settings.batch && event.kind === "timePassed" && own.length < settings.batchingMinSize) {
    yield "a batch starts that is not full";
  }
  const isOfMany = settings.batch && settings.batchingMinSize > 1;
  if (isOfMany && own.length === 1 && first.noBatch) yield "a noBatch entry is tested alone";
  if (isOfMany && own.length === 1 && isIsolatedByRule(queue, first)) yield "a rule isolates an entry";
  if (first.priority === PRIORITIES.urgent) return;
  const placed = new Set([...queue.line, ...queue.beside].flatMap(({ entries }) => entries));
  const waiting = queue.entries.filter(
    ({ facts, admittedAt }) => admittedAt !== null && !placed.has(facts.number),
  );
  if (waiting.some(({ sequence, priority }) => sequence < first.sequence && priority > first.priority)) {
    yield "somebody goes first by priority";
  }
  const hasAged = now - first.submittedAt >= DAY_MS;
  if (hasAged && waiting.some(({ priority }) => priority < first.priority))
    yield "somebody goes first by age";
}

function isIsolatedByRule({ settings }: Queue, { targets, noBatch, priority }: Entry): boolean {
  if (settings.mode === "single" || noBatch || priority === PRIORITIES.urgent || targets === null)
    return false;
  return settings.batchingRules.some(({ targetPattern }) => {
    const prefix = targetPattern.replace(/\*$/, "");
    return targets.kind === "all" || targets.names.some((name) => name.startsWith(prefix));
  });
}

function* metInChangedBatches(before: Queue, queue: Queue, event: QueueEvent): Iterable<Occurrence> {
  for (const batch of [...queue.line, ...queue.beside]) {
    const was = [...before.line, ...before.beside].find(({ id }) => id === batch.id);
    if (batch.isRetried && was?.isRetried === false) yield "a single failure is tested once more";
    if (was !== undefined && was.interruptions < batch.interruptions) yield "CI cancels a run";
  }
  const isSplit = (batch: Batch) => {
    const host = before.line.find(({ id, entries }) => id !== batch.id && isWithin(batch, entries));
    return host !== undefined && host.entries.length > batch.entries.length;
  };
  if (event.kind === "testRunConflicted" && queue.line.some(isSplit)) yield "a batch is split at a conflict";
  const hadEarlier = new Set(before.entries.filter((one) => one.earlierTargets !== null).map(({ id }) => id));
  if (queue.entries.some((one) => one.earlierTargets !== null && !hadEarlier.has(one.id))) {
    yield "targets change under a run";
  }
}

function isWithin({ entries }: Batch, others: Batch["entries"]): boolean {
  return entries.every((pullRequest) => others.includes(pullRequest));
}

function* metInNewRun(queue: Queue, run: TestRun): Iterable<Occurrence> {
  const { settings, line, beside } = queue;
  if (beside.some(({ id }) => id === run.batch)) {
    const isShared = settings.bisectionConcurrency === 0;
    yield isShared ? "a part is tested within the slots of the line" : "a part is tested in slots of its own";
    return;
  }
  const contained = new Set(run.contains.map(({ pullRequest }) => pullRequest));
  const ahead = line
    .slice(
      0,
      line.findIndex(({ id }) => id === run.batch),
    )
    .flatMap(({ entries }) => queue.entries.filter(({ facts }) => entries.includes(facts.number)));
  const inDoubt = ahead.filter(({ state }) => state === "pendingFailure");
  const isContained = ({ facts }: Entry) => contained.has(facts.number);
  if (inDoubt.some(isContained)) yield "a witness stays with one in doubt";
  const isSingle = settings.mode === "single";
  if (isSingle && inDoubt.some((entry) => !isContained(entry))) yield "somebody goes on without one in doubt";
  if (isSingle) return;
  if (ahead.some((entry) => entry.state === "testing" && !isContained(entry)))
    yield "lanes are tested side by side";
  if (run.contains.length > run.own.length) yield "an entry is tested on top of its lane";
  const own = queue.entries.filter(({ facts }) => run.own.includes(facts.number));
  if (own.some(({ targets }) => targets?.kind === "all")) yield "an entry that touches everything is tested";
  if (own.some(({ targets }) => targets?.kind === "list" && targets.names.length === 0)) {
    yield "an entry that touches nothing is tested";
  }
}
