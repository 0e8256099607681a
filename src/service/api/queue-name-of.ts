/** The queue a request speaks of. What no forge would take for a name is refused before anybody acts on it. */
import { branchNameProblem } from "../../domain/branch-name.js";
import type { QueueName } from "../../domain/queue-name.js";
import { type Repository, repositoryProblem } from "../../domain/repository.js";

export interface OnQueue {
  readonly repo: Repository;
  readonly targetBranch: string;
}

export type QueueNameOutcome =
  | { readonly ok: true; readonly name: QueueName }
  | { readonly ok: false; readonly problem: string };

export function queueNameOf({ repo, targetBranch }: OnQueue): QueueNameOutcome {
  const problem = repositoryProblem(repo);
  if (problem !== null) return { ok: false, problem: `repo.${problem}` };
  const branchProblem = branchNameProblem(targetBranch);
  if (branchProblem !== null) {
    return { ok: false, problem: `targetBranch: not the name of a branch, it ${branchProblem}` };
  }
  const { host, owner, name } = repo;
  return { ok: true, name: { repository: { host, owner, name }, targetBranch } };
}
