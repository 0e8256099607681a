/** Reads the verdict on an entry that left, with the evidence for it from the log. Reads only. */
import type { TestRunId } from "../../domain/ids.js";
import { type Exit, type ExitHistory, explainExit } from "../../engine/explain/exit.js";
import type { Transition } from "../../engine/model/decision.js";
import { findRun } from "../../engine/model/lookup.js";
import type { Entry, Queue, TestRun } from "../../engine/model/queue.js";
import type { QueueStore } from "../ports/queue-store.js";

export type ExitReader = Pick<QueueStore, "timeline" | "findEndedRun" | "landings" | "newestSubmissions">;
export type WhyReader = ExitReader & Pick<QueueStore, "findConcluded">;

/** Evidence is searched among this many of the newest rows; what is older hardly explains a failure of today. */
const MOST_RUNS = 20;
const MOST_LANDINGS = 200;
const MOST_SUBMISSIONS = 50;
const MOST_OTHERS = 8;
const RECENT_MS = 24 * 3_600_000;

/** null for an entry that has not left. */
export async function readExit(queue: Queue, entry: Entry, history: ExitReader): Promise<Exit | null> {
  const { targetBranch } = queue;
  const nothing = { entry, targetBranch, run: null, earlierRuns: [], landings: [], failuresOfOthers: [] };
  if (entry.ended === null) return null;
  const steps = await stepsOf(queue, entry, history);
  const deciding = steps.at(-1)?.run ?? null;
  const run = deciding === null ? null : await anyRun(queue, deciding, history);
  if (entry.ended !== "failed" || run?.progress.kind !== "failed") return explainExit({ ...nothing, run });
  const evidence: ExitHistory = {
    ...nothing,
    run,
    earlierRuns: await earlierRunsOf(queue, entry, steps, history),
    landings: await history.landings(queue.id, MOST_LANDINGS),
    failuresOfOthers: await failuresOfOthers(queue, entry, history),
  };
  return explainExit(evidence);
}

/** Of its last submission, oldest first. */
async function stepsOf(queue: Queue, entry: Entry, history: ExitReader): Promise<readonly Transition[]> {
  const steps = await history.timeline(queue.id, entry.facts.number);
  return steps.slice(
    Math.max(
      0,
      steps.findLastIndex(({ from }) => from === null),
    ),
  );
}

async function anyRun(queue: Queue, run: TestRunId, history: ExitReader): Promise<TestRun | null> {
  return findRun(queue, run) ?? (await history.findEndedRun(queue.id, run))?.run ?? null;
}

async function earlierRunsOf(
  queue: Queue,
  { facts }: Entry,
  steps: readonly Transition[],
  history: ExitReader,
): Promise<readonly TestRun[]> {
  const deciding = steps.at(-1)?.run;
  const ids = [...new Set(steps.flatMap(({ run }) => run ?? []))].filter((id) => id !== deciding);
  const runs: TestRun[] = [];
  for (const id of ids.slice(-MOST_RUNS)) {
    const run = await anyRun(queue, id, history);
    const isOfHead = run?.contains.some(
      ({ pullRequest, headSha }) => pullRequest === facts.number && headSha === facts.headSha,
    );
    if (run !== null && isOfHead === true) runs.push(run);
  }
  return runs;
}

async function failuresOfOthers(
  queue: Queue,
  { facts, stateSince }: Entry,
  history: ExitReader,
): Promise<readonly TestRun[]> {
  const recent = await history.newestSubmissions(queue.id, null, MOST_SUBMISSIONS);
  const failed = recent.filter(
    (other) =>
      other.ended === "failed" &&
      other.facts.number !== facts.number &&
      Math.abs(other.stateSince - stateSince) <= RECENT_MS,
  );
  const runs: TestRun[] = [];
  for (const other of failed.slice(0, MOST_OTHERS)) {
    const deciding = (await stepsOf(queue, other, history)).at(-1)?.run ?? null;
    const run = deciding === null ? null : await anyRun(queue, deciding, history);
    if (run !== null) runs.push(run);
  }
  return runs;
}
