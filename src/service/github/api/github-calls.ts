/**
 * The calls to GitHub's API that the service needs, for an App (with an installation token per repository) and for a
 * personal token. Answers are untrusted: the caller checks each against a schema. Every call may throw `ForgeError`,
 * which states whether retrying helps.
 */
import type { Repository } from "../../../domain/repository.js";

/** Values for the `{names}` of a route, which are percent-encoded; the other values form the query or the body. */
export type Parameters = Readonly<Record<string, unknown>>;

export interface ListParameters {
  readonly under?: string;
  /** 1 to 100. */
  readonly pages?: number;
}

export interface GitHubAnswer {
  /** 200 to 299, or a status that the caller accepts as an answer. */
  readonly status: number;
  /** Parsed JSON; null: empty body. */
  readonly body: unknown;
}

export interface GitHubCalls {
  /**
   * GET, relative to the repository: `/pulls/{number}`. After a 304 the answer comes from the cache and costs no rate
   * limit. null: not found (404, 410).
   */
  read(repository: Repository, route: string, parameters?: Parameters): Promise<unknown>;
  /**
   * GET, all pages of a list in order; `under` names the member with the list where the answer is an object. Throws if
   * there are more than `pages`.
   */
  list(
    repository: Repository,
    route: string,
    parameters?: Parameters & ListParameters,
  ): Promise<readonly unknown[]>;
  /**
   * Any write, or a GET whose refusal the caller wants to read. The caller handles the statuses in `answers`; other
   * failures are thrown.
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

/** Read-only calls. */
export interface GitHubReads extends Pick<GitHubCalls, "read" | "list"> {
  send(
    repository: Repository,
    method: "GET",
    route: string,
    parameters?: Parameters,
    answers?: readonly number[],
  ): Promise<GitHubAnswer>;
}

/** Files that GitHub keeps on other servers. */
export interface GitHubFiles {
  /** The end of a text, such as a job's log, at most 64 KiB of it; null: not found (404, 410). */
  readEnd(repository: Repository, route: string, parameters?: Parameters): Promise<string | null>;
}

/** GraphQL, for data that REST does not offer. */
export interface GitHubQueries {
  /**
   * Text that begins with `query` is retried like all reads; a mutation counts as a write. Returns the whole answer;
   * the caller handles its `errors`.
   */
  query(repository: Repository, query: string, variables: Parameters): Promise<unknown>;
}

/** The same calls, with a check before each one that may change something: where it throws, nothing is sent. */
export function checkedCalls(calls: GitHubCalls, check: () => Promise<void>): GitHubCalls {
  return {
    read: async (...asked) => calls.read(...asked),
    list: async (...asked) => calls.list(...asked),
    send: async (repository, method, ...asked) => {
      if (method !== "GET") await check();
      return calls.send(repository, method, ...asked);
    },
    close: async () => calls.close(),
  };
}
