/** Recognizes GitHub's refusal to write to an archived repository, in git's output and in answers of the API. */
import { RepositoryUnavailable } from "../ports/world-error.js";

/** GitHub's messages differ by one word. */
const ARCHIVED = /\brepository was archived so (?:it )?is read-only\b/i;

export function archivedBy(words: string, repository: string): RepositoryUnavailable | null {
  return ARCHIVED.test(words) ? archived(repository) : null;
}

export function archived(repository: string): RepositoryUnavailable {
  const text = `${repository} is archived on the code host, so it is read-only: unarchive it, or cancel its pull requests and delete its queues`;
  return new RepositoryUnavailable("archived", text);
}
