/**
 * A queue as one line of text, for logs, tests and bug reports: the branch, then the line front to back, each batch
 * as `#own+ahead progress` with what its run has below it, then who waits and who is not ready.
 */
import { assertNever } from "../domain/assert-never.js";
import { entriesOf, isLanding, waitingEntries } from "./lookup.js";
import { landedIn } from "./plan.js";
import type { Batch, Entry, Queue, TestRunProgress } from "./queue.js";

const MAX_LISTED = 20;

export function picture(queue: Queue): string {
  const branch = queue.state === "running" ? queue.targetBranch : `${queue.targetBranch} (${queue.state})`;
  const line = [branch, ...queue.line.map((batch) => batchPicture(queue, batch))].join(" <- ");
  const unready = queue.entries.filter(({ admittedAt, ended }) => admittedAt === null && ended === null);
  return [line, ...listed("waiting", waitingEntries(queue)), ...listed("not ready", unready)].join(" | ");
}

function batchPicture(queue: Queue, batch: Batch): string {
  const own = batch.entries.map((pullRequest) => `#${pullRequest}`).join("&");
  const run = queue.runs.find((candidate) => candidate.batch === batch.id);
  if (run === undefined) return `${own} pending`;
  const contained = run.contains.slice(landedIn(run, queue.tip) ?? 0);
  const ahead = contained.filter(({ pullRequest }) => !batch.entries.includes(pullRequest));
  const progress = isLanding(queue, batch.id) ? landingPicture(queue, batch) : progressPicture(run.progress);
  return `${[own, ...ahead.map(({ pullRequest }) => pullRequest)].join("+")} ${progress}`;
}

function landingPicture(queue: Queue, batch: Batch): string {
  const isLeaving = entriesOf(queue, batch.entries).some(({ leaving }) => leaving !== null);
  return isLeaving ? "landing (leaving)" : "landing";
}

function progressPicture(progress: TestRunProgress): string {
  switch (progress.kind) {
    case "building":
    case "running":
    case "passed":
      return progress.kind;
    case "conflicted":
      return `conflicted at #${progress.pullRequest}`;
    case "failed":
      return progress.failure.kind === "timeout" ? "timed out" : "failed";
    default:
      return assertNever(progress);
  }
}

function listed(title: string, entries: readonly Entry[]): readonly string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, MAX_LISTED).map(({ facts }) => `#${facts.number}`);
  const left = entries.length - shown.length;
  return [`${title} ${shown.join(" ")}${left === 0 ? "" : ` and ${left} more`}`];
}
