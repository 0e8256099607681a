/** The queue a request speaks of. What no forge would take for a name is refused before anybody acts on it. */
import { branchNameProblem } from "../../domain/branch-name.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";

export interface OnQueue {
  readonly repo: Repository;
  readonly targetBranch: string;
}

export type QueueNameOutcome =
  | { readonly ok: true; readonly name: QueueName }
  | { readonly ok: false; readonly problem: string };

/** The size of a host name; no forge has longer names of owners or repositories. */
const MAX_LENGTH = 253;
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$/i;
const PATH_SEGMENT = /^[\w.-]+$/;

export function queueNameOf({ repo, targetBranch }: OnQueue): QueueNameOutcome {
  const problem = repositoryProblem(repo);
  if (problem !== null) return { ok: false, problem };
  const branchProblem = branchNameProblem(targetBranch);
  if (branchProblem !== null) {
    return { ok: false, problem: `targetBranch: not the name of a branch, it ${branchProblem}` };
  }
  const { host, owner, name } = repo;
  return { ok: true, name: { repository: { host, owner, name }, targetBranch } };
}

/** Says which part cannot be part of a repository's name; null when all can. */
function repositoryProblem({ host, owner, name }: Repository): string | null {
  if (host.length > MAX_LENGTH || !HOST.test(host))
    return "repo.host: expected a host name, such as github.com";
  if (!isPathSegment(owner)) return "repo.owner: expected letters, digits, dots, hyphens and underscores";
  if (!isPathSegment(name)) return "repo.name: expected letters, digits, dots, hyphens and underscores";
  return null;
}

function isPathSegment(text: string): boolean {
  return text.length <= MAX_LENGTH && PATH_SEGMENT.test(text) && text !== "." && text !== "..";
}
