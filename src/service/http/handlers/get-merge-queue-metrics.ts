/** The metrics of all queues that the caller's token reaches, or of one repository's. */
import type { CheckedRequestOf } from "../../../contract/endpoints.js";
import { HOUR_MS } from "../../../domain/duration.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Queues } from "../../queue/queues.js";
import { reaches } from "../../tokens/token-text.js";
import { SharedWork } from "../../work/shared-work.js";
import type { AuthRefusal, Caller } from "../auth.js";
import { outsideItsRepositories } from "../permission.js";
import { DURATION_BUCKETS, type MeasuredQueue, metricsText } from "../queue-metrics.js";
import { noSuchRepository, type Outcome, refused, type Service } from "./handler.js";

/** Faster results are not cached, so they are always current. */
const QUICK_MS = 50;
const REST_PER_WORK = 9;
const LONGEST_REST_MS = 60_000;

const BOUNDS_MS = DURATION_BUCKETS.map((seconds) => seconds * 1000);

/** Expensive results, shared by concurrent callers. */
interface Shared {
  readonly queues: SharedWork<readonly MeasuredQueue[]>;
  readonly text: SharedWork<string>;
}

const sharedOf = new WeakMap<Queues, Shared>();

export async function getMergeQueueMetrics(
  { repo, repoHost }: CheckedRequestOf<"getMergeQueueMetrics">,
  { queues }: Service,
  caller: Caller,
): Promise<Outcome<"getMergeQueueMetrics"> | AuthRefusal> {
  if ((repo === undefined) !== (repoHost === undefined)) {
    return refused("VALIDATION_FAILED", "repo and repoHost: expected both of them, or neither");
  }
  const shared = sharedBy(queues);
  const wanted = repo === undefined || repoHost === undefined ? null : repositoryOf(repoHost, repo);
  if (wanted === null && repo !== undefined) return refused("VALIDATION_FAILED", "repo: expected owner/name");
  if (wanted === null && seesAll(caller)) return { ok: true, body: await shared.text.get() };
  if (wanted !== null && !maySee(caller, wanted)) return outsideItsRepositories(wanted);
  const all = await shared.queues.get();
  const chosen = all.filter(
    ({
      stored: {
        name: { repository },
      },
    }) =>
      wanted === null ? maySee(caller, repository) : repositoryKey(repository) === repositoryKey(wanted),
  );
  if (wanted !== null && chosen.length === 0 && !(await queues.forge.hasRepository(wanted))) {
    return noSuchRepository(wanted);
  }
  return { ok: true, body: await metricsText(chosen) };
}

function sharedBy(queues: Queues): Shared {
  const known = sharedOf.get(queues);
  if (known !== undefined) return known;
  const monotonic = () => queues.monotonic();
  const measured = new SharedWork(async () => measure(queues), restAfter, monotonic);
  const text = new SharedWork(async () => metricsText(await measured.get()), restAfter, monotonic);
  const shared = { queues: measured, text };
  sharedOf.set(queues, shared);
  return shared;
}

/** Limits the work to a tenth of the time, for any number of callers. */
export function restAfter(tookMs: number): number {
  return tookMs < QUICK_MS ? 0 : Math.min(tookMs * REST_PER_WORK, LONGEST_REST_MS);
}

async function measure(queues: Queues): Promise<readonly MeasuredQueue[]> {
  // Queues are read first: moves made in between are then included in the last hour.
  const all = await queues.list();
  const moves = await queues.store.movesSince(queues.now() - HOUR_MS, BOUNDS_MS);
  const byQueue = Map.groupBy(moves, ({ queueId }) => queueId);
  return all.map((stored) => ({ stored, lastHour: byQueue.get(stored.queue.id) ?? [] }));
}

/** A caller restricted to some repositories sees only those. */
function seesAll(caller: Caller): boolean {
  return caller.kind === "token" && caller.grant.repositories === null;
}

function maySee(caller: Caller, repository: Repository): boolean {
  return caller.kind === "token" && reaches(caller.grant, repository);
}

function repositoryOf(host: string, repo: string): Repository | null {
  const [owner, name, ...more] = repo.split("/");
  return !owner || !name || more.length > 0 ? null : { host, owner, name };
}
