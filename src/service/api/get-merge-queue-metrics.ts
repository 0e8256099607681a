/** The metrics of all queues, or of one repository's. */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { StoredQueue } from "../ports/queue-store.js";
import { type Outcome, refused, type Service } from "./handler.js";
import { metricsText } from "./metrics.js";

const HOUR_MS = 3_600_000;

export async function getMergeQueueMetrics(
  { repo, repoHost }: CheckedRequestOf<"getMergeQueueMetrics">,
  { queues }: Service,
): Promise<Outcome<"getMergeQueueMetrics">> {
  if ((repo === undefined) !== (repoHost === undefined)) {
    return refused("VALIDATION_FAILED", "repo and repoHost: expected both of them, or neither");
  }
  let chosen = await queues.list();
  if (repo !== undefined && repoHost !== undefined) {
    const repository = repositoryOf(repoHost, repo);
    if (repository === null) return refused("VALIDATION_FAILED", "repo: expected owner/name");
    chosen = chosen.filter(({ name }) => repositoryKey(name.repository) === repositoryKey(repository));
    if (chosen.length === 0 && !(await queues.forge.hasRepository(repository))) {
      return refused("REPOSITORY_NOT_FOUND", `this service does not serve ${repositoryKey(repository)}`);
    }
  }
  const since = queues.now() - HOUR_MS;
  const measured = chosen.map(async (stored: StoredQueue) => ({
    stored,
    lastHour: await queues.store.recentActivity(stored.queue.id, since),
  }));
  return { ok: true, body: await metricsText(await Promise.all(measured)) };
}

function repositoryOf(host: string, repo: string): Repository | null {
  const [owner, name, ...more] = repo.split("/");
  return !owner || !name || more.length > 0 ? null : { host, owner, name };
}
