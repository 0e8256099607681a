/** Stores the service's tokens, as hashes only. Implementations pass `__tests__/contract/token-store.ts`. */

export interface StoredToken {
  /** A public part of the token, for lists and logs. */
  readonly id: string;
  readonly name: string;
  /** `tokenDigest` of the whole token. */
  readonly digest: string;
  /** As stored: a newer version may have granted scopes that this one does not know. */
  readonly scopes: readonly string[];
  /** Keys of repositories; null: all. */
  readonly repositories: readonly string[] | null;
  /** All times are milliseconds since 1970. */
  readonly createdAt: number;
  /** The token is invalid from then on; null: never. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** May be a minute old. */
  readonly lastUsedAt: number | null;
}

export interface TokenStore {
  /** "exists": another token has this id, and nothing was changed. */
  add(token: StoredToken): Promise<"added" | "exists">;
  /** Every token ever created, in order of creation. */
  list(): Promise<readonly StoredToken[]>;
  /** Tokens that are neither revoked nor expired at `now`. */
  active(now: number): Promise<readonly StoredToken[]>;
  /** Repeating is harmless and keeps the first time. */
  revoke(id: string, at: number): Promise<"revoked" | "noSuchToken">;
  /** Keeps the latest time reported by any replica; ignores unknown ids. */
  noteUses(uses: ReadonlyMap<string, number>): Promise<void>;
}
