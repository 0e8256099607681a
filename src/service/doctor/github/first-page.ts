/** The newest entries of a list that may be long; empty where there is no such list. */
import type { Repository } from "../../../domain/repository.js";
import { PER_PAGE } from "../../forge/github/calls/call-limits.js";
import type { GitHubReads, Parameters } from "../../forge/github/calls/github-calls.js";
import { valueAt } from "../../forge/github/face/answers.js";

/** `under` names the member that holds the list where the answer is not the list itself. */
export async function firstPage(
  calls: GitHubReads,
  repository: Repository,
  route: string,
  parameters: Parameters,
  ...under: readonly string[]
): Promise<readonly unknown[]> {
  const answer = await calls.read(repository, route, { ...parameters, per_page: PER_PAGE });
  const found = valueAt(answer, ...under);
  return isList(found) ? found : [];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
