/** Makes a token of what an operator wishes, and keeps all of it but the secret. */
import type { Scope } from "../../domain/scope.js";
import type { StoredToken, TokenStore } from "../ports/token-store.js";
import { drawToken, tokenDigest } from "./token-text.js";

export interface TokenWishes {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Keys of repositories; null is every one. */
  readonly repositories: readonly string[] | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** The token itself is in the answer and nowhere else. */
export async function createToken(
  store: TokenStore,
  wishes: TokenWishes,
): Promise<{ readonly token: string; readonly stored: StoredToken }> {
  for (;;) {
    const { id, token } = drawToken();
    const stored = { ...wishes, id, digest: tokenDigest(token), revokedAt: null, lastUsedAt: null };
    if ((await store.add(stored)) === "added") return { token, stored };
  }
}
