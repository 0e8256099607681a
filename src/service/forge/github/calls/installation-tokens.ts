/**
 * Tokens of an App, one for each repository: asked for when first needed, renewed before they end, and once only however
 * many are waiting for one.
 */
import { createAppAuth } from "@octokit/auth-app";
import * as z from "zod/mini";
import { type Repository, repositoryKey, repositoryName } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { read } from "../answers.js";

/** One call with the App's own signature instead of a token; null where there is no such thing. */
export type AppCall = (
  repository: Repository,
  method: string,
  route: string,
  values: Readonly<Record<string, unknown>>,
  signature: string,
) => Promise<unknown>;

export interface App {
  readonly appId: string;
  readonly privateKey: string;
}

interface Held {
  readonly token: string;
  /** In monotonic milliseconds, as what follows. */
  readonly renewAt: number;
  readonly freshUntil: number;
  /** Of the App. */
  readonly slug: string | undefined;
}

const installation = z.object({ id: z.number(), app_slug: z.optional(z.string()) });
const grant = z.object({
  token: z.string().check(z.minLength(1)),
  expires_at: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
});

const FRESH_MS = 5000;
const RENEWED_BEFORE_MS = 5 * 60_000;
/** GitHub's tokens live an hour; where this machine's clock is behind, they seem to live longer. */
const LONGEST_LIFE_MS = 60 * 60_000;

/** The header that an App calls with in its own name, good for some minutes. Fails where the key is none. */
export function appSignature({ appId, privateKey }: App): () => Promise<string> {
  const sign = createAppAuth({ appId, privateKey });
  return async () => {
    try {
      return `bearer ${(await sign({ type: "app" })).token}`;
    } catch (error) {
      // Whatever the library says of a key may have parts of it.
      throw new ForgeError(
        `the App's private key cannot be used (${error instanceof Error ? error.name : "unknown failure"}): expected ` +
          "the PEM file that GitHub gave, whole and unchanged",
        false,
      );
    }
  };
}

export function installationTokens(app: App, call: AppCall): Credentials {
  const authorization = appSignature(app);
  const held = new Map<string, Held>();
  const asked = new Map<string, Promise<Held>>();

  async function renew(repository: Repository): Promise<Held> {
    const found = await call(
      repository,
      "GET",
      "/repos/{owner}/{repo}/installation",
      { owner: repository.owner, repo: repository.name },
      await authorization(),
    );
    if (found === null) {
      throw new ForgeError(
        `the GitHub App ${app.appId} is not installed on ${repositoryName(repository)}: install it there, or take the ` +
          "repository out of the settings",
        false,
      );
    }
    const { id, app_slug: slug } = read(installation, found, "the App's installation");
    const given = await call(
      repository,
      "POST",
      "/app/installations/{installation_id}/access_tokens",
      { installation_id: id, repositories: [repository.name] },
      await authorization(),
    );
    const { token, expires_at: expiresAt } = read(grant, given, "a token of the App");
    const now = performance.now();
    const leftMs = Math.min(Math.max(Date.parse(expiresAt) - Date.now(), 0), LONGEST_LIFE_MS);
    const renewAt = now + leftMs - Math.min(RENEWED_BEFORE_MS, leftMs / 10);
    return { token, renewAt, freshUntil: now + FRESH_MS, slug };
  }

  async function hold(repository: Repository): Promise<Held> {
    const key = repositoryKey(repository);
    const known = held.get(key);
    if (known !== undefined && performance.now() < known.renewAt) return known;
    let renewal = asked.get(key);
    if (renewal === undefined) {
      renewal = renew(repository).finally(() => asked.delete(key));
      asked.set(key, renewal);
    }
    const fresh = await renewal;
    held.set(key, fresh);
    return fresh;
  }

  return {
    token: async (repository) => (await hold(repository)).token,

    async login(repository) {
      const { slug } = await hold(repository);
      if (slug === undefined)
        throw new ForgeError(`GitHub did not tell the name of the App ${app.appId}`, true);
      return `${slug}[bot]`;
    },

    isFresh(repository, token) {
      const known = held.get(repositoryKey(repository));
      return known?.token === token && performance.now() < known.freshUntil;
    },

    turnedDown(repository, token) {
      const key = repositoryKey(repository);
      // Somebody else's token may be there already.
      if (held.get(key)?.token === token) held.delete(key);
      return true;
    },
  };
}

export type GitHubAccess =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "app"; readonly appId: string; readonly privateKey: string };

export interface Credentials {
  /** A token that is good for this repository, and for some time yet. */
  token(repository: Repository): Promise<string>;
  /** Too new to be known everywhere at GitHub: a token that is turned down now may be good in a moment. */
  isFresh(repository: Repository, token: string): boolean;
  /** GitHub turned the token down. True when there may be a better one now. */
  turnedDown(repository: Repository, token: string): boolean;
  /** Under which what is written there appears. */
  login(repository: Repository): Promise<string>;
}

/** `ask` tells whose token it is. */
export function fixedToken(token: string, ask: (repository: Repository) => Promise<string>): Credentials {
  let login: string | null = null;
  return {
    token: async () => Promise.resolve(token),
    isFresh: () => false,
    turnedDown: () => false,
    async login(repository) {
      login ??= await ask(repository);
      return login;
    },
  };
}
