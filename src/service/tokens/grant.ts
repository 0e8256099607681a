/** What a caller may do, and where. */
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { SCOPES, type Scope } from "../../domain/scope.js";

export interface Grant {
  readonly scopes: readonly Scope[];
  /** Keys of repositories; null is every one. */
  readonly repositories: readonly string[] | null;
}

export const GRANT_OF_EVERYTHING: Grant = { scopes: SCOPES, repositories: null };

export function reaches({ repositories }: Grant, repository: Repository): boolean {
  return repositories === null || repositories.includes(repositoryKey(repository));
}
