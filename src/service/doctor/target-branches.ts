/** Which branches of a repository are looked at: those of its queues, those that were named, else the default one. */
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { StoredQueue } from "../ports/queue-store.js";

export interface TargetBranch {
  readonly name: string;
  /** Null where there is no queue yet. */
  readonly queue: StoredQueue | null;
}

/** Resolves without the queues where the store cannot tell of them: it has a check of its own. */
export type TargetBranches = (
  repository: Repository,
  defaultBranch: string | null,
) => Promise<readonly TargetBranch[]>;

export function targetBranches(
  queues: () => Promise<readonly StoredQueue[]>,
  named: readonly string[],
): TargetBranches {
  return async (repository, defaultBranch) => {
    const key = repositoryKey(repository);
    const all = await queues().catch(() => []);
    const own = all.filter(({ name }) => repositoryKey(name.repository) === key);
    const wanted = [...new Set([...own.map(({ name }) => name.targetBranch), ...named])];
    const looked = wanted.length > 0 ? wanted : [defaultBranch].filter((name) => name !== null);
    return looked.map((name) => ({
      name,
      queue: own.find((queue) => queue.name.targetBranch === name) ?? null,
    }));
  };
}

/** The repository that a key of the settings names. */
export function repositoryOf(key: string): Repository {
  const [host = "", owner = "", name = ""] = key.split("/");
  return { host, owner, name };
}
