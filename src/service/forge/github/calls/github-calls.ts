/**
 * What the service needs of GitHub's REST API, whoever calls: the app (with an installation token per repository) or the
 * owner of a token. Answers are untrusted: whoever reads one checks it against a schema. Every call may fail with
 * `ForgeError`; it says whether trying again helps.
 */
import type { Repository } from "../../../../domain/repository.js";

/** Values for the `{names}` of a route, percent-encoded there; those that the route does not name are the query or the body. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface GitHubAnswer {
  /** 200 to 299, or one of those that the caller takes as an answer. */
  readonly status: number;
  /** Parsed JSON; null where there is none. */
  readonly body: unknown;
}

export interface GitHubCalls {
  /**
   * GET, below the repository: `/pulls/{number}`. What GitHub answers as unchanged comes from memory and costs nothing of
   * the rate limit. Null when there is no such thing (404, 410).
   */
  read(repository: Repository, route: string, parameters?: Parameters): Promise<unknown>;
  /** GET, all pages of a list in order; `under` names the member that holds it where the answer is not the list itself. */
  list(
    repository: Repository,
    route: string,
    parameters?: Parameters & { readonly under?: string },
  ): Promise<readonly unknown[]>;
  /**
   * Anything that changes something, or a GET of which GitHub's own words are wanted where it refuses. Statuses in `answers`
   * are for the caller to judge; other failures are thrown.
   */
  send(
    repository: Repository,
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    route: string,
    parameters?: Parameters,
    answers?: readonly number[],
  ): Promise<GitHubAnswer>;
  close(): Promise<void>;
}

/** With these nothing can be changed. */
export interface GitHubReads extends Pick<GitHubCalls, "read" | "list"> {
  send(
    repository: Repository,
    method: "GET",
    route: string,
    parameters?: Parameters,
    answers?: readonly number[],
  ): Promise<GitHubAnswer>;
}

/** GraphQL, for what REST has no way to ask for. */
export interface GitHubQueries {
  /**
   * A mutation counts as a write. What begins with `query` is tried again, as all reads are. The whole answer, whose
   * `errors` are for the caller to judge.
   */
  query(repository: Repository, query: string, variables: Parameters): Promise<unknown>;
}
