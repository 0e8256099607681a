/**
 * A queue as one line of text, for logs, tests and bug reports: the branch, the batches front to back, each as
 * `#own+ahead progress`, then hedges, retries, parts of split batches, waiting entries and entries that are not ready.
 */
import { assertNever } from "../../domain/assert-never.js";
import type { PullRequestNumber } from "../../domain/ids.js";
import { indexOf } from "../index/queue-index.js";
import { allBatches, bisectedParts, entriesOf, isLanding, isRetry } from "../model/lookup.js";
import type { Batch, Entry, Queue, TestRun, TestRunProgress } from "../model/queue.js";
import { healthOf } from "../model/target-health.js";
import { leftToLand } from "../planning/tested-heads.js";
import { firstWaiting } from "../planning/waiting-entries.js";

const MAX_LISTED = 20;

export function picture(queue: Queue): string {
  const branch = queue.state === "running" ? queue.targetBranch : `${queue.targetBranch} (${queue.state})`;
  const line = [branch, ...queue.line.map((batch) => batchPicture(queue, batch))].join(" <- ");
  const hedges = queue.hedges.map((hedge) => runPicture(hedge, hedge.own, progressPicture(hedge.progress)));
  const retries = queue.beside.filter(isRetry).map((batch) => plainPicture(queue, batch));
  const parts = bisectedParts(queue).map((batch) => batchPicture(queue, batch));
  const unready = [...indexOf(queue.entries).unready.values()];
  unready.sort((one, other) => one.sequence - other.sequence);
  const waiting = waitingIn(queue);
  return [
    line,
    ...(hedges.length === 0 ? [] : [`hedging ${hedges.join(", ")}`]),
    ...(retries.length === 0 ? [] : [`retrying ${retries.join(", ")}`]),
    ...(parts.length === 0 ? [] : [`bisecting ${parts.join(", ")}`]),
    ...(queue.landing?.proof.kind === "direct"
      ? [`merging ${joined(queue.landing.heads.map(({ pullRequest }) => pullRequest))} directly`]
      : []),
    ...healthPictures(queue),
    ...listed("waiting", waiting.first, waiting.count),
    ...listed("not ready", unready, unready.length),
  ].join(" | ");
}

function healthPictures(queue: Queue): readonly string[] {
  const { pause, test } = healthOf(queue);
  const why =
    pause === null ? [] : [pause.cause.kind === "ci" ? "CI is silent" : `${pause.cause.check} is red`];
  return test === null ? why : [...why, "testing the tip"];
}

function batchPicture(queue: Queue, batch: Batch): string {
  return `${plainPicture(queue, batch)}${batch.isSuspect ? " again" : ""}`;
}

function plainPicture(queue: Queue, batch: Batch): string {
  const run = queue.runs.find((candidate) => candidate.batch === batch.id);
  if (run === undefined) return `${joined(batch.entries)} pending`;
  const progress = isLanding(queue, batch.id) ? landingPicture(queue, batch) : progressPicture(run.progress);
  return runPicture(run, batch.entries, progress);
}

function runPicture(run: TestRun, own: readonly PullRequestNumber[], progress: string): string {
  const ahead = leftToLand(run).filter(({ pullRequest }) => !own.includes(pullRequest));
  return `${[joined(own), ...ahead.map(({ pullRequest }) => pullRequest)].join("+")} ${progress}`;
}

function joined(pullRequests: readonly PullRequestNumber[]): string {
  return pullRequests.map((pullRequest) => `#${pullRequest}`).join("&");
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
      if (progress.failure.kind === "noResult") return "without a result";
      return progress.failure.kind === "check" ? "failed" : "timed out";
    default:
      return assertNever(progress);
  }
}

/** Ten thousand entries may wait, so only those shown are sorted. */
function waitingIn(queue: Queue): { readonly first: readonly Entry[]; readonly count: number } {
  const first = firstWaiting(queue, MAX_LISTED);
  if (first.length < MAX_LISTED) return { first, count: first.length };
  const placed = new Set([
    ...allBatches(queue).flatMap(({ entries }) => entries),
    ...(queue.landing?.heads.map(({ pullRequest }) => pullRequest) ?? []),
  ]);
  let admitted = 0;
  for (const equals of indexOf(queue.entries).admitted.values()) admitted += equals.length;
  const seated = entriesOf(queue, placed).filter(({ ended }) => ended === null);
  return { first, count: admitted - seated.length };
}

function listed(title: string, entries: readonly Entry[], count: number): readonly string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, MAX_LISTED).map(({ facts }) => `#${facts.number}`);
  const left = count - shown.length;
  return [`${title} ${shown.join(" ")}${left === 0 ? "" : ` and ${left} more`}`];
}
