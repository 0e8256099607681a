/** Copies of a queue with one thing changed. Lists that stay the same stay the same object. */
import { batchId, type PullRequestNumber } from "../domain/ids.js";
import type { Reason } from "../domain/reason.js";
import { entriesOf } from "./lookup.js";
import type { Batch, Entry, Queue, TestRun } from "./queue.js";
import type { Reasons } from "./rule.js";

/** Puts each entry in the place of the one of the same pull request. */
export function withEntries(queue: Queue, changed: readonly Entry[]): Queue {
  if (changed.length === 0) return queue;
  const byNumber = new Map(changed.map((entry) => [entry.facts.number, entry]));
  return { ...queue, entries: queue.entries.map((entry) => byNumber.get(entry.facts.number) ?? entry) };
}

/** The entries are over: failed. */
export function withFailed(queue: Queue, pullRequests: Iterable<PullRequestNumber>): Queue {
  const failed = entriesOf(queue, pullRequests).map((entry): Entry => ({ ...entry, ended: "failed" }));
  return withEntries(queue, failed);
}

/** Puts each run in the place of the one with the same id. */
export function withRuns(queue: Queue, changed: readonly TestRun[]): Queue {
  const byId = new Map(changed.map((run) => [run.id, run]));
  return { ...queue, runs: queue.runs.map((run) => byId.get(run.id) ?? run) };
}

export function withoutRuns(queue: Queue, ended: readonly TestRun[]): Queue {
  const ids = new Set(ended.map(({ id }) => id));
  return { ...queue, runs: queue.runs.filter(({ id }) => !ids.has(id)) };
}

/** The same reason for each. */
export function sharedReason(pullRequests: readonly PullRequestNumber[], reason: Reason): Reasons {
  return new Map(pullRequests.map((pullRequest) => [pullRequest, reason]));
}

/** A batch of one, under the queue's number given. */
export function newBatch(number: number, pullRequest: PullRequestNumber): Batch {
  return { id: batchId(number), entries: [pullRequest], interruptions: 0 };
}
