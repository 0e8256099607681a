/** The past of the queues in memory; beside `memory-queue-store.ts`, which keeps it. */
import type { PullRequestNumber, QueueId, TestRunId } from "../../src/domain/ids.js";
import type { EndedRun, LandingRecord } from "../../src/engine/model/decision.js";
import type { Entry } from "../../src/engine/model/queue.js";
import type { ExitFilter, LoggedMove, QueueHistory } from "../../src/service/ports/queue-history.js";
import type { StoredEvent } from "../../src/service/ports/queue-store.js";
import { momentsIn } from "../../src/service/store/sql/sql-queue-history.js";

/** What is kept of one queue. */
export interface PastOfQueue {
  readonly events: readonly StoredEvent[];
  readonly moved: readonly LoggedMove[];
  readonly concluded: readonly Entry[];
  readonly endedRuns: ReadonlyMap<TestRunId, EndedRun>;
  readonly landings: readonly (readonly [version: number, landing: LandingRecord])[];
}

const NOTHING: PastOfQueue = { events: [], moved: [], concluded: [], endedRuns: new Map(), landings: [] };

export function memoryQueueHistory(find: (queueId: QueueId) => PastOfQueue | undefined): QueueHistory {
  const pastOf = (queueId: QueueId) => find(queueId) ?? NOTHING;
  return {
    exits: (queueId, filter, after, limit) =>
      answer(() =>
        newestFirst(pastOf(queueId).concluded)
          .filter((entry) => matches(filter, entry))
          .filter(
            ({ stateSince, sequence }) =>
              after === null ||
              stateSince < after.endedAt ||
              (stateSince === after.endedAt && sequence < after.sequence),
          )
          .slice(0, limit)
          .map((entry) => ({ ...entry, targets: null, earlierTargets: null })),
      ),
    exitFacts: (queueId, since, limit) =>
      answer(() =>
        newestFirst(pastOf(queueId).concluded)
          .filter(({ stateSince }) => stateSince >= since)
          .slice(0, limit)
          .flatMap(({ sequence, facts, stateSince: endedAt, submittedAt, ended: ending, reason }) => {
            const pullRequest: PullRequestNumber = facts.number;
            return ending === null
              ? []
              : [{ sequence, pullRequest, endedAt, submittedAt, ending, reason: reason?.code ?? null }];
          }),
      ),
    runsEnded: (queueId, since, after, limit) =>
      answer(() =>
        [...pastOf(queueId).endedRuns.values()]
          .filter(({ endedAt }) => endedAt >= since)
          .sort((one, other) => one.endedAt - other.endedAt || (one.run.id < other.run.id ? -1 : 1))
          .filter(
            ({ endedAt, run }) =>
              after === null || endedAt > after.endedAt || (endedAt === after.endedAt && run.id > after.run),
          )
          .slice(0, limit),
      ),
    versionAt: (queueId, at) =>
      answer(() => {
        const later = pastOf(queueId).moved.filter(({ transition }) => transition.at >= at);
        const first = later.toSorted(
          (one, other) => one.transition.at - other.transition.at || one.version - other.version,
        )[0];
        return first?.version ?? null;
      }),
    landings: (queueId, before, limit) =>
      answer(() =>
        pastOf(queueId)
          .landings.filter(([version]) => before === null || version < before)
          .toReversed()
          .slice(0, limit)
          .map(([version, landing]) => ({ version, landing })),
      ),
    moves: (queueId, after, limit) =>
      answer(() =>
        pastOf(queueId)
          .moved.filter(
            ({ version, position }) =>
              version > after.version || (version === after.version && position > after.position),
          )
          .slice(0, limit),
      ),
    nearestMove: (queueId, version, direction) =>
      answer(() => {
        const versions = pastOf(queueId).moved.map((move) => move.version);
        const found =
          direction === "before"
            ? versions.findLast((one) => one < version)
            : versions.find((one) => one > version);
        return found ?? null;
      }),
    moments: (queueId, after, upTo) =>
      answer(() =>
        pastOf(queueId)
          .events.filter(({ version }) => version > after && version <= upTo)
          .flatMap(({ version, event }) => momentsIn(version, event)),
      ),
    /** The log is complete. */
    snapshotBefore: () => Promise.resolve(null),
  };
}

function newestFirst(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => other.stateSince - one.stateSince || other.sequence - one.sequence);
}

function matches(filter: ExitFilter, { stateSince, ended, reason, facts }: Entry): boolean {
  const { since, until, endings, reasons, author, pullRequests } = filter;
  return (
    (since === null || stateSince >= since) &&
    (until === null || stateSince < until) &&
    (endings.length === 0 || endings.some((one) => one === ended)) &&
    (reasons.length === 0 || reasons.some((one) => one === reason?.code)) &&
    facts.author.toLowerCase().includes(author.toLowerCase()) &&
    (pullRequests.length === 0 || pullRequests.includes(facts.number))
  );
}

/** Failures come out as rejections, as from any other store. */
function answer<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}
