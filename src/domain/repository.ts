/** A repository as the API names it, and the key by which two names compare. */

export interface Repository {
  /** Host name of the forge, such as `github.com`. */
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** `host/owner/name` in lower case: host, owner and name compare without regard to case. */
export function repositoryKey(repository: Repository): string {
  return `${repository.host}/${repository.owner}/${repository.name}`.toLowerCase();
}

/** `owner/name` in its original spelling, for people and metrics. */
export function repositoryName(repository: Repository): string {
  return `${repository.owner}/${repository.name}`;
}

/** The longest host name; no forge allows longer names of owners or repositories. */
const MAX_LENGTH = 253;
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$/i;
const PATH_SEGMENT = /^[\w.-]+$/;

/** The first invalid part and what is expected instead; null: all are valid. */
export function repositoryProblem({ host, owner, name }: Repository): string | null {
  if (host.length > MAX_LENGTH || !HOST.test(host)) return "host: expected a host name, such as github.com";
  if (!isPathSegment(owner)) return "owner: expected letters, digits, dots, hyphens and underscores";
  if (!isPathSegment(name)) return "name: expected letters, digits, dots, hyphens and underscores";
  return null;
}

function isPathSegment(text: string): boolean {
  return text.length <= MAX_LENGTH && PATH_SEGMENT.test(text) && text !== "." && text !== "..";
}
