/** As much of GitHub as people's wishes touch, in memory: pull requests, labels, permissions, comments and reactions. */
import type { PullRequestFacts } from "../../../src/domain/pull-request.js";
import type { Repository } from "../../../src/domain/repository.js";
import type {
  GitHubAnswer,
  GitHubCalls,
  Parameters,
} from "../../../src/service/forge/github/calls/github-calls.js";
import { ForgeError } from "../../../src/service/ports/world-error.js";
import { timeAt } from "./github-events.js";

export interface HubPull {
  readonly author: string;
  readonly base: string;
  readonly labels: readonly string[];
  /** In seconds after the beginning. */
  readonly updatedAt: number;
}

export class SmallHub implements GitHubCalls {
  readonly pulls = new Map<number, HubPull>();
  readonly permissions = new Map<string, string>();
  /** `501 +1` */
  readonly reactions: string[] = [];
  /** Bodies, by pull request. */
  readonly comments: (readonly [pullRequest: number, body: string])[] = [];
  /** `GET /pulls/{pull_number}` */
  readonly asked: string[] = [];
  /** Called before each answer; what it throws is the answer. */
  before: (what: string) => Promise<void> = async () => Promise.resolve();
  /** The same after what was asked for has happened. */
  after: (what: string) => Promise<void> = async () => Promise.resolve();

  open({ number, author, baseBranch }: PullRequestFacts): void {
    this.pulls.set(number, { author, base: baseBranch, labels: [], updatedAt: 0 });
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

  #pull(number: number): unknown {
    const pull = this.pulls.get(number);
    if (pull === undefined) return null;
    return {
      number,
      updated_at: timeAt(pull.updatedAt),
      base: { ref: pull.base },
      user: { login: pull.author },
      labels: pull.labels.map((name) => ({ id: 1, name })),
    };
  }
}
