/**
 * Runs at the start: marks statuses that differ from the queues, as after a restored store, and closes drafts that are
 * no longer needed. Statuses that are up to date cost no call to GitHub.
 */
import { isTestRunId, type PullRequestNumber, type QueueId, type TestRunId } from "../../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import { allRuns, findRun, liveEntry } from "../../../../engine/lookup.js";
import type { FaceMark, UnfinishedFace } from "../../../ports/face-store.js";
import type { StoredQueue } from "../../../ports/queue-store.js";
import { isTestPullRequest } from "./draft-of.js";
import { numberAt, textAt } from "./face.js";
import { faceOf } from "./face-of.js";
import { isTested } from "./faces-to-show.js";
import { liveView } from "./read-face-view.js";
import type { ShowerOptions } from "./show-face.js";
import { close, type TestRunPlace } from "./show-test-run.js";
import { shownPullRequest } from "./shown.js";

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
  for (const [queueId, faces] of unfinished) {
    const [first] = faces;
    if (first === undefined || live.has(queueId)) continue;
    await store.mark(first.name, queueId, faces.map(markOf), clock.now());
  }
}

function missing(
  stored: StoredQueue,
  unfinished: readonly UnfinishedFace[],
  options: ShowerOptions,
): readonly FaceMark[] {
  const { queue } = stored;
  const moments = new Map<PullRequestNumber, string>();
  const gone: FaceMark[] = [];
  const runs = new Set<TestRunId>();
  for (const face of unfinished) {
    const { subject } = face;
    if (subject.kind === "testRun") {
      runs.add(subject.run);
      if (findRun(queue, subject.run) === undefined) gone.push(markOf(face));
    } else {
      moments.set(subject.number, shownPullRequest(face.shown).shown.moment);
      if (liveEntry(queue, subject.number) === undefined) gone.push(markOf(face));
    }
  }
  const live = queue.entries
    .filter((entry) => moments.get(entry.facts.number) !== faceOf(liveView(stored, entry, options)).moment)
    .map(({ facts }) => markOf({ subject: { kind: "pullRequest", number: facts.number } }));
  const begun = allRuns(queue)
    .filter((run) => queue.settings.createPrsForTestingBranches && isTested(run) && !runs.has(run.id))
    .map(({ id }) => markOf({ subject: { kind: "testRun", run: id } }));
  return [...gone, ...live, ...begun];
}

function markOf({ subject }: Pick<UnfinishedFace, "subject">): FaceMark {
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
