/**
 * The way back to a log from which a replay has parted. A log has a digest of each decision and no queue; but one queue
 * is known without the log: the empty one. Whether a decision was made on it, the digest proves.
 */
import type { CommitId } from "../../domain/ids.js";
import { decide } from "../../engine/decide.js";
import type { QueueEvent } from "../../engine/event.js";
import type { Queue } from "../../engine/queue.js";
import { compareDigests, decisionDigest } from "../ports/decision-digest.js";

/** Numbers that a queue may have given out since the newest run that an event named. */
const NUMBERS_TRIED = 256;
const TIPS_TRIED = 4;
/** Of the UUID of a run: its number within the queue. */
const NUMBER_DIGITS = 12;

export class WayBack {
  /** Where the branch may be, newest first. */
  #tips: readonly CommitId[] = [];
  #newestNumber = 0;

  /** What the event reveals of the queue that had it. */
  note(event: QueueEvent): void {
    if ("run" in event) {
      const number = Number.parseInt(event.run.slice(-NUMBER_DIGITS), 16);
      this.#newestNumber = Math.max(this.#newestNumber, number);
    }
    const tip = tipIn(event);
    if (tip !== null) this.#tips = [tip, ...this.#tips.filter((one) => one !== tip)].slice(0, TIPS_TRIED);
  }

  /** The queue on which the log's decision on a submission was made, if that queue was empty; else null. */
  emptyQueueBefore(replayed: Queue, event: QueueEvent, recorded: string | null): Queue | null {
    if (event.kind !== "entrySubmitted" || recorded === null) return null;
    for (const tip of new Set([replayed.tip, ...this.#tips])) {
      for (let number = this.#newestNumber + 1; number <= this.#newestNumber + NUMBERS_TRIED; number++) {
        const empty = emptied(replayed, tip, number);
        if (isDecisionOn(empty, event, recorded)) return empty;
      }
    }
    return null;
  }
}

function emptied(queue: Queue, tip: CommitId, nextNumber: number): Queue {
  return {
    ...queue,
    tip,
    entries: [],
    line: [],
    beside: [],
    runs: [],
    hedges: [],
    landing: null,
    nextNumber,
  };
}

function isDecisionOn(queue: Queue, event: QueueEvent, recorded: string | null): boolean {
  try {
    return compareDigests(decisionDigest(queue, decide(queue, event)), recorded) === "same";
  } catch {
    return false;
  }
}

function tipIn(event: QueueEvent): CommitId | null {
  if (event.kind === "landed") return event.as ?? event.newTip;
  if (event.kind === "tipObserved") return event.to;
  return "tip" in event ? event.tip : null;
}
