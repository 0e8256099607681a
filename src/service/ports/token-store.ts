/**
 * Where the service's tokens are kept, never as themselves. A store is ready when it passes
 * `__tests__/contract/token-store.ts`.
 */

export interface StoredToken {
  /** Part of the token, and no secret: it stands in lists and logs. */
  readonly id: string;
  readonly name: string;
  /** `tokenDigest` of the whole token. */
  readonly digest: string;
  /** As they were stored: a newer version may have given out some that this one does not know. */
  readonly scopes: readonly string[];
  /** Keys of repositories; null is every one. */
  readonly repositories: readonly string[] | null;
  /** This time and the others are milliseconds since 1970. */
  readonly createdAt: number;
  /** From here on it is as if there were none; null is never. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** May be a minute behind. */
  readonly lastUsedAt: number | null;
}

export interface TokenStore {
  /** "exists" says that a token has this id already; nothing is changed then. */
  add(token: StoredToken): Promise<"added" | "exists">;
  /** Every token there ever was, in order of creation. */
  list(): Promise<readonly StoredToken[]>;
  /** Those that are neither revoked nor expired at this moment. */
  active(now: number): Promise<readonly StoredToken[]>;
  /** Repeating is harmless; the first time counts. */
  revoke(id: string, at: number): Promise<"revoked" | "noSuchToken">;
  /** Keeps the later time where two replicas tell one; an id that is not there is no matter. */
  noteUses(uses: ReadonlyMap<string, number>): Promise<void>;
}
