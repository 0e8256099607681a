/** Requests to GitHub that several checks need, each made once. If one fails, the dependent checks report only that. */
import * as z from "zod/mini";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { wordsOf } from "../../github/api/call-failure.js";
import type { AuthorizedCalls } from "../../github/api/create-github-calls.js";
import type { GitHubReads } from "../../github/api/github-calls.js";
import type { GitHubAccess } from "../../github/api/installation-tokens.js";
import { appSignature } from "../../github/api/installation-tokens.js";
import type { Answer } from "../../github/api/one-request.js";
import { RestsOn } from "../finding.js";

export const API_CHECK = "GitHub API";
export const IDENTITY_CHECK = "GitHub credentials";

const grants = z.record(z.string(), z.string());

const appAnswer = z.object({
  slug: z.string(),
  client_id: z.optional(z.string()),
  permissions: z.optional(grants),
  events: z.optional(z.array(z.string())),
});
export type AppAnswer = z.infer<typeof appAnswer>;

const installationAnswer = z.object({
  id: z.number(),
  suspended_at: z.nullish(z.string()),
  permissions: z.optional(grants),
  events: z.optional(z.array(z.string())),
});
export type InstallationAnswer = z.infer<typeof installationAnswer>;

const repositoryAnswer = z.object({
  default_branch: z.string(),
  archived: z.optional(z.boolean()),
  disabled: z.optional(z.boolean()),
  private: z.optional(z.boolean()),
  allow_forking: z.optional(z.boolean()),
  allow_auto_merge: z.optional(z.boolean()),
  permissions: z.optional(z.object({ push: z.optional(z.boolean()) })),
  allow_squash_merge: z.optional(z.boolean()),
  allow_merge_commit: z.optional(z.boolean()),
  allow_rebase_merge: z.optional(z.boolean()),
});
export type RepositoryAnswer = z.infer<typeof repositoryAnswer>;

export interface PlainAnswer extends Answer {
  /** How far GitHub's clock is ahead of this machine's, to the second; null when the answer has no date. */
  readonly clockAheadMs: number | null;
}

/** An answer and its parsed body; null when it failed or has another shape. */
export interface Told<Body> {
  readonly answer: PlainAnswer;
  readonly body: Body | null;
}

type ReadingCalls = GitHubReads & Pick<AuthorizedCalls, "ask" | "query" | "token">;

export class Questions {
  readonly access: GitHubAccess;
  /** The service's own calls to GitHub, restricted to reading. */
  readonly calls: ReadingCalls;
  readonly #installations = new Map<string, Promise<Told<InstallationAnswer>>>();
  readonly #repositories = new Map<string, Promise<Told<RepositoryAnswer>>>();
  /** A request without credentials. */
  readonly hello: () => Promise<PlainAnswer>;
  readonly app: () => Promise<Told<AppAnswer>>;
  readonly #signature: () => Promise<string>;

  constructor(access: GitHubAccess, calls: ReadingCalls) {
    this.access = access;
    this.calls = calls;
    this.#signature = access.kind === "app" ? appSignature(access) : async () => Promise.resolve("");
    this.hello = once(() => this.#ask("/meta", null));
    this.app = once(async () => told(appAnswer, await this.asApp("/app")));
  }

  installation(repository: Repository): Promise<Told<InstallationAnswer>> {
    return known(this.#installations, repositoryKey(repository), async () =>
      told(installationAnswer, await this.asApp(`${pathOf(repository)}/installation`)),
    );
  }

  repository(repository: Repository): Promise<Told<RepositoryAnswer>> {
    return known(this.#repositories, repositoryKey(repository), async () =>
      told(repositoryAnswer, await this.of(repository, "")),
    );
  }

  async asApp(path: string): Promise<PlainAnswer> {
    return await this.#ask(path, await this.#signature());
  }

  /** Asks about a token as the client of an App. */
  async asClient(clientId: string, clientSecret: string, token: string): Promise<PlainAnswer> {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    return await this.#ask(`/applications/${encodeURIComponent(clientId)}/token`, `Basic ${basic}`, {
      access_token: token,
    });
  }

  /** Requests a path of the repository with the service's credentials. */
  async of(repository: Repository, path: string): Promise<PlainAnswer> {
    return await this.as(repository, pathOf(repository) + path);
  }

  /** Requests any path with the token for the repository. */
  async as(repository: Repository, path: string): Promise<PlainAnswer> {
    return await this.#ask(path, `token ${await this.token(repository)}`);
  }

  async token(repository: Repository): Promise<string> {
    if (this.access.kind === "token") return this.access.token;
    const { body } = await this.installation(repository);
    if (body === null || isSuspended(body)) throw new RestsOn(repositoryCheckName(repository));
    return await this.calls.token(repository);
  }

  async #ask(path: string, authorization: string | null, body?: object): Promise<PlainAnswer> {
    const sentAt = Date.now();
    const answer = await this.calls.ask(path, authorization, body);
    const middle = (sentAt + Date.now()) / 2;
    const date = Date.parse(String(answer.headers["date"] ?? ""));
    // The header has whole seconds only, so half a second is added.
    const aheadMs = Math.round((date + 500 - middle) / 1000) * 1000;
    return { ...answer, clockAheadMs: Number.isNaN(date) ? null : aheadMs };
  }
}

export function once<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | null = null;
  return () => (asked ??= ask());
}

function known<Result>(
  kept: Map<string, Promise<Result>>,
  key: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  const result = kept.get(key) ?? ask();
  kept.set(key, result);
  return result;
}

export function repositoryCheckName(repository: Repository): string {
  return `repository ${repositoryKey(repository)}`;
}

export function isSuspended({ suspended_at: at }: InstallationAnswer): boolean {
  return at !== null && at !== undefined;
}

export function told<Body>(schema: z.ZodMiniType<Body>, answer: PlainAnswer): Told<Body> {
  const read = answer.status < 300 ? schema.safeParse(answer.data) : null;
  return { answer, body: read?.success === true ? read.data : null };
}

/** Describes GitHub's answer in a sentence. */
export function statusWords({ status, data }: Answer): string {
  const words = wordsOf(data);
  return words === "" ? `GitHub answered with ${status}` : `GitHub answered with ${status}: ${words}`;
}

function pathOf({ owner, name }: Repository): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
