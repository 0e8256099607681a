/**
 * Reports pull requests and test runs that could not be read while other reads succeeded, so that the queue eventually
 * gives them up. If nothing can be read, the code host is at fault and nothing is reported.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { beginningOf } from "../../domain/words.js";
import { findRun, liveEntry, type ObservedRun } from "../../engine/model/lookup.js";
import type { Entry, Queue, Trouble } from "../../engine/model/queue.js";
import { RepositoryUnavailable, StoreError, WorldError } from "../ports/world-error.js";
import type { Fact } from "./queues.js";

/** The result of reading a pull request or the checks of a run; `failure` is null on success. */
export type ReadResult =
  | { readonly kind: "entry"; readonly entry: Entry; readonly failure: unknown }
  | { readonly kind: "run"; readonly run: ObservedRun; readonly failure: unknown };

/** Frequent enough to count minutes, rare enough to keep the log short. */
const REPORT_EVERY_MS = 55_000;
const MAX_WORDS = 500;

/** One function per possible event; it returns null if the queue, as it is then, has nothing to record. */
export function troublesIn(
  reads: readonly ReadResult[],
  now: number,
): readonly ((queue: Queue) => Fact | null)[] {
  return reads.flatMap((read): readonly ((queue: Queue) => Fact | null)[] => {
    const { failure } = read;
    if (failure === null) return read.kind === "entry" ? [(queue) => readableAgain(queue, read.entry)] : [];
    if (!isOfTheWorld(failure) || !doesTheRestWork(reads, read)) return [];
    const reason = troubleReason(failure);
    return read.kind === "entry"
      ? [(queue) => unreadableEntry(queue, read.entry, reason, now)]
      : [(queue) => unreadableRun(queue, read.run, reason, now)];
  });
}

/** A failure of the store, of the whole repository or of this program is not the fault of a pull request. */
function isOfTheWorld(failure: unknown): failure is WorldError {
  const isOther = failure instanceof StoreError || failure instanceof RepositoryUnavailable;
  return failure instanceof WorldError && !isOther;
}

export function troubleReason(failure: WorldError): Reason {
  return { code: "START_TEST_RUN_RETRY_EXHAUSTED", sentence: beginningOf(failure.message, MAX_WORDS) };
}

/** If only one pull request was read, reading its branch before counts as the other success. */
function doesTheRestWork(reads: readonly ReadResult[], { failure }: ReadResult): boolean {
  if (reads.some((other) => other.failure === null)) return true;
  const concerned = new Set<PullRequestNumber>(
    reads.flatMap((read) => (read.kind === "entry" ? [read.entry.facts.number] : read.run.own)),
  );
  return failure !== null && concerned.size === 1;
}

function readableAgain(queue: Queue, { facts: { number: pullRequest } }: Entry): Fact | null {
  const isTroubled = liveEntry(queue, pullRequest)?.trouble !== undefined;
  return isTroubled ? { kind: "pullRequestReadable", pullRequest } : null;
}

function unreadableEntry(queue: Queue, { facts }: Entry, reason: Reason, now: number): Fact | null {
  const { number: pullRequest, headSha } = facts;
  const known = liveEntry(queue, pullRequest);
  if (known?.facts.headSha !== headSha || !isDue(known.trouble, now)) return null;
  return { kind: "pullRequestUnreadable", pullRequest, headSha, reason };
}

function unreadableRun(queue: Queue, { id: run }: ObservedRun, reason: Reason, now: number): Fact | null {
  const known = findRun(queue, run);
  if (known?.progress.kind !== "running" || !isDue(known.trouble, now)) return null;
  return { kind: "testRunUnreadable", run, reason };
}

function isDue(trouble: Trouble | undefined, now: number): boolean {
  return trouble === undefined || now - trouble.reportedAt >= REPORT_EVERY_MS || now < trouble.reportedAt;
}
