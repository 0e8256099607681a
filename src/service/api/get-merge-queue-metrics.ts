/** The metrics of all queues, or of one repository's. */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { Queues } from "../loop/queues.js";
import { type Outcome, refused, type Service } from "./handler.js";
import { type MeasuredQueue, metricsText } from "./metrics.js";
import { DURATION_BUCKETS } from "./queue-metrics.js";
import { Rested } from "./rested.js";

const HOUR_MS = 3_600_000;

const BOUNDS_MS = DURATION_BUCKETS.map((seconds) => seconds * 1000);

/** What is expensive when there are many queues, for whoever asks at the same time. */
interface Shared {
  readonly queues: Rested<readonly MeasuredQueue[]>;
  readonly text: Rested<string>;
}

const sharedOf = new WeakMap<Queues, Shared>();

export async function getMergeQueueMetrics(
  { repo, repoHost }: CheckedRequestOf<"getMergeQueueMetrics">,
  { queues }: Service,
): Promise<Outcome<"getMergeQueueMetrics">> {
  if ((repo === undefined) !== (repoHost === undefined)) {
    return refused("VALIDATION_FAILED", "repo and repoHost: expected both of them, or neither");
  }
  const shared = sharedBy(queues);
  if (repo === undefined || repoHost === undefined) return { ok: true, body: await shared.text.get() };
  const repository = repositoryOf(repoHost, repo);
  if (repository === null) return refused("VALIDATION_FAILED", "repo: expected owner/name");
  const key = repositoryKey(repository);
  const all = await shared.queues.get();
  const chosen = all.filter(({ stored }) => repositoryKey(stored.name.repository) === key);
  if (chosen.length === 0 && !(await queues.forge.hasRepository(repository))) {
    return refused("REPOSITORY_NOT_FOUND", `this service does not serve ${key}`);
  }
  return { ok: true, body: await metricsText(chosen) };
}

function sharedBy(queues: Queues): Shared {
  const known = sharedOf.get(queues);
  if (known !== undefined) return known;
  const measured = new Rested(async () => measure(queues));
  const shared = { queues: measured, text: new Rested(async () => metricsText(await measured.get())) };
  sharedOf.set(queues, shared);
  return shared;
}

async function measure(queues: Queues): Promise<readonly MeasuredQueue[]> {
  // The queues first: what they did meanwhile is in the hour, and none of it is lost.
  const all = await queues.list();
  const moves = await queues.store.movesSince(queues.now() - HOUR_MS, BOUNDS_MS);
  const byQueue = Map.groupBy(moves, ({ queueId }) => queueId);
  return all.map((stored) => ({ stored, lastHour: byQueue.get(stored.queue.id) ?? [] }));
}

function repositoryOf(host: string, repo: string): Repository | null {
  const [owner, name, ...more] = repo.split("/");
  return !owner || !name || more.length > 0 ? null : { host, owner, name };
}
