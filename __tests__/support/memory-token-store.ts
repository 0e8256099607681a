/** Tokens in memory, for tests and for services that live as long as their process. */
import type { StoredToken, TokenStore } from "../../src/service/ports/token-store.js";

export function createMemoryTokenStore(): TokenStore {
  const tokens = new Map<string, StoredToken>();
  const change = (id: string, part: (token: StoredToken) => Partial<StoredToken>) => {
    const token = tokens.get(id);
    if (token !== undefined) tokens.set(id, { ...token, ...part(token) });
    return token !== undefined;
  };
  return {
    async add(token) {
      if (tokens.has(token.id)) return Promise.resolve("exists");
      tokens.set(token.id, token);
      return Promise.resolve("added");
    },
    async list() {
      return Promise.resolve([...tokens.values()].sort((one, other) => one.createdAt - other.createdAt));
    },
    async active(now) {
      return Promise.resolve(
        [...tokens.values()].filter(
          ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
        ),
      );
    },
    async revoke(id, at) {
      const isThere = change(id, ({ revokedAt }) => ({ revokedAt: revokedAt ?? at }));
      return Promise.resolve(isThere ? "revoked" : "noSuchToken");
    },
    async noteUses(uses) {
      for (const [id, at] of uses) {
        change(id, ({ lastUsedAt }) => ({ lastUsedAt: Math.max(at, lastUsedAt ?? at) }));
      }
      return Promise.resolve();
    },
  };
}
