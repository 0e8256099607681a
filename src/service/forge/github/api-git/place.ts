/** One repository as the parts of git without a clone see it. */
import type { Repository } from "../../../../domain/repository.js";
import type { GitHubCalls, GitHubQueries } from "../calls/github-calls.js";

export interface Place {
  readonly calls: GitHubCalls & GitHubQueries;
  readonly repository: Repository;
}
