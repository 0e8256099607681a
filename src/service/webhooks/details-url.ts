/** The web page of a pull request in its queue: the service's own where it has a public address, else the forge's. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";

export type DetailsUrl = (name: QueueName, pullRequest: PullRequestNumber) => string;

/** `publicUrl` without a slash at its end; null where the service has none. */
export function detailsUrl(
  publicUrl: string | null,
  forgeUrl: (repository: Repository, pullRequest: PullRequestNumber) => string,
): DetailsUrl {
  return ({ repository, targetBranch }, pullRequest) => {
    if (publicUrl === null) return forgeUrl(repository, pullRequest);
    const { host, owner, name } = repository;
    const path = [host, owner, name, "pull", String(pullRequest)].map(encodeURIComponent).join("/");
    return `${publicUrl}/${path}?branch=${encodeURIComponent(targetBranch)}`;
  };
}
