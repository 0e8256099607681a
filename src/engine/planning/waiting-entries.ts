/**
 * The entries that wait for a place in the line, by effective priority, then in order of submission.
 */
import { HOUR_MS } from "../../domain/duration.js";
import { PRIORITIES } from "../../domain/priority.js";
import { indexOf } from "../index/queue-index.js";
import { batchOf, isLandingEntry } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";

/** The priorities that ageing raises to, step by step; never urgent. */
const STEPS = [PRIORITIES.medium, PRIORITIES.high];

/** Admitted entries without a place, in order; lazily, because ten thousand may wait. */
export function* waitingEntries(queue: Queue): Iterable<Entry> {
  const { admitted } = indexOf(queue.entries);
  const equals = [...admitted.values()].map((entries) => ({ entries, next: 0 }));
  for (;;) {
    let first: { readonly entry: Entry; readonly from: (typeof equals)[number] } | undefined;
    for (const from of equals) {
      const entry = skipToWaiting(queue, from);
      if (entry === undefined || (first !== undefined && !goesBefore(queue, entry, first.entry))) continue;
      first = { entry, from };
    }
    if (first === undefined) return;
    first.from.next += 1;
    yield first.entry;
  }
}

/** The first `count` of them; `count` is at least 1. */
export function firstWaiting(queue: Queue, count: number): readonly Entry[] {
  const first: Entry[] = [];
  for (const entry of waitingEntries(queue)) {
    first.push(entry);
    if (first.length === count) break;
  }
  return first;
}

/** The priority after ageing: one named step higher for each `priorityAgeingHours` of waiting. */
export function effectivePriority({ settings, now }: Queue, { priority, submittedAt }: Entry): number {
  const ageing = settings.priorityAgeingHours * HOUR_MS;
  if (ageing === 0) return priority;
  let aged = priority;
  for (let steps = Math.floor((now - submittedAt) / ageing); steps > 0; steps--) {
    const higher = STEPS.find((step) => step < aged);
    if (higher === undefined) return aged;
    aged = higher;
  }
  return aged;
}

function skipToWaiting(
  queue: Queue,
  candidates: { readonly entries: readonly Entry[]; next: number },
): Entry | undefined {
  for (;;) {
    const entry = candidates.entries[candidates.next];
    if (entry === undefined || isWaiting(queue, entry)) return entry;
    candidates.next += 1;
  }
}

function isWaiting(queue: Queue, { facts }: Entry): boolean {
  return batchOf(queue, facts.number) === undefined && !isLandingEntry(queue, facts.number);
}

/** Entries of one priority age in order of submission, so each list of equals remains sorted. */
function goesBefore(queue: Queue, one: Entry, other: Entry): boolean {
  const difference = effectivePriority(queue, one) - effectivePriority(queue, other);
  return (difference === 0 ? one.sequence - other.sequence : difference) < 0;
}
