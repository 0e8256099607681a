/**
 * START HERE: sign-in with GitHub by the App's OAuth. The person's token is used for one question, who it is, and is then
 * revoked: what the person may do is asked of the installation, so no token of a person is ever stored.
 */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import type {
  Account,
  AccountHost,
  CodeOfSignIn,
  RoleAge,
  RoleAnswer,
  SignInOutcome,
} from "../../ports/account-host.js";
import type { Log } from "../../ports/log.js";
import { ForgeError } from "../../ports/world-error.js";
import { read } from "../api/answers.js";
import { noAnswer, wordsOf } from "../api/call-failure.js";
import { guardedFetch } from "../api/guarded-fetch.js";
import { type Answer, openWire, type Values, type Wire } from "../api/one-request.js";
import type { RepositoryRoles } from "./repository-roles.js";

export interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Registered in the App's settings, letter by letter. */
  readonly redirectUri: string;
}

export interface GitHubAccountsOptions extends OAuthApp {
  /** Where browsers find GitHub, without a trailing slash. */
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly roles: Pick<RepositoryRoles, "roleOf">;
  readonly log: Log;
}

const LIMITS = { attemptMs: 8000, mostBytes: 256 * 1024 };
/** After it, a token that was not revoked expires by itself. */
const REVOCATION_MS = 3000;
const JSON_ANSWER = { accept: "application/json" };

/** https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app */
const exchange = z.union([
  z.object({ access_token: z.string().check(z.regex(/^[!-~]{1,4000}$/)) }),
  z.object({ error: z.string() }),
]);
const account = z.object({
  id: z.int().check(z.positive()),
  login: z.string().check(z.regex(/^[\w-]{1,100}$/)),
});
/** Errors that no other code avoids. */
const OF_SETTINGS: ReadonlySet<string> = new Set([
  "incorrect_client_credentials",
  "redirect_uri_mismatch",
  "application_suspended",
]);

export class GitHubAccounts implements AccountHost {
  readonly #options: GitHubAccountsOptions;
  readonly #web: Wire;
  readonly #api: Wire;

  constructor(options: GitHubAccountsOptions) {
    const { webUrl, apiUrl, userAgent } = options;
    this.#options = options;
    this.#web = openWire({ apiUrl: webUrl, userAgent, fetch: guardedFetch(LIMITS) });
    this.#api = openWire({ apiUrl, userAgent, fetch: guardedFetch(LIMITS) });
  }

  authorizationUrl(state: string, challenge: string): string {
    const { webUrl, clientId, redirectUri } = this.#options;
    const url = new URL(`${webUrl}/login/oauth/authorize`);
    url.searchParams.set("client_id", clientId);
    url.searchParams.set("redirect_uri", redirectUri);
    url.searchParams.set("state", state);
    url.searchParams.set("code_challenge", challenge);
    url.searchParams.set("code_challenge_method", "S256");
    url.searchParams.set("allow_signup", "false");
    return url.href;
  }

  async signIn({ code, verifier }: CodeOfSignIn): Promise<SignInOutcome> {
    const { clientId, clientSecret, redirectUri } = this.#options;
    const values = {
      ...{ client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri },
      ...{ code, code_verifier: verifier },
    };
    const answer = await ask(this.#web, "POST /login/oauth/access_token", values, JSON_ANSWER);
    // GitHub does not know the client id.
    if (answer.status === 404) return wrongSettings("not_found");
    if (answer.status !== 200) throw failed("the code of a sign-in", answer);
    const given = read(exchange, answer.data, "the code of a sign-in");
    if ("error" in given) return this.#refused(given.error);
    try {
      return { kind: "signedIn", account: await this.#accountOf(given.access_token) };
    } finally {
      await this.#revoke(given.access_token);
    }
  }

  async roleOf(person: Account, repository: Repository, age: RoleAge = "minute"): Promise<RoleAnswer> {
    return this.#options.roles.roleOf(person, repository, age);
  }

  #refused(error: string): SignInOutcome {
    const code = /^\w{1,60}$/.test(error) ? error : "unknown";
    if (OF_SETTINGS.has(code)) return wrongSettings(code);
    this.#options.log.info({ error: code }, "GitHub refused the code of a sign-in");
    return { kind: "unknownCode" };
  }

  async #accountOf(token: string): Promise<Account> {
    const answer = await ask(this.#api, "GET /user", {}, { authorization: `Bearer ${token}` });
    if (answer.status !== 200) throw failed("the account of a sign-in", answer);
    return read(account, answer.data, "the account of a sign-in");
  }

  /** The person's authorization of the App remains. */
  async #revoke(token: string): Promise<void> {
    const { clientId, clientSecret, log } = this.#options;
    const route = "DELETE /applications/{client_id}/token";
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const values = { client_id: clientId, access_token: token };
    const signal = AbortSignal.timeout(REVOCATION_MS);
    const { status } = await this.#api.ask(route, values, { authorization }, signal);
    // 404 and 422: it is of no use any more.
    if (![204, 404, 422].includes(status)) {
      log.warn({ status }, "the token of a sign-in was not revoked at GitHub; it is not stored and expires");
    }
  }
}

function wrongSettings(code: string): SignInOutcome {
  return { kind: "wrongSettings", why: `GitHub answered ${code}` };
}

async function ask(
  wire: Wire,
  route: string,
  values: Values,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await wire.ask(route, values, headers, AbortSignal.timeout(LIMITS.attemptMs));
  if (answer.status !== 0) return answer;
  throw noAnswer(answer.data, "GitHub gave no usable answer to a sign-in");
}

/** Only a refusal is quoted: other answers may contain the token. */
function failed(what: string, { status, data }: Answer): ForgeError {
  const words = status >= 400 ? wordsOf(data) : "";
  const cause = words === "" ? "" : `: ${words}`;
  return new ForgeError(`GitHub answered ${what} with ${status}${cause}`, status >= 500 || status === 429);
}
