/** The addresses of the pages. Every part of a name is encoded, and a name that no code host accepts has no page. */
import { branchNameProblem } from "../../domain/branch-name.js";
import { isPullRequestNumber, type PullRequestNumber, type TestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import { type Repository, repositoryProblem } from "../../domain/repository.js";
import { GITHUB_SIGN_IN_PATH } from "../ports/account-host.js";

export class Addresses {
  /** The path of the public address, without a slash at its end: a proxy may serve the pages below it. */
  readonly base: string;

  constructor(publicUrl: string | null) {
    this.base = publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
  }

  get home(): string {
    return `${this.base}/`;
  }

  get signOut(): string {
    return `${this.base}/sign-out`;
  }

  /** `next` is the path of the page to return to. */
  signIn(next?: string): string {
    const query = next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
    return `${this.base}/sign-in${query}`;
  }

  /** Leads to the code host. */
  signInWithGitHub(next: string): string {
    return `${this.base}${GITHUB_SIGN_IN_PATH}?next=${encodeURIComponent(next)}`;
  }

  asset(name: string, version: string): string {
    return `${this.base}/assets/${name}?v=${version}`;
  }

  queue({ repository, targetBranch }: QueueName, more: Readonly<Record<string, string>> = {}): string {
    return `${this.#repository(repository)}/queue?${queryOf({ branch: targetBranch, ...more })}`;
  }

  history({ repository, targetBranch }: QueueName, more: Readonly<Record<string, string>> = {}): string {
    return `${this.#repository(repository)}/history?${queryOf({ branch: targetBranch, ...more })}`;
  }

  insights({ repository, targetBranch }: QueueName, more: Readonly<Record<string, string>> = {}): string {
    return `${this.#repository(repository)}/insights?${queryOf({ branch: targetBranch, ...more })}`;
  }

  log({ repository, targetBranch }: QueueName, more: Readonly<Record<string, string>> = {}): string {
    return `${this.#repository(repository)}/log?${queryOf({ branch: targetBranch, ...more })}`;
  }

  landings({ repository, targetBranch }: QueueName, more: Readonly<Record<string, string>> = {}): string {
    return `${this.#repository(repository)}/landings?${queryOf({ branch: targetBranch, ...more })}`;
  }

  settings({ repository, targetBranch }: QueueName, more: Readonly<Record<string, string>> = {}): string {
    return `${this.#repository(repository)}/settings?${queryOf({ branch: targetBranch, ...more })}`;
  }

  csv(
    page: "history" | "insights",
    { repository, targetBranch }: QueueName,
    more: Readonly<Record<string, string>>,
  ): string {
    return `${this.#repository(repository)}/${page}.csv?${queryOf({ branch: targetBranch, ...more })}`;
  }

  pullRequest({ repository, targetBranch }: QueueName, number: number): string {
    return `${this.#repository(repository)}/pull/${number}?${queryOf({ branch: targetBranch })}`;
  }

  /** A test run on the page of a pull request. */
  run(name: QueueName, number: number, run: TestRunId): string {
    return `${this.pullRequest(name, number)}#${runAnchor(run)}`;
  }

  /** The whole output of a test run of a pull request. */
  output({ repository, targetBranch }: QueueName, number: number, run: TestRunId): string {
    return `${this.#repository(repository)}/pull/${number}/output/${run}?${queryOf({ branch: targetBranch })}`;
  }

  pullRequestJson({ repository, targetBranch }: QueueName, number: number): string {
    return `${this.#repository(repository)}/pull/${number}.json?${queryOf({ branch: targetBranch })}`;
  }

  /** Where a form posts an action on a pull request. */
  pullRequestAction({ repository, targetBranch }: QueueName, number: number, action: string): string {
    return `${this.#repository(repository)}/pull/${number}/${action}?${queryOf({ branch: targetBranch })}`;
  }

  queueAction({ repository, targetBranch }: QueueName, action: string): string {
    return `${this.#repository(repository)}/queue/${action}?${queryOf({ branch: targetBranch })}`;
  }

  /** `since` identifies the state that the page shows, so that a change before the stream opens is not missed. */
  events({ repository, targetBranch }: QueueName, since: string): string {
    const { host, owner, name } = repository;
    const parts = { repoHost: host, repo: `${owner}/${name}`, targetBranch, since };
    return `${this.base}/v1/events?${queryOf(parts)}`;
  }

  /** The stream of an open queue page; `more` has the query of the page, and as `since` the state that it shows. */
  liveQueue({ repository, targetBranch }: QueueName, more: Readonly<Record<string, string>>): string {
    return `${this.#repository(repository)}/queue/live?${queryOf({ branch: targetBranch, ...more })}`;
  }

  #repository({ host, owner, name }: Repository): string {
    return `${this.base}/${[host, owner, name].map(encodeURIComponent).join("/")}`;
  }
}

/** The id of a run's panel on the page of a pull request. */
export function runAnchor(run: TestRunId): string {
  return `run-${run}`;
}

function queryOf(parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

/** null for a name that no code host accepts. */
export function repositoryOf(host: string, owner: string, name: string): Repository | null {
  const repository = { host, owner, name };
  return repositoryProblem(repository) === null ? repository : null;
}

export function isBranch(text: string): boolean {
  return branchNameProblem(text) === null;
}

/** null for a text that is not the number of a pull request. */
export function pullRequestOf(text: string): PullRequestNumber | null {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return isPullRequestNumber(number) ? number : null;
}

/** A path of this service; every other text leads to the first page. A browser reads `//host` and `/\host` as a host. */
export function safeNext(text: string | undefined, home: string): string {
  if (text === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return home;
  return text.startsWith(home) ? text : home;
}
