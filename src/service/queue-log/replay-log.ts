/** Lets this engine decide on every event of a log again, and says where it decides otherwise than the log tells. */

import { queueId } from "../../domain/ids.js";
import { isRecord } from "../../domain/is-record.js";
import { errorText } from "../../domain/thrown.js";
import type { QueueEvent } from "../../engine/event.js";
import { type Explanation, explain } from "../../engine/explain.js";
import type { Queue } from "../../engine/queue.js";
import { type Comparison, compareDigests, decisionDigest } from "../ports/decision-digest.js";
import { listOf } from "../storage/sql/check.js";
import { isEntry, isEvent, isQueueSnapshot, isTestRun } from "../storage/sql/stored-values.js";
import { badLine } from "./log-error.js";
import type { LogLine } from "./log-format.js";
import type { QueueLog } from "./read-log.js";
import { WayBack } from "./way-back.js";

/** One event decided again. */
export interface Replayed {
  readonly line: LogLine;
  readonly before: Queue;
  readonly event: QueueEvent;
  readonly outcome: ReplayedOutcome;
  /** True where decisions before it differed, and the queue before it is the recorded one again. */
  readonly isBackInStep: boolean;
}

export type ReplayedOutcome =
  | { readonly kind: Comparison; readonly explanation: Explanation }
  /** The engine threw where the log has a decision. What it said is untrusted text. */
  | { readonly kind: "failure"; readonly message: string };

const isEntries = listOf(isEntry);
const isRuns = listOf(isTestRun);
const MAX_SHOWN_KIND = 80;
const OTHER_VERSION = "replay it with the version that wrote it, or export it again";

/** The queue a log begins with, as one of this version. */
function beginningOf({ source, header }: QueueLog): Queue {
  const queue = readQueue(header.queue);
  if (queue !== null) return queue;
  const problem = `expected "queue", a queue as this version knows it (the log was exported by ${header.exportedBy})`;
  throw badLine({ source, lineNumber: 1 }, problem, OTHER_VERSION);
}

/**
 * Takes the lines of one log in their order. After a decision that differs it goes on from what this engine decided,
 * until a submission to an empty queue shows where the recorded queue was.
 */
export class Replayer {
  readonly #wayBack = new WayBack();
  #queue: Queue;
  #hasParted = false;

  constructor(log: QueueLog) {
    this.#queue = beginningOf(log);
  }

  /** As it is after the lines so far. */
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
    this.#wayBack.note(event);
    if (outcome.kind !== "failure") this.#queue = outcome.explanation.decision.queue;
    return { line, before, event, outcome, isBackInStep: recorded !== null };
  }

  #recordedBefore(event: QueueEvent, { decision }: LogLine): Queue | null {
    return this.#wayBack.emptyQueueBefore(this.#queue, event, decision);
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
  const problem = `expected an event as this version knows it, with all its fields, and found the kind ${kind}`;
  throw badLine(line, problem, OTHER_VERSION);
}

function readQueue(value: unknown): Queue | null {
  if (!isRecord(value)) return null;
  const { entries, runs, hedges } = value;
  if (!isEntries(entries) || !isRuns(runs) || !isRuns(hedges)) return null;
  const snapshot = { ...value, runs: runs.map(({ id }) => id), hedges: hedges.map(({ id }) => id) };
  if (!isQueueSnapshot(snapshot) || !isUuid(snapshot.id)) return null;
  return { ...snapshot, entries, runs, hedges };
}

/** Ids of entries and runs are cut out of it. */
function isUuid(id: string): boolean {
  try {
    queueId(id);
    return true;
  } catch {
    return false;
  }
}
