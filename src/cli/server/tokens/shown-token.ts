/** Shows a token to people and programs, without its secret and without the hash of it. */

import { durationMs } from "../../../domain/duration.js";
import { repositoryKey, repositoryProblem } from "../../../domain/repository.js";
import { isScope, SCOPES, type Scope } from "../../../domain/scope.js";
import type { StoredToken } from "../../../service/ports/token-store.js";
import { withTokens, withTokensFromTheStart } from "../../../service/store/open-webhooks.js";
import { createToken, type RequestedToken, tokenId } from "../../../service/tokens/token-text.js";
import { jsonLine } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import { programVersion } from "../../version.js";
import { ending, WrongUse } from "../database/ending.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";

export type TokenState = "active" | "expired" | "revoked";

export function stateOf({ revokedAt, expiresAt }: StoredToken, now: number): TokenState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

export function shownToken(token: StoredToken, now: number) {
  return {
    id: token.id,
    name: token.name,
    state: stateOf(token, now),
    scopes: token.scopes,
    repositories: token.repositories,
    createdAt: when(token.createdAt),
    expiresAt: when(token.expiresAt),
    revokedAt: when(token.revokedAt),
    lastUsedAt: when(token.lastUsedAt),
  };
}

/** One line of text. */
export function tokenWords(token: StoredToken, now: number): string {
  const { id, name, scopes, repositories, expiresAt, revokedAt, lastUsedAt } = token;
  const state = stateOf(token, now);
  const end = state === "revoked" ? `revoked ${when(revokedAt)}` : `expires ${when(expiresAt) ?? "never"}`;
  return [
    `${id}  ${plainText(name)}: ${state}`,
    `may ${scopes.map(scopeWords).join(", ")} in ${repositories === null ? "every repository" : plainText(repositories.join(", "))}`,
    end,
    `last used ${when(lastUsedAt) ?? "never"}`,
  ].join("; ");
}

function scopeWords(scope: string): string {
  return isScope(scope) ? scope : `${plainText(scope)} (unknown to this version)`;
}

function when(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** `merge-queue tokens list`: a line for each token. */
export async function listTokens(flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  const command = "tokens list";
  return ending(command, flags, surroundings, async () => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const all = await withTokens(database, (tokens) => tokens.list());
    const now = Date.now();
    const { stdout, stderr } = surroundings;
    if (flags.json === true) {
      const shown = all.map((token) => shownToken(token, now));
      stdout.write(jsonLine({ command, exitCode: EXIT.done, tokens: shown }));
      return EXIT.done;
    }
    if (all.length === 0) stderr.write("There is no token yet.\n");
    for (const token of all) stdout.write(`${tokenWords(token, now)}\n`);
    return EXIT.done;
  });
}

/** `merge-queue tokens revoke`: takes the id, or the whole token if it has leaked. */
export async function revokeToken(
  given: string,
  flags: StoreFlags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const command = "tokens revoke";
  return ending(command, flags, surroundings, async () => {
    const id = tokenId(given) ?? given;
    if (!/^[0-9A-Za-z]{1,40}$/.test(id)) throw new WrongUse("expected an id as `tokens list` shows it");
    const { database } = settingsOfService(["database"], flags, surroundings);
    const outcome = await withTokens(database, (tokens) => tokens.revoke(id, Date.now()));
    const isRevoked = outcome === "revoked";
    const exitCode = isRevoked ? EXIT.done : EXIT.refused;
    const message = isRevoked
      ? `${id} is revoked: running services refuse it within two seconds.`
      : `there is no token with the id ${id}`;
    const { stdout, stderr } = surroundings;
    if (flags.json === true) {
      const problem = isRevoked ? {} : { error: "not-found" };
      stdout.write(jsonLine({ command, exitCode, message, id, ...problem }));
    } else {
      (isRevoked ? stdout : stderr).write(`${plainText(message)}\n`);
    }
    return exitCode;
  });
}

export interface CreateFlags extends StoreFlags {
  readonly name: string;
  readonly scope?: string;
  readonly repo?: string;
  readonly expires: string;
}

const LONGEST_NAME = 100;
/** Ten years; a longer life is most likely a typing mistake. */
const LONGEST_LIFE_MS = 3650 * 86_400_000;

/** `merge-queue tokens create`: prints only the token on stdout, and its description on stderr. */
export async function createTokenCommand(flags: CreateFlags, surroundings: Surroundings): Promise<ExitCode> {
  const command = "tokens create";
  return ending(command, flags, surroundings, async () => {
    const now = Date.now();
    const request = tokenRequest(flags, now);
    const { database } = settingsOfService(["database"], flags, surroundings);
    const { token, stored } = await withTokensFromTheStart(database, programVersion(), (tokens) =>
      createToken(tokens, request),
    );
    const { stdout, stderr } = surroundings;
    if (flags.json === true) {
      stdout.write(jsonLine({ command, exitCode: EXIT.done, token, ...shownToken(stored, now) }));
      return EXIT.done;
    }
    stderr.write(`${tokenWords(stored, now)}\nIt is shown only once:\n`);
    stdout.write(`${token}\n`);
    return EXIT.done;
  });
}

function tokenRequest({ name, scope, repo, expires }: CreateFlags, createdAt: number): RequestedToken {
  if (!/^[^\p{Cc}\p{Cf}\u2028\u2029]+$/u.test(name) || name.trim() === "" || name.length > LONGEST_NAME) {
    throw new WrongUse(`--name: expected 1 to ${LONGEST_NAME} visible characters`);
  }
  return {
    name,
    scopes: scope === undefined ? SCOPES : scopesOf(scope),
    repositories: repo === undefined ? null : repositoriesOf(repo),
    createdAt,
    expiresAt: expires === "never" ? null : createdAt + lifeMs(expires),
  };
}

function scopesOf(text: string): readonly Scope[] {
  const wanted = text.split(",").map((item) => item.trim().toLowerCase());
  const unknown = wanted.find((item) => !isScope(item));
  if (unknown !== undefined) {
    throw new WrongUse(`--scope: ${JSON.stringify(unknown)} is none of ${SCOPES.join(", ")}`);
  }
  return SCOPES.filter((scope) => wanted.includes(scope));
}

function repositoriesOf(text: string): readonly string[] {
  return [...new Set(text.split(",").map((item) => repositoryOf(item.trim())))];
}

/** `owner/name` means github.com, as everywhere on the command line. */
function repositoryOf(text: string): string {
  const parts = text.split("/");
  const [host = "", owner = "", name = "", ...more] = parts.length === 2 ? ["github.com", ...parts] : parts;
  const repository = { host, owner, name };
  if (more.length > 0 || repositoryProblem(repository) !== null) {
    throw new WrongUse(`--repo: ${JSON.stringify(text)} is not owner/name or host/owner/name`);
  }
  return repositoryKey(repository);
}

function lifeMs(text: string): number {
  const milliseconds = durationMs(text);
  if (milliseconds === null || milliseconds > LONGEST_LIFE_MS) {
    throw new WrongUse(`--expires: ${JSON.stringify(text)} is not a duration such as 12h or 90d, or never`);
  }
  return milliseconds;
}
