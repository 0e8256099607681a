/** Asks GitHub whether it keeps a repository from the service, or has it under another name now. */
import { type Repository, repositoryName } from "../../../domain/repository.js";
import { archived } from "../../git/archived.js";
import { RepositoryUnavailable } from "../../ports/world-error.js";
import { read, repositoryAnswer } from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";
import type { RepositoryNames } from "../api/repository-names.js";

/** A suspended or removed installation already fails the call, which also learns a new name. */
export async function requireAvailable(
  { calls, names }: { readonly calls: Pick<GitHubCalls, "read">; readonly names?: RepositoryNames },
  repository: Repository,
): Promise<void> {
  const nameBefore = repositoryName(names?.present(repository) ?? repository);
  const answer = await calls.read(repository, "");
  const { archived: isArchived } = read(repositoryAnswer, answer ?? {}, "the repository");
  if (isArchived === true) throw archived(repositoryName(repository));
  const name = repositoryName(names?.present(repository) ?? repository);
  if (name.toLowerCase() === nameBefore.toLowerCase()) return;
  const text = `${repositoryName(repository)} is now ${name} on GitHub; its queue goes on under the name of the settings`;
  throw new RepositoryUnavailable("renamed", text);
}
