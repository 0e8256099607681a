/**
 * Explains why a live entry has not landed yet: one sentence, what it waits for, and whether its author has to act.
 * Pages, comments, the API and the command line all use this sentence.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { WaitKind } from "../../domain/wait-kinds.js";
import type { Entry, Queue } from "../model/queue.js";
import { considered } from "../planning/landable.js";
import { waitInQueue } from "./waits/in-queue.js";
import type { Situation, WaitLink } from "./waits/situation.js";
import { unreadySituation } from "./waits/unready.js";
import { branchWords, placeInWords } from "./waits/wait-words.js";

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
}

const NOTHING_TO_DO = "You need not do anything.";

/** `now` is the current time in milliseconds since 1970; silence of CI depends on it. */
export function explainWait(queue: Queue, entry: Entry, now: number, options: WaitOptions = {}): Wait {
  const { isCoarse = false } = options;
  if (entry.admittedAt === null) return assembled("", unreadySituation(queue, entry, now), null, []);
  const position = (options.positions ?? positionsIn(queue)).get(entry.facts.number) ?? null;
  const isFar = isCoarse && (position ?? Number.POSITIVE_INFINITY) > 3;
  const { situation, ahead } = waitInQueue(queue, entry, now, isFar);
  const place = isFar ? `In ${branchWords(queue)}` : placeInWords(queue, position);
  return assembled(place, situation, position, ahead);
}

function assembled(
  place: string,
  { kind, own, more, action, chain }: Situation,
  position: number | null,
  ahead: readonly PullRequestNumber[],
): Wait {
  const first = place === "" ? `${own}.` : `${place}${own.startsWith("it") ? ":" : ","} ${own}.`;
  const sentence = [first, ...more, action ?? NOTHING_TO_DO].join(" ");
  return { kind, sentence, chain, needsAction: action !== null, position, ahead };
}
