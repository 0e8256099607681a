/** The branches of a repository to check: its queues' target branches and the named ones, else the default branch. */
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { StoredQueue } from "../ports/queue-store.js";

export interface TargetBranch {
  readonly name: string;
  /** Null when the branch has no queue yet. */
  readonly queue: StoredQueue | null;
}

/** Resolves without the queues when the store cannot be read; the check of the store reports that. */
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
    const chosen = wanted.length > 0 ? wanted : [defaultBranch].filter((name) => name !== null);
    return chosen.map((name) => ({
      name,
      queue: own.find((queue) => queue.name.targetBranch === name) ?? null,
    }));
  };
}

/** Parses a repository key from the settings. */
export function repositoryOf(key: string): Repository {
  const [host = "", owner = "", name = ""] = key.split("/");
  return { host, owner, name };
}
