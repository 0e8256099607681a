/** A repository as the API names it, and the one spelling under which two names are the same. */

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

/** `owner/name` as it was written, for people and for metrics. */
export function repositoryName(repository: Repository): string {
  return `${repository.owner}/${repository.name}`;
}
