/**
 * An urgent entry goes to the head of the line and interrupts what is behind it: batches that have no slot any more
 * go back to waiting, in order. It stays behind a landing under way and behind urgent ones that came first, and
 * no more of them interrupt than there are slots.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import { PRIORITIES } from "../../domain/priority.js";
import type { Reason } from "../../domain/reason.js";
import { newBatch, withoutRuns } from "../change.js";
import { batchOf, isLanding, occupiesSlot, runOf, startsTests } from "../lookup.js";
import type { Batch, Entry, Queue } from "../queue.js";
import { skippedTheLine } from "../reasons.js";
import type { Step } from "../rule.js";

export function promoteUrgentEntries(queue: Queue): Step | null {
  if (!startsTests(queue.state)) return null;
  const candidates = queue.entries.filter(isUrgentCandidate);
  if (candidates.length === 0) return null;
  const front = uninterruptedFront(queue, candidates);
  const room = queue.settings.concurrency - front.filter((batch) => needsSlot(queue, batch)).length;
  const urgent = candidates.filter((entry) => !isIn(queue, front, entry)).slice(0, Math.max(room, 0));
  const [first] = urgent;
  if (first === undefined) return null;

  const promoted = urgent.map(
    ({ facts }, index) => batchOf(queue, facts.number) ?? newBatch(queue.nextNumber + index, facts.number),
  );
  const behind = queue.line.slice(front.length).filter((batch) => !promoted.includes(batch));
  const kept = behind.slice(0, room - promoted.length);
  const sentBack = new Set(behind.slice(kept.length).map(({ id }) => id));
  const endedRuns = queue.runs.filter(({ batch }) => sentBack.has(batch));
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const { own } of endedRuns) {
    for (const pullRequest of own) reasons.set(pullRequest, skippedTheLine(own, first.facts.number));
  }
  const line = [...front, ...new Set(promoted), ...kept];
  const nextNumber = queue.nextNumber + urgent.length;
  return { queue: withoutRuns({ ...queue, line, nextNumber }, endedRuns), endedRuns, reasons };
}

/** What no urgent entry gets in front of: the landing under way, then the urgent ones that are there already. */
function uninterruptedFront(queue: Queue, urgent: readonly Entry[]): readonly Batch[] {
  const numbers = new Set(urgent.map(({ facts }) => facts.number));
  const firstBehind = queue.line.findIndex(
    ({ id, entries }) => !isLanding(queue, id) && !entries.some((pullRequest) => numbers.has(pullRequest)),
  );
  return firstBehind === -1 ? queue.line : queue.line.slice(0, firstBehind);
}

function isUrgentCandidate(entry: Entry): boolean {
  return entry.priority === PRIORITIES.urgent && entry.admittedAt !== null && entry.ended === null;
}

function isIn(queue: Queue, front: readonly Batch[], entry: Entry): boolean {
  const batch = batchOf(queue, entry.facts.number);
  return batch !== undefined && front.includes(batch);
}

function needsSlot(queue: Queue, batch: Batch): boolean {
  const run = runOf(queue, batch.id);
  return run === undefined || occupiesSlot(run);
}
