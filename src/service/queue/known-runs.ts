/**
 * Test runs of queues: the live ones, as far as this process has seen (other replicas also start and end runs), and those
 * that landed, as the store has them.
 */
import type { TestRunId } from "../../domain/ids.js";
import { COMPARED_TEST_RUNS } from "../../domain/pull-request.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import type { LandingRecord } from "../../engine/model/decision.js";
import { observedRuns } from "../../engine/model/lookup.js";
import type { Queue } from "../../engine/model/queue.js";
import type { TestedCommit } from "../ports/forge.js";
import type { QueueStore } from "../ports/queue-store.js";

interface RunsOfQueue {
  readonly name: QueueName;
  readonly runs: ReadonlySet<TestRunId>;
}

export class KnownRuns {
  readonly #byQueue = new Map<string, RunsOfQueue>();

  /** Replaces what was recorded for this queue with its live runs. */
  remember(name: QueueName, queue: Queue): void {
    const runs = new Set(observedRuns(queue).map(({ id }) => id));
    if (runs.size === 0) this.forget(name);
    else this.#byQueue.set(queueKey(name), { name, runs });
  }

  forget(name: QueueName): void {
    this.#byQueue.delete(queueKey(name));
  }

  queueOf(run: TestRunId): QueueName | undefined {
    return [...this.#byQueue.values()].find(({ runs }) => runs.has(run))?.name;
  }
}

/** Older landings are not compared. */
export const MOST_LANDINGS = 100;
/**
 * At least every tenth landing is tested, so that the comparison follows changes of CI that only test branches show.
 */
export const MOST_UNTESTED = 9;

/** Whether a test run passed on the commit that landed. */
export function isTested({ proof }: LandingRecord): boolean {
  return proof.kind === "tested";
}

/**
 * The commits that test branches had before they landed, which the jobs of another head are compared with. Newest first,
 * at most `COMPARED_TEST_RUNS`; empty without a queue, and if the next landing has to be tested.
 */
export async function testedCommits(
  store: Pick<QueueStore, "load" | "landings" | "findEndedRun">,
  name: QueueName,
): Promise<readonly TestedCommit[]> {
  const queue = (await store.load(name))?.queue;
  if (queue === undefined) return [];
  const landings = await store.landings(queue.id, MOST_LANDINGS);
  if (!landings.slice(0, MOST_UNTESTED).some(isTested)) return [];
  const tested = landings.filter(isTested).slice(0, COMPARED_TEST_RUNS);
  const commits: TestedCommit[] = [];
  for (const { run, to } of tested) {
    // Merged by the code host, the landed commit is not the one that was tested.
    const ended = await store.findEndedRun(queue.id, run);
    commits.push({ run, commit: ended?.run.commits.at(-1) ?? to });
  }
  return commits;
}
