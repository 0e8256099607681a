/** A token as people and programs are shown it: without its secret, and without the hash of it. */
import { isScope } from "../../domain/scope.js";
import type { StoredToken } from "../../service/ports/token-store.js";
import { plainText } from "../plain-text.js";

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

/** In one line. */
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
