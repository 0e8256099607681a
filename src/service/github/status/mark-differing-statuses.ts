/**
 * Runs at the start: marks statuses that differ from the queues, as after a restored store, and closes drafts that are
 * no longer needed. Statuses that are up to date cost no call to GitHub.
 */
import { isTestRunId, type PullRequestNumber, type QueueId, type TestRunId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { allRuns, findRun, liveEntry } from "../../../engine/model/lookup.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { StatusMark, UnfinishedStatus } from "../../ports/status-store.js";
import { isTestPullRequest } from "./draft-of.js";
import { liveView } from "./read-status-view.js";
import type { ShowerOptions } from "./show-status.js";
import { close, type TestRunPlace } from "./show-test-run.js";
import { shownPullRequest } from "./shown.js";
import { numberAt, textAt } from "./status.js";
import { statusOf } from "./status-of.js";
import { isTested } from "./statuses-to-show.js";

export async function markWhatDiffers(options: ShowerOptions): Promise<void> {
  const { store, queues, clock } = options;
  const unfinished = Map.groupBy(await store.unfinished(), ({ queueId }) => queueId);
  const all = await queues.list();
  for (const stored of all) {
    const { name, queue } = stored;
    const marks = missing(stored, unfinished.get(queue.id) ?? [], options);
    await store.mark(name, queue.id, marks, clock.now());
  }
  // Unfinished statuses of deleted queues.
  const live = new Set<QueueId>(all.map(({ queue }) => queue.id));
  for (const [queueId, statuses] of unfinished) {
    const [first] = statuses;
    if (first === undefined || live.has(queueId)) continue;
    await store.mark(first.name, queueId, statuses.map(markOf), clock.now());
  }
}

function missing(
  stored: StoredQueue,
  unfinished: readonly UnfinishedStatus[],
  options: ShowerOptions,
): readonly StatusMark[] {
  const { queue } = stored;
  const moments = new Map<PullRequestNumber, string>();
  const gone: StatusMark[] = [];
  const runs = new Set<TestRunId>();
  for (const status of unfinished) {
    const { subject } = status;
    if (subject.kind === "testRun") {
      runs.add(subject.run);
      if (findRun(queue, subject.run) === undefined) gone.push(markOf(status));
    } else {
      moments.set(subject.number, shownPullRequest(status.shown).shown.moment);
      if (liveEntry(queue, subject.number) === undefined) gone.push(markOf(status));
    }
  }
  const live = queue.entries
    .filter((entry) => moments.get(entry.facts.number) !== statusOf(liveView(stored, entry, options)).moment)
    .map(({ facts }) => markOf({ subject: { kind: "pullRequest", number: facts.number } }));
  const begun = allRuns(queue)
    .filter((run) => queue.settings.createPrsForTestingBranches && isTested(run) && !runs.has(run.id))
    .map(({ id }) => markOf({ subject: { kind: "testRun", run: id } }));
  return [...gone, ...live, ...begun];
}

function markOf({ subject }: Pick<UnfinishedStatus, "subject">): StatusMark {
  return { subject, waitMs: 0, onlyIfKnown: false };
}

/** One listing of each repository that has a queue with drafts. */
export async function closeOldDrafts(options: ShowerOptions): Promise<void> {
  const { queues, calls, log, testBranchPrefix } = options;
  const repositories = new Map<string, Repository>();
  for (const { name, queue } of await queues.list()) {
    if (!queue.settings.createPrsForTestingBranches) continue;
    repositories.set(repositoryKey(name.repository), name.repository);
  }
  for (const repository of repositories.values()) {
    const closed = await sweepDrafts({
      ...{ calls, repository, testBranchPrefix },
      self: () => options.self(repository),
      liveRuns: async () =>
        new Set((await queues.list(repository)).flatMap(({ queue }) => allRuns(queue).map(({ id }) => id))),
    });
    if (closed > 0) log.info({ closed }, "draft pull requests of ended test runs were closed");
  }
}

interface DraftSweep extends TestRunPlace {
  readonly self: () => Promise<string>;
  readonly testBranchPrefix: string;
  /** Read after GitHub's list, so that it includes runs that start meanwhile. */
  readonly liveRuns: () => Promise<ReadonlySet<TestRunId>>;
}

/** Closes our drafts whose test run has ended, as after the loss of the store. Returns how many. */
export async function sweepDrafts(sweep: DraftSweep): Promise<number> {
  const { calls, repository, testBranchPrefix } = sweep;
  const self = await sweep.self();
  const open = await calls.list(repository, "/pulls", { state: "open" });
  const ours = open.filter((one) => isTestPullRequest(one, testBranchPrefix, repository, self));
  if (ours.length === 0) return 0;
  const live = await sweep.liveRuns();
  let closed = 0;
  for (const one of ours) {
    const run = textAt(one, "head", "ref").split("/").at(-1) ?? "";
    if (!isTestRunId(run) || live.has(run)) continue;
    await close(sweep, numberAt(one, "number"));
    closed += 1;
  }
  return closed;
}
