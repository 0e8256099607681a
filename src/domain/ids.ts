/** Branded ids, each with the check that validates it. The only file with type assertions. */

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** A whole number from 1 to 4294967295 (uint32). */
export type PullRequestNumber = Branded<number, "PullRequestNumber">;
/** A full git object name of a commit: 40 (SHA-1) or 64 (SHA-256) lower-case hexadecimal digits. */
export type CommitId = Branded<string, "CommitId">;
/** A full git object name of a tree. */
export type TreeId = Branded<string, "TreeId">;
/** A random UUID, drawn when the queue is created; a queue that is deleted and created again gets a new one. */
export type QueueId = Branded<string, "QueueId">;
/** A UUID derived from the queue's id and counter. One per pull request and queue; a resubmission keeps it. */
export type EntryId = Branded<string, "EntryId">;
/** A UUID derived from the queue's id and counter; the last segment of the test branch's name. */
export type TestRunId = Branded<string, "TestRunId">;
/** Unique within one queue: a group of entries that are tested and landed together. */
export type BatchId = Branded<number, "BatchId">;
/** Unique within one queue: the identity under which an effect is performed at least once. */
export type EffectId = Branded<number, "EffectId">;

export const MAX_PULL_REQUEST_NUMBER = 4_294_967_295;

const OBJECT_NAME = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isPullRequestNumber(value: unknown): value is PullRequestNumber {
  return (
    typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_PULL_REQUEST_NUMBER
  );
}

export function pullRequestNumber(value: number): PullRequestNumber {
  if (!isPullRequestNumber(value)) {
    throw new RangeError(
      `a pull request number is a whole number from 1 to ${MAX_PULL_REQUEST_NUMBER}, not ${value}`,
    );
  }
  return value;
}

export function isCommitId(value: string): value is CommitId {
  return OBJECT_NAME.test(value);
}

export function commitId(value: string): CommitId {
  return objectName(value) as CommitId;
}

export function treeId(value: string): TreeId {
  return objectName(value) as TreeId;
}

export function queueId(value: string): QueueId {
  return uuid(value) as QueueId;
}

export function isTestRunId(value: string): value is TestRunId {
  return UUID.test(value);
}

export function testRunId(value: string): TestRunId {
  return uuid(value) as TestRunId;
}

export function entryId(value: string): EntryId {
  return uuid(value) as EntryId;
}

export function batchId(counter: number): BatchId {
  return counter as BatchId;
}

export function effectId(counter: number): EffectId {
  return counter as EffectId;
}

/**
 * A UUID (version 8, RFC 9562) made of a queue's id and a counter below 2^48: unique within the queue
 * and between queues, and the same each time the decision is replayed.
 */
export function derivedTestRunId(queue: QueueId, counter: number): TestRunId {
  return derivedUuid(queue, counter) as TestRunId;
}

/** The same for any kind of id. */
export function derivedUuid(queue: QueueId, counter: number): string {
  const digits = counter.toString(16).padStart(12, "0");
  return `${queue.slice(0, 14)}8${queue.slice(15, 24)}${digits}`;
}

/** The counter of a UUID that `derivedUuid` made for this queue; undefined for any other text. */
export function numberInUuid(text: string, queue: QueueId): number | undefined {
  const counter = Number.parseInt(text.slice(-12), 16);
  return derivedUuid(queue, counter) === text.toLowerCase() ? counter : undefined;
}

function objectName(value: string): string {
  if (!OBJECT_NAME.test(value)) throw new RangeError(`not a git object name: ${JSON.stringify(value)}`);
  return value;
}

function uuid(value: string): string {
  if (!UUID.test(value)) throw new RangeError(`not a UUID: ${JSON.stringify(value)}`);
  return value;
}
