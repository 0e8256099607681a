/**
 * START HERE: repeats the decision on each event of a log with this engine, and reports where it differs from the
 * recorded one.
 */

import { type CommitId, queueId } from "../../domain/ids.js";
import { isRecord } from "../../domain/is-record.js";
import { errorText } from "../../domain/thrown.js";
import { decide } from "../../engine/decide.js";
import { type Explanation, explain } from "../../engine/explain/explain.js";
import type { QueueEvent } from "../../engine/model/event.js";
import type { Queue } from "../../engine/model/queue.js";
import { type Comparison, compareDigests, decisionDigest } from "../ports/decision-digest.js";
import { testRunOf } from "../ports/stored-run.js";
import { listOf } from "../store/sql/json-checks.js";
import { isEntry, isEvent, isQueueSnapshot, isStoredTestRun } from "../store/sql/stored-values.js";
import type { LogLine } from "./log-format.js";
import { badLine } from "./log-format.js";
import type { QueueLog } from "./read-log.js";

/** How many run numbers to try beyond the newest run in an event. */
const NUMBERS_TRIED = 256;
const TIPS_TRIED = 4;
/** The length of the run's number within the queue, at the end of its UUID. */
const NUMBER_DIGITS = 12;

/**
 * Brings a replay back in step after it differed from the log. The log has digests of decisions but no queues. The empty
 * queue is known anyway, and the digest proves whether a decision was made on it.
 */
class RecordedQueue {
  /** Possible tips of the branch, newest first. */
  #tips: readonly CommitId[] = [];
  #newestNumber = 0;

  /** Notes what the event reveals about the recorded queue. */
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

/** One event decided again. */
export interface Replayed {
  readonly line: LogLine;
  readonly before: Queue;
  readonly event: QueueEvent;
  readonly outcome: ReplayedOutcome;
  /** True when earlier decisions differed, and the queue before this event is the recorded one again. */
  readonly isBackInStep: boolean;
}

export type ReplayedOutcome =
  | { readonly kind: Comparison; readonly explanation: Explanation }
  /** The engine threw, but the log has a decision. The message is untrusted text. */
  | { readonly kind: "failure"; readonly message: string };

const isEntries = listOf(isEntry);
const isRuns = listOf(isStoredTestRun);
const MAX_SHOWN_KIND = 80;
const OTHER_VERSION = "replay it with the version that wrote it, or export it again";

/** The queue at the start of the log; throws when this version cannot read it. */
function beginningOf({ source, header }: QueueLog): Queue {
  const queue = readQueue(header.queue);
  if (queue !== null) return queue;
  const problem = `expected "queue", a queue that this version can read (the log was exported by ${header.exportedBy})`;
  throw badLine({ source, lineNumber: 1 }, problem, OTHER_VERSION);
}

/**
 * Replays the lines of one log in order. After a difference it continues with this engine's queue, until a submission to
 * an empty queue reveals the recorded queue again.
 */
export class Replayer {
  readonly #recordedQueue = new RecordedQueue();
  #queue: Queue;
  #hasParted = false;

  constructor(log: QueueLog) {
    this.#queue = beginningOf(log);
  }

  /** The queue after the lines so far. */
  get queue(): Queue {
    return this.#queue;
  }

  replay(line: LogLine): Replayed {
    const event = eventOf(line);
    let before = this.#queue;
    let outcome = decideAgain(before, event, line.decision);
    const recorded = this.#hasParted && differs(outcome) ? this.#recordedBefore(event, line) : null;
    if (recorded !== null) {
      before = recorded;
      outcome = decideAgain(recorded, event, line.decision);
    }
    this.#hasParted = differs(outcome) || (this.#hasParted && recorded === null);
    this.#recordedQueue.note(event);
    if (outcome.kind !== "failure") this.#queue = outcome.explanation.decision.queue;
    return { line, before, event, outcome, isBackInStep: recorded !== null };
  }

  #recordedBefore(event: QueueEvent, { decision }: LogLine): Queue | null {
    return this.#recordedQueue.emptyQueueBefore(this.#queue, event, decision);
  }
}

function differs({ kind }: ReplayedOutcome): boolean {
  return kind === "otherwise" || kind === "failure";
}

function decideAgain(queue: Queue, event: QueueEvent, recorded: string | null): ReplayedOutcome {
  try {
    const explanation = explain(queue, event);
    return { kind: compareDigests(decisionDigest(queue, explanation.decision), recorded), explanation };
  } catch (error) {
    return { kind: "failure", message: errorText(error) };
  }
}

function eventOf(line: LogLine): QueueEvent {
  const { event } = line;
  if (isEvent(event)) return event;
  const kind = typeof event["kind"] === "string" ? event["kind"].slice(0, MAX_SHOWN_KIND) : "none";
  const problem = `expected an event that this version knows, with all its fields, but found the kind ${kind}`;
  throw badLine(line, problem, OTHER_VERSION);
}

function readQueue(value: unknown): Queue | null {
  if (!isRecord(value)) return null;
  const { entries, runs, hedges } = value;
  if (!isEntries(entries) || !isRuns(runs) || !isRuns(hedges)) return null;
  const snapshot = { ...value, runs: runs.map(({ id }) => id), hedges: hedges.map(({ id }) => id) };
  if (!isQueueSnapshot(snapshot) || !isUuid(snapshot.id)) return null;
  return { ...snapshot, entries, runs: runs.map(testRunOf), hedges: hedges.map(testRunOf) };
}

/** The ids of entries and runs are derived from the queue's UUID. */
function isUuid(id: string): boolean {
  try {
    queueId(id);
    return true;
  } catch {
    return false;
  }
}
