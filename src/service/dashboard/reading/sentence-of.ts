/**
 * The sentence that answers an author first: where the pull request is, and whether anything is to be done. The only
 * place that composes it, for pages and JSON alike.
 */
import { assertNever } from "../../../domain/assert-never.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";

export interface Answer {
  readonly sentence: string;
  /** What the author does next. */
  readonly next: string;
}

export interface PlaceOfEntry {
  /** From 1; null for an entry that is not admitted or has left. */
  readonly place: number | null;
  /** Pull requests that land first, front to back. */
  readonly ahead: readonly PullRequestNumber[];
}

const NOTHING_TO_DO = "You need not do anything.";
const ORDINALS = [
  "First",
  "Second",
  "Third",
  "Fourth",
  "Fifth",
  "Sixth",
  "Seventh",
  "Eighth",
  "Ninth",
  "Tenth",
];
/** A longer list is no help; its beginning is the next to land. */
const MOST_NAMED = 5;

export function sentenceOf(queue: Queue, entry: Entry, { place, ahead }: PlaceOfEntry): Answer {
  const where = place === null ? "" : `${ordinal(place)} in ${queue.targetBranch}. `;
  const stopped = stopOf(queue);
  switch (entry.state) {
    case "notReady":
      return {
        sentence: reasonOf(entry, "It is not ready to be tested yet."),
        next: "See what it waits for below.",
      };
    case "pending":
      return { sentence: `${where}${stopped ?? "It waits for a free test slot."}`, next: NOTHING_TO_DO };
    case "testing":
      return { sentence: `${where}${stopped ?? testing(ahead)}`, next: NOTHING_TO_DO };
    case "testsPassed":
      return { sentence: `${where}${stopped ?? passed(ahead)}`, next: NOTHING_TO_DO };
    case "pendingFailure":
      return {
        sentence: `${where}Its tests failed, and the cause is not settled yet${after(ahead)}.`,
        next: "Wait for the verdict; the queue tests it again by itself.",
      };
    case "merged":
      return { sentence: landing(queue, entry), next: "Nothing is left to do." };
    case "failed":
      return {
        sentence: reasonOf(entry, "It left the queue: its tests failed."),
        next: "Push a fix, then submit it again.",
      };
    case "cancelled":
      return { sentence: reasonOf(entry, "It was cancelled."), next: "Submit it again to queue it." };
    default:
      return assertNever(entry.state);
  }
}

function stopOf({ state }: Queue): string | null {
  switch (state) {
    case "running":
    case "draining":
      return null;
    case "paused":
      return "The queue is paused: nothing lands until it is resumed.";
    case "switchingModes":
      return "The queue switches its mode: nothing starts until then.";
    default:
      return assertNever(state);
  }
}

function testing(ahead: PlaceOfEntry["ahead"]): string {
  return ahead.length === 0
    ? "It is tested on the newest commit of the branch."
    : `It is tested on top of ${listed(ahead)}.`;
}

function passed(ahead: PlaceOfEntry["ahead"]): string {
  return ahead.length === 0
    ? "It passed its tests and lands now."
    : `It passed its tests and lands after ${listed(ahead)}.`;
}

/** The reason of a landing by the queue names the run, which the proof below shows. */
function landing({ targetBranch }: Queue, { reason }: Entry): string {
  const isByQueue = reason === null || reason.code.startsWith("MERGE_GRAPH_");
  return isByQueue ? `It landed on ${targetBranch}.` : reason.sentence;
}

function after(ahead: PlaceOfEntry["ahead"]): string {
  return ahead.length === 0 ? "" : `: ${listed(ahead)} may be the cause`;
}

function reasonOf({ reason }: Entry, otherwise: string): string {
  return reason === null ? otherwise : reason.sentence;
}

/** `#1, #2 and #3`; a long list ends with a count. */
export function listed(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MOST_NAMED).map((number) => `#${number}`);
  const more = numbers.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `Number ${place}`;
}
