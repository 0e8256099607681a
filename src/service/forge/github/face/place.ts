/** Where something is shown, and what everybody needs who shows it. */
import type { PullRequestNumber } from "../../../../domain/ids.js";
import type { Repository } from "../../../../domain/repository.js";
import type { GitHubCalls } from "../calls/github-calls.js";

export interface Place {
  readonly calls: GitHubCalls;
  readonly repository: Repository;
  readonly number: PullRequestNumber;
  /** The login under which what we write appears. */
  readonly self: () => Promise<string>;
}

/** Logins compare without regard to case. */
export function isSame(login: string, self: string): boolean {
  return self !== "" && login.toLowerCase() === self.toLowerCase();
}
