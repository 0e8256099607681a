/** Tokens of a store as a service knows them: new and revoked ones within a second, without asking at every call. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { SCOPES } from "../../../../src/domain/scope.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { TokenStore } from "../../../../src/service/ports/token-store.js";
import { StoreError } from "../../../../src/service/ports/world-error.js";
import { KnownTokens } from "../../../../src/service/tokens/known-tokens.js";
import {
  createToken,
  drawToken,
  type RequestedToken,
  tokenDigest,
} from "../../../../src/service/tokens/token-text.js";
import { manualClock } from "../../../support/manual-clock.js";
import { createMemoryTokenStore } from "../../../support/memory-token-store.js";

let clock = manualClock();
let store: TokenStore;
let reads = 0;
let writes: ReadonlyMap<string, number>[] = [];
let failure: Error | null = null;
let known: KnownTokens;

beforeEach(() => {
  clock = manualClock();
  reads = 0;
  writes = [];
  failure = null;
  const inner = createMemoryTokenStore();
  store = {
    ...inner,
    active: async (now) => {
      reads += 1;
      if (failure !== null) throw failure;
      return inner.active(now);
    },
    noteUses: async (uses) => {
      writes.push(uses);
      if (failure !== null) throw failure;
      return inner.noteUses(uses);
    },
  };
  known = new KnownTokens(store, clock, SILENT_LOG);
});

function create(wishes: Partial<RequestedToken> = {}) {
  const createdAt = clock.now();
  const usual = { name: "ci", scopes: SCOPES, repositories: null, createdAt, expiresAt: null };
  return createToken(store, { ...usual, ...wishes });
}

describe("a token", () => {
  it("allows what it was made for", async () => {
    const { token } = await create({ scopes: ["read"], repositories: ["github.com/acme/shop"] });
    expect(await known.verify(token)).toEqual({
      name: "ci",
      scopes: ["read"],
      repositories: ["github.com/acme/shop"],
    });
  });

  it("is kept as its hash only", async () => {
    const { token, stored } = await create();
    expect(JSON.stringify(await store.list())).not.toContain(token.slice(16, 59));
    expect(await store.list()).toEqual([stored]);
  });

  it("is known within a second of its making, and of its end", async () => {
    await known.verify(drawToken().token);
    const { token, stored } = await create();
    expect(await known.verify(token)).toBeNull();
    await clock.advance(1000);
    expect(await known.verify(token)).not.toBeNull();
    await store.revoke(stored.id, clock.now());
    await clock.advance(1000);
    expect(await known.verify(token)).toBeNull();
  });

  it("ends when it expires, to the millisecond", async () => {
    const { token } = await create({ expiresAt: clock.now() + 900 });
    expect(await known.verify(token)).not.toBeNull();
    await clock.advance(899);
    expect(await known.verify(token)).not.toBeNull();
    await clock.advance(1);
    expect(await known.verify(token)).toBeNull();
  });

  it("of a later version may what this version knows, and every other token holds", async () => {
    const { token, stored } = await create();
    const later = drawToken();
    const scopes = ["read", "of-a-later-version"];
    await store.add({ ...stored, id: later.id, digest: tokenDigest(later.token), scopes });
    expect(await known.verify(later.token)).toEqual({ name: "ci", scopes: ["read"], repositories: null });
    expect(await known.verify(token)).toEqual({ name: "ci", scopes: SCOPES, repositories: null });
  });

  it("with the id of another and a secret of its own is none", async () => {
    const { stored } = await create();
    const forged = drawToken();
    await store.add({ ...stored, id: forged.id });
    expect(await known.verify(forged.token)).toBeNull();
  });
});

describe("the store", () => {
  it("is asked once a second, however many call, and not for what is no token at all", async () => {
    const { token } = await create();
    await Promise.all(Array.from({ length: 50 }, () => known.verify(token)));
    for (let call = 0; call < 50; call += 1) await known.verify(drawToken().token);
    expect(reads).toBe(1);
    await clock.advance(1000);
    for (let call = 0; call < 50; call += 1) await known.verify("x".repeat(65));
    expect(reads).toBe(1);
    await known.verify(token);
    expect(reads).toBe(2);
  });

  it("that fails lets nobody in, and is asked again at the next call", async () => {
    const { token } = await create();
    failure = new StoreError("the connection was lost", true);
    await expect(known.verify(token)).rejects.toThrow(failure);
    failure = null;
    expect(await known.verify(token)).not.toBeNull();
  });
});

describe("the last use", () => {
  it("is written beside the answers, soon at first, then once a minute", async () => {
    const { token, stored } = await create();
    await known.verify(token);
    expect(writes).toEqual([]);
    const first = clock.now();
    await clock.advance(1000);
    expect(writes).toEqual([new Map([[stored.id, first]])]);
    for (let second = 0; second < 59; second += 1) {
      await known.verify(token);
      await clock.advance(1000);
    }
    expect(writes).toHaveLength(1);
    const last = clock.now();
    await known.verify(token);
    await clock.advance(1000);
    expect(writes).toHaveLength(2);
    expect((await store.list())[0]?.lastUsedAt).toBe(last);
  });

  it("of a token that is not valid is none", async () => {
    await create();
    await known.verify(drawToken().token);
    expect(clock.pending()).toEqual([]);
  });

  it("is written when the service stops", async () => {
    const { token } = await create();
    await known.verify(token);
    await known.close();
    expect(writes).toHaveLength(1);
    await known.verify(token);
    expect(clock.pending()).toEqual([]);
  });

  it("that cannot be written hurts nobody", async () => {
    const { token } = await create();
    await known.verify(token);
    failure = new StoreError("the disk is full", true);
    await clock.advance(1000);
    failure = null;
    expect(await known.verify(token)).not.toBeNull();
    await clock.advance(60_000);
    expect((await store.list())[0]?.lastUsedAt).not.toBeNull();
  });
});
