/**
 * Explains why a live entry has not landed yet: one sentence, what it waits for, and whether its author has to act.
 * Pages, comments, the API and the command line all use this sentence.
 */
import { MINUTE_MS } from "../../domain/duration.js";
import type { PullRequestNumber } from "../../domain/ids.js";
import type { WaitKind } from "../../domain/wait-kinds.js";
import type { Entry, Queue } from "../model/queue.js";
import { considered } from "../planning/landable.js";
import type { Estimate, Estimates } from "./estimates/estimate-landings.js";
import { waitInQueue } from "./waits/in-queue.js";
import type { Situation, WaitLink } from "./waits/situation.js";
import { unreadySituation } from "./waits/unready.js";
import { branchWords, clockTime, placeInWords } from "./waits/wait-words.js";

export type { WaitLink } from "./waits/situation.js";

export interface Wait {
  readonly kind: WaitKind;
  /** The answer in a few short sentences. Names in backticks are untrusted text. */
  readonly sentence: string;
  /** What it waits for, the nearest first, each with the reason why that is not done. */
  readonly chain: readonly WaitLink[];
  /** Whether the author has to do something before it can land. */
  readonly needsAction: boolean;
  /** 1 is next; null: not admitted. */
  readonly position: number | null;
  /** The predecessors that have to land or leave before, front to back. */
  readonly ahead: readonly PullRequestNumber[];
  /** When it will probably land; null: unknown, not asked for, or it waits for something that has no usual duration. */
  readonly expected: Estimate | null;
}

export type Positions = ReadonlyMap<PullRequestNumber, number>;

/** For the waits of many entries of one queue, which would each count again. */
export function positionsIn(queue: Queue): Positions {
  const positions = new Map<PullRequestNumber, number>();
  for (const { facts } of considered(queue)) positions.set(facts.number, positions.size + 1);
  return positions;
}

interface WaitOptions {
  readonly positions?: Positions;
  /** Places after the third are not named, for texts that must not change with every landing. */
  readonly isCoarse?: boolean;
  /** Adds when it is expected to land. */
  readonly estimates?: Estimates;
}

/** Only these waits have a usual duration; others end when a person, CI or the code host does something. */
const WITH_USUAL_DURATION: ReadonlySet<WaitKind> = new Set([
  "testing",
  "passed",
  "building",
  "behindFailure",
  "noSlot",
  "batch",
]);

const NOTHING_TO_DO = "You need not do anything.";

/** `now` is the current time in milliseconds since 1970; silence of CI depends on it. */
export function explainWait(queue: Queue, entry: Entry, now: number, options: WaitOptions = {}): Wait {
  const { isCoarse = false } = options;
  if (entry.admittedAt === null) return assembled("", unreadySituation(queue, entry, now), null, [], null);
  const position = (options.positions ?? positionsIn(queue)).get(entry.facts.number) ?? null;
  const isFar = isCoarse && (position ?? Number.POSITIVE_INFINITY) > 3;
  const { situation, ahead } = waitInQueue(queue, entry, now, isFar);
  const place = isFar ? `In ${branchWords(queue)}` : placeInWords(queue, position);
  const isUsual = WITH_USUAL_DURATION.has(situation.kind) && situation.action === null;
  const expected = isUsual ? (options.estimates?.get(entry.facts.number) ?? null) : null;
  return assembled(place, situation, position, ahead, expected);
}

/** "14:20 to 14:45 UTC": whole minutes that contain the range. */
export function expectedInWords({ from, until }: Estimate): string {
  const first = clockTime(from);
  const last = clockTime(until + MINUTE_MS - 1);
  return first === last ? first : `${first.replace(/ UTC$/, "")} to ${last}`;
}

function assembled(
  place: string,
  { kind, own, more, action, chain }: Situation,
  position: number | null,
  ahead: readonly PullRequestNumber[],
  expected: Estimate | null,
): Wait {
  const first = place === "" ? `${own}.` : `${place}${own.startsWith("it") ? ":" : ","} ${own}.`;
  const when = expected === null ? [] : [`Expected ${expectedInWords(expected)}.`];
  const sentence = [first, ...more, ...when, action ?? NOTHING_TO_DO].join(" ");
  return { kind, sentence, chain, needsAction: action !== null, position, ahead, expected };
}
