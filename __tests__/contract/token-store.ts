/** What every store of tokens promises. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { StoredToken, TokenStore } from "../../src/service/ports/token-store.js";

export interface TokenStoreWorld {
  readonly tokens: TokenStore;
  close(): Promise<void>;
}

function aToken(id: string, differences: Partial<StoredToken> = {}): StoredToken {
  return {
    id,
    name: "ci",
    digest: "d".repeat(64),
    scopes: ["read", "submit"],
    repositories: ["github.com/acme/shop"],
    createdAt: 1000,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...differences,
  };
}

export function tokenStoreContract(open: () => Promise<TokenStoreWorld>): void {
  let world: TokenStoreWorld;
  let tokens: TokenStore;
  beforeEach(async () => {
    world = await open();
    tokens = world.tokens;
  });
  afterEach(() => world.close());

  it("begins without any", async () => {
    expect(await tokens.list()).toEqual([]);
    expect(await tokens.active(0)).toEqual([]);
  });

  it("gives back what it was given, in order of creation", async () => {
    const hostile = `'); drop table tokens; -- 🔑 \\" \n`;
    const late = aToken("b", { createdAt: 1_800_000_000_001, expiresAt: 1_900_000_000_000, name: hostile });
    const early = aToken("z", { createdAt: 999, repositories: null, scopes: [] });
    expect(await tokens.add(late)).toBe("added");
    expect(await tokens.add(early)).toBe("added");
    expect(await tokens.list()).toEqual([early, late]);
  });

  it("gives back scopes that this version does not know", async () => {
    const token = aToken("a", { scopes: ["read", "of-a-later-version"] });
    await tokens.add(token);
    expect(await tokens.list()).toEqual([token]);
    expect(await tokens.active(0)).toEqual([token]);
  });

  it("never replaces a token", async () => {
    const token = aToken("a");
    await tokens.add(token);
    expect(await tokens.add(aToken("a", { name: "other", digest: "e".repeat(64) }))).toBe("exists");
    expect(await tokens.list()).toEqual([token]);
  });

  it("leaves out what has expired, to the millisecond", async () => {
    const token = aToken("a", { expiresAt: 5000 });
    await tokens.add(token);
    expect(await tokens.active(4999)).toEqual([token]);
    expect(await tokens.active(5000)).toEqual([]);
    expect(await tokens.list()).toEqual([token]);
  });

  it("leaves out what was revoked, and keeps when that was first", async () => {
    const token = aToken("a");
    await tokens.add(token);
    expect(await tokens.revoke("a", 7000)).toBe("revoked");
    expect(await tokens.revoke("a", 8000)).toBe("revoked");
    expect(await tokens.revoke("b", 8000)).toBe("noSuchToken");
    expect(await tokens.active(0)).toEqual([]);
    expect(await tokens.list()).toEqual([{ ...token, revokedAt: 7000 }]);
  });

  it("keeps the latest use of each", async () => {
    await tokens.add(aToken("a"));
    await tokens.add(aToken("b"));
    await tokens.add(aToken("c"));
    await tokens.noteUses(
      new Map([
        ["a", 5000],
        ["b", 6000],
        ["gone", 6000],
      ]),
    );
    await tokens.noteUses(
      new Map([
        ["a", 4000],
        ["b", 7000],
      ]),
    );
    expect((await tokens.list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([5000, 7000, null]);
  });
}
