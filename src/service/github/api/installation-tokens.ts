/**
 * Installation tokens of an App, one per repository. A token is requested when first needed and renewed before it
 * expires; concurrent callers share one request.
 */
import { createAppAuth } from "@octokit/auth-app";
import * as z from "zod/mini";
import { type Repository, repositoryKey, repositoryName } from "../../../domain/repository.js";
import { ForgeError, RepositoryUnavailable } from "../../ports/world-error.js";
import { SingleFlight } from "../../work/shared-work.js";
import { read, readAll } from "./answers.js";
import { suspended, wordsOf } from "./call-failure.js";
import type { RepositoryNames } from "./repository-names.js";

/** One call with the App's JWT, or another header, instead of the repository's token; null: not found. */
export type AppCall = (
  repository: Repository,
  method: string,
  route: string,
  values: Readonly<Record<string, unknown>>,
  signature: string,
) => Promise<{ readonly status: number; readonly data: unknown } | null>;

export interface App {
  readonly appId: string;
  readonly privateKey: string;
}

interface Held {
  readonly token: string;
  /** In monotonic milliseconds, like `freshUntil`. */
  readonly renewAt: number;
  readonly freshUntil: number;
  /** Slug of the App. */
  readonly slug: string | undefined;
}

const installation = z.object({
  id: z.number(),
  app_slug: z.optional(z.string()),
  suspended_at: z.nullish(z.string()),
});
type Installation = z.infer<typeof installation>;

const namedRepository = z.object({
  id: z.number(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
});
const grant = z.object({
  /** Present if the token was asked for some repositories only. */
  repositories: z.optional(z.array(namedRepository)),
  token: z.string().check(z.minLength(1)),
  expires_at: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
});

interface Given {
  readonly token: string;
  readonly expiresAt: string;
  readonly slug: string | undefined;
}

function isSuspended({ suspended_at: since }: Installation): boolean {
  return since !== null && since !== undefined;
}

/** A private App has one, or one for each organization of an enterprise. */
const MOST_INSTALLATIONS = 30;
const FRESH_MS = 5000;
const RENEWED_BEFORE_MS = 5 * 60_000;
/** GitHub's tokens are valid for an hour; a local clock that is behind would make it seem longer. */
const LONGEST_LIFE_MS = 60 * 60_000;

/** Creates the header with the App's JWT, valid for a few minutes. Throws if the private key is invalid. */
export function appSignature({ appId, privateKey }: App): () => Promise<string> {
  const sign = createAppAuth({ appId, privateKey });
  return async () => {
    try {
      return `bearer ${(await sign({ type: "app" })).token}`;
    } catch (error) {
      // The library's message may contain parts of the key.
      throw new ForgeError(
        `the App's private key cannot be used (${error instanceof Error ? error.name : "unknown failure"}): expected ` +
          "the complete, unchanged PEM file from GitHub",
        false,
      );
    }
  };
}

export type GitHubAccess =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "app"; readonly appId: string; readonly privateKey: string };

export interface Credentials {
  /** A token for this repository that remains valid for a while. */
  token(repository: Repository): Promise<string>;
  /** Whether the token is so new that some of GitHub's servers may still reject it. */
  isFresh(repository: Repository, token: string): boolean;
  /** Reports that GitHub rejected the token. True: a retry may get another token. */
  turnedDown(repository: Repository, token: string): boolean;
  /** The account that GitHub shows as the author of what the service writes there. */
  login(repository: Repository): Promise<string>;
}

export class InstallationTokens implements Credentials {
  readonly #app: App;
  readonly #call: AppCall;
  readonly #names: RepositoryNames;
  readonly #authorization: () => Promise<string>;
  readonly #held = new Map<string, Held>();
  readonly #renewals = new SingleFlight<Held>();

  constructor(app: App, names: RepositoryNames, call: AppCall) {
    this.#names = names;
    this.#app = app;
    this.#call = call;
    this.#authorization = appSignature(app);
  }

  async token(repository: Repository): Promise<string> {
    return (await this.#hold(repository)).token;
  }

  async login(repository: Repository): Promise<string> {
    const { slug } = await this.#hold(repository);
    if (slug === undefined)
      throw new ForgeError(`GitHub did not return the name of the App ${this.#app.appId}`, true);
    return `${slug}[bot]`;
  }

  isFresh(repository: Repository, token: string): boolean {
    const known = this.#held.get(repositoryKey(repository));
    return known?.token === token && performance.now() < known.freshUntil;
  }

  turnedDown(repository: Repository, token: string): boolean {
    const key = repositoryKey(repository);
    // A concurrent renewal may have stored a new token already.
    if (this.#held.get(key)?.token === token) this.#held.delete(key);
    return true;
  }

  async #hold(repository: Repository): Promise<Held> {
    const key = repositoryKey(repository);
    const known = this.#held.get(key);
    if (known !== undefined && performance.now() < known.renewAt) return known;
    const fresh = await this.#renewals.run(key, async () => this.#renew(repository));
    this.#held.set(key, fresh);
    return fresh;
  }

  async #renew(repository: Repository): Promise<Held> {
    const named = await this.#installationOn(repository);
    if (named !== null && isSuspended(named)) throw suspended(repository);
    const ofName = named === null ? null : await this.#grantFor(repository, named);
    const { token, expiresAt, slug } = ofName ?? (await this.#grantElsewhere(repository, named));
    const now = performance.now();
    const leftMs = Math.min(Math.max(Date.parse(expiresAt) - Date.now(), 0), LONGEST_LIFE_MS);
    const renewAt = now + leftMs - Math.min(RENEWED_BEFORE_MS, leftMs / 10);
    return { token, renewAt, freshUntil: now + FRESH_MS, slug };
  }

  /**
   * A token for this repository only, named by its id if that is known, because a name may be given away. null: the
   * installation does not have that id.
   */
  async #grantFor(repository: Repository, on: Installation): Promise<Given | null> {
    const known = this.#names.idOf(repository);
    const named = known === null ? { repositories: [repository.name] } : { repository_ids: [known] };
    const answer = await this.#askToken(repository, on.id, named);
    if (answer.status === 422) {
      if (known !== null) return null;
      if (await this.#findRenamed(repository, on.id)) return await this.#grantFor(repository, on);
      const words = `GitHub gives the App no token for ${repositoryName(repository)}: ${wordsOf(answer.data)}`;
      throw new ForgeError(words, false);
    }
    const given = read(grant, answer.data, "a token of the App");
    const [only] = given.repositories ?? [];
    if (only !== undefined) this.#names.learn(repository, only.id, { ...only, owner: only.owner.login });
    return { token: given.token, expiresAt: given.expires_at, slug: on.app_slug };
  }

  /**
   * Another repository may have taken the name while no process ran, also with an installation of the App, so the id is
   * looked for in all other installations. `named`: the one of the name.
   */
  async #grantElsewhere(repository: Repository, named: Installation | null): Promise<Given> {
    const known = this.#names.idOf(repository);
    for (const one of known === null ? [] : await this.#installations(repository)) {
      if (one.id === named?.id || isSuspended(one)) continue;
      const given = await this.#grantFor(repository, one);
      if (given !== null) return given;
    }
    const { appId } = this.#app;
    const called = repositoryName(repository);
    throw new RepositoryUnavailable(
      "notInstalled",
      named === null
        ? `the GitHub App ${appId} is not installed on ${called}: install it there, or take the repository out of the settings`
        : `the GitHub App ${appId} is not installed on the repository with the id ${known} (configured as ${called}), which ` +
            "was transferred, deleted, or taken out of the installation: install the App on it; only if the repository itself " +
            "was deleted, delete its queues and restart the service",
    );
  }

  async #askToken(repository: Repository, installation_id: number, named: object) {
    const route = "/app/installations/{installation_id}/access_tokens";
    const values = { installation_id, ...named };
    const answer = await this.#call(repository, "POST", route, values, await this.#authorization());
    if (answer !== null) return answer;
    throw new ForgeError(
      `GitHub does not know the installation on ${repositoryName(repository)} any more`,
      true,
    );
  }

  /** The name was changed before this process learned the id: GitHub redirects a read from the former name. */
  async #findRenamed(repository: Repository, installation: number): Promise<boolean> {
    const whole = await this.#askToken(repository, installation, {});
    if (whole.status === 422) return false;
    const { token } = read(grant, whole.data, "a token of the App");
    const { owner, name: repo } = repository;
    const route = "/repos/{owner}/{repo}";
    const answer = await this.#call(repository, "GET", route, { owner, repo }, `token ${token}`);
    const found = answer?.status === 200 ? namedRepository.safeParse(answer.data).data : undefined;
    return (
      found !== undefined && this.#names.learn(repository, found.id, { ...found, owner: found.owner.login })
    );
  }

  /** null: not installed on the repository that has the name now. */
  async #installationOn(repository: Repository): Promise<Installation | null> {
    const { owner, name: repo } = this.#names.present(repository);
    const signature = await this.#authorization();
    const found = await this.#call(
      repository,
      "GET",
      "/repos/{owner}/{repo}/installation",
      { owner, repo },
      signature,
    );
    return found === null ? null : read(installation, found.data, "the App's installation");
  }

  async #installations(repository: Repository): Promise<readonly Installation[]> {
    const signature = await this.#authorization();
    const found = await this.#call(
      repository,
      "GET",
      "/app/installations",
      { per_page: MOST_INSTALLATIONS },
      signature,
    );
    return readAll(installation, found !== null && Array.isArray(found.data) ? found.data : []);
  }
}

const user = z.object({ login: z.string() });

/** `ask` returns what GitHub answers about the owner of the token. */
export function fixedToken(token: string, ask: (repository: Repository) => Promise<unknown>): Credentials {
  let login: string | null = null;
  return {
    token: async () => Promise.resolve(token),
    isFresh: () => false,
    turnedDown: () => false,
    async login(repository) {
      if (login !== null) return login;
      const found = user.safeParse(await ask(repository));
      if (!found.success) throw new ForgeError("GitHub answered GET /user without a login", true);
      login = found.data.login;
      return login;
    },
  };
}
