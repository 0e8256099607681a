/** As much of GitHub as people's wishes touch, in memory: pull requests, labels, permissions, comments and reactions. */
import type { PullRequestFacts } from "../../../src/domain/pull-request.js";
import type { Repository } from "../../../src/domain/repository.js";
import type { GitHubAnswer, GitHubCalls, Parameters } from "../../../src/service/github/api/github-calls.js";
import { ForgeError } from "../../../src/service/ports/world-error.js";
import { person, type SaidBy, timeAt } from "./github-events.js";

export interface HubPull {
  readonly author: string;
  readonly base: string;
  /** Where others stand on it. */
  readonly branch?: string;
  readonly isFork?: boolean;
  readonly headSha: string;
  readonly labels: readonly string[];
  /** In seconds after the beginning. */
  readonly updatedAt: number;
}

export interface HubComment extends SaidBy {
  readonly id: number;
  readonly number: number;
  readonly body: string;
  /** In seconds after the beginning, when it was changed. */
  readonly changedAt?: number;
  readonly isOnIssue?: boolean;
}

export interface HubTouch extends SaidBy {
  readonly event: "labeled" | "unlabeled";
  readonly number: number;
  readonly name: string;
}

export class SmallHub implements GitHubCalls {
  readonly pulls = new Map<number, HubPull>();
  readonly permissions = new Map<string, string>();
  /** `501 +1` */
  readonly reactions: string[] = [];
  /** Bodies, by pull request. */
  readonly comments: (readonly [pullRequest: number, body: string])[] = [];
  /** What people have said, which nobody need have heard of. */
  readonly said: HubComment[] = [];
  /** When they were made, by their commit. */
  readonly suites = new Map<string, readonly number[]>();
  /** When its branch came to a commit last, by the pull request: in seconds after the beginning. */
  readonly moves = new Map<number, { readonly to: string; readonly at: number }>();
  readonly touches: HubTouch[] = [];
  /** `GET /pulls/{pull_number}` */
  readonly asked: string[] = [];
  /** Called before each answer; what it throws is the answer. */
  before: (what: string) => Promise<void> = async () => Promise.resolve();
  /** The same after what was asked for has happened. */
  after: (what: string) => Promise<void> = async () => Promise.resolve();

  open({ number, author, baseBranch, headSha }: PullRequestFacts): void {
    this.pulls.set(number, { author, base: baseBranch, headSha, labels: [], updatedAt: 0 });
  }

  change(number: number, part: Partial<HubPull>): void {
    const pull = this.pulls.get(number);
    if (pull === undefined) throw new Error(`#${number} is not open`);
    this.pulls.set(number, { ...pull, ...part });
  }

  async read(_repository: Repository, route: string, parameters: Parameters = {}): Promise<unknown> {
    await this.#ask(`GET ${route}`);
    switch (route) {
      case "/pulls/{pull_number}":
        return this.#pull(Number(parameters["pull_number"]));
      case "/collaborators/{username}/permission": {
        const permission = this.permissions.get(String(parameters["username"]));
        return permission === undefined ? null : { permission, role_name: permission };
      }
      case "/activity":
        return this.#moves(String(parameters["ref"]));
      default:
        throw new ForgeError(`${route} is not known here`, false);
    }
  }

  async list(
    _repository: Repository,
    route: string,
    parameters: Parameters = {},
  ): Promise<readonly unknown[]> {
    await this.#ask(`GET ${route}`);
    if (route === "/issues/comments") return this.said.map(presentComment);
    if (route === "/pulls") return this.#from(String(parameters["head"]));
    if (route === "/issues") return this.#labelled(String(parameters["labels"]));
    if (route.endsWith("/check-suites")) {
      const seconds = this.suites.get(String(parameters["ref"])) ?? [];
      return seconds.map((at) => ({ created_at: timeAt(at) }));
    }
    if (route.endsWith("/events")) {
      const { issue_number } = parameters;
      return this.touches.filter(({ number }) => number === issue_number).map(presentTouch);
    }
    return this.comments
      .filter(([number]) => number === parameters["issue_number"])
      .map(([, body]) => ({ body }));
  }

  async send(
    _repository: Repository,
    method: string,
    route: string,
    parameters: Parameters = {},
  ): Promise<GitHubAnswer> {
    await this.#ask(`${method} ${route}`);
    if (route.endsWith("/reactions")) {
      const reaction = `${String(parameters["comment_id"])} ${String(parameters["content"])}`;
      if (!this.reactions.includes(reaction)) this.reactions.push(reaction);
    } else this.comments.push([Number(parameters["issue_number"]), String(parameters["body"])]);
    await this.after(`${method} ${route}`);
    return { status: 201, body: {} };
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }

  async #ask(what: string): Promise<void> {
    this.asked.push(what);
    await this.before(what);
  }

  #moves(ref: string): readonly unknown[] {
    const isFrom = ([number, pull]: readonly [number, HubPull]) =>
      pull.isFork !== true && ref === `refs/heads/${branchOf(number, pull)}`;
    const moves = [...this.pulls].filter(isFrom).flatMap(([number]) => this.moves.get(number) ?? []);
    return moves.map(({ to, at }) => ({ after: to, timestamp: timeAt(at) }));
  }

  #labelled(label: string): readonly unknown[] {
    const isLabelled = ([, { labels }]: readonly [number, HubPull]) => labels.includes(label);
    return [...this.pulls].filter(isLabelled).map(([number, { updatedAt }]) => ({
      number,
      updated_at: timeAt(updatedAt),
      pull_request: { url: "" },
    }));
  }

  #from(head: string): readonly unknown[] {
    return [...this.pulls].flatMap(([number, { branch, base }]) => {
      if (branch === undefined || !head.endsWith(`:${branch}`)) return [];
      const [from, onto] = [branch, base].map((ref) => ({ ref, sha: "", repo: { id: 1 } }));
      return [{ number, title: "", state: "open", head: from, base: onto }];
    });
  }

  #pull(number: number): unknown {
    const pull = this.pulls.get(number);
    if (pull === undefined) return null;
    return {
      number,
      updated_at: timeAt(pull.updatedAt),
      base: { ref: pull.base, repo: { id: 1 } },
      head: { sha: pull.headSha, ref: branchOf(number, pull), repo: { id: pull.isFork === true ? 2 : 1 } },
      user: { login: pull.author },
      labels: pull.labels.map((name) => ({ id: 1, name })),
    };
  }
}

function branchOf(number: number, { branch = `change-${number}` }: HubPull): string {
  return branch;
}

function presentComment({ id, number, body, isOnIssue = false, changedAt, ...by }: HubComment): unknown {
  return {
    id,
    body,
    user: person(by),
    created_at: timeAt(by.at ?? 0),
    updated_at: timeAt(changedAt ?? by.at ?? 0),
    html_url: `https://github.com/octo/mono/${isOnIssue ? "issues" : "pull"}/${number}#issuecomment-${id}`,
  };
}

function presentTouch({ event, name, at = 0, ...by }: HubTouch): unknown {
  return { id: at, event, created_at: timeAt(at), actor: person(by), label: { name, color: "fff" } };
}
