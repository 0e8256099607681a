/** The metrics of all queues, or of one repository's: those that the caller's token reaches. */
import type { CheckedRequestOf } from "../../contract/endpoints.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { StoredQueue } from "../ports/queue-store.js";
import { reaches } from "../tokens/grant.js";
import type { AuthRefusal, Caller } from "./auth.js";
import { type Outcome, refused, type Service } from "./handler.js";
import { metricsText } from "./metrics.js";
import { outsideItsRepositories } from "./permission.js";

const HOUR_MS = 3_600_000;

export async function getMergeQueueMetrics(
  { repo, repoHost }: CheckedRequestOf<"getMergeQueueMetrics">,
  { queues }: Service,
  caller: Caller,
): Promise<Outcome<"getMergeQueueMetrics"> | AuthRefusal> {
  if ((repo === undefined) !== (repoHost === undefined)) {
    return refused("VALIDATION_FAILED", "repo and repoHost: expected both of them, or neither");
  }
  const wanted = repo === undefined || repoHost === undefined ? null : repositoryOf(repoHost, repo);
  if (wanted === null && repo !== undefined) return refused("VALIDATION_FAILED", "repo: expected owner/name");
  if (wanted !== null && !maySee(caller, wanted)) return outsideItsRepositories(wanted);
  const all = await queues.list();
  const chosen = all.filter(({ name: { repository } }) =>
    wanted === null ? maySee(caller, repository) : repositoryKey(repository) === repositoryKey(wanted),
  );
  if (wanted !== null && chosen.length === 0 && !(await queues.forge.hasRepository(wanted))) {
    return refused("REPOSITORY_NOT_FOUND", `this service does not serve ${repositoryKey(wanted)}`);
  }
  const since = queues.now() - HOUR_MS;
  const measured = chosen.map(async (stored: StoredQueue) => ({
    stored,
    lastHour: await queues.store.recentActivity(stored.queue.id, since),
  }));
  return { ok: true, body: await metricsText(await Promise.all(measured)) };
}

function maySee(caller: Caller, repository: Repository): boolean {
  return caller.kind === "token" && reaches(caller.grant, repository);
}

function repositoryOf(host: string, repo: string): Repository | null {
  const [owner, name, ...more] = repo.split("/");
  return !owner || !name || more.length > 0 ? null : { host, owner, name };
}
