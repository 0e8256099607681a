/**
 * Caches the store's tokens for a second. New and revoked tokens take effect within that time on every replica, and any
 * number of calls causes at most one read a second.
 */
import { timingSafeEqual } from "node:crypto";
import { isScope } from "../../domain/scope.js";
import { errorText } from "../../domain/thrown.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import type { StoredToken, TokenStore } from "../ports/token-store.js";
import type { Grant } from "./token-text.js";
import { tokenDigest, tokenId } from "./token-text.js";

const FRESH_MS = 1000;
/** Compared for unknown ids, so that the response time does not reveal whether an id exists. */
const NO_DIGEST = "0".repeat(64);

export interface KnownToken {
  readonly name: string;
  readonly grant: Grant;
}

interface Snapshot {
  /** In milliseconds of the monotonic clock. */
  readonly readAt: number;
  readonly byId: Promise<ReadonlyMap<string, StoredToken>>;
}

export class KnownTokens {
  readonly #store: TokenStore;
  readonly #clock: Clock;
  readonly #uses: LastUses;
  #snapshot: Snapshot | null = null;

  constructor(store: TokenStore, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#uses = new LastUses(store, clock, log);
  }

  /** Null for an unknown, revoked or expired token. Rejects when the store fails. */
  async verify(text: string): Promise<Grant | null> {
    const id = tokenId(text);
    if (id === null) return null;
    const known = (await this.#fresh()).get(id);
    const isSame = timingSafeEqual(
      Buffer.from(tokenDigest(text)),
      Buffer.from(known === undefined ? NO_DIGEST : known.digest),
    );
    const now = this.#clock.now();
    if (known === undefined || !isSame) return null;
    if (known.expiresAt !== null && known.expiresAt <= now) return null;
    this.#uses.note(id, now);
    return grantOf(known);
  }

  /** A token that is valid now, by its public id; null otherwise. */
  async find(id: string): Promise<KnownToken | null> {
    const known = (await this.#fresh()).get(id);
    const now = this.#clock.now();
    if (known === undefined || (known.expiresAt !== null && known.expiresAt <= now)) return null;
    this.#uses.note(id, now);
    return { name: known.name, grant: grantOf(known) };
  }

  /** Stores the recorded uses. */
  close(): Promise<void> {
    return this.#uses.close();
  }

  #fresh(): Snapshot["byId"] {
    const readAt = this.#clock.monotonic();
    if (this.#snapshot !== null && readAt - this.#snapshot.readAt < FRESH_MS) return this.#snapshot.byId;
    const snapshot = { readAt, byId: this.#read() };
    this.#snapshot = snapshot;
    snapshot.byId.catch(() => {
      // The next caller tries again.
      if (this.#snapshot === snapshot) this.#snapshot = null;
    });
    return snapshot.byId;
  }

  async #read(): Snapshot["byId"] {
    const active = await this.#store.active(this.#clock.now());
    return new Map(active.map((token) => [token.id, token]));
  }
}

function grantOf({ name, scopes, repositories }: StoredToken): Grant {
  return { name, scopes: scopes.filter(isScope), repositories };
}

const WRITTEN_EVERY_MS = 60_000;
/** The first use after a pause is stored soon, so that `tokens list` shows whether a new token works. */
const SOON_MS = 1000;

/** Records when tokens were last used. Keeps uses in memory, and stores them at most once a minute, outside requests. */
class LastUses {
  readonly #store: TokenStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #uses = new Map<string, number>();
  /** In milliseconds of the monotonic clock. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(store: TokenStore, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  note(id: string, at: number): void {
    this.#uses.set(id, at);
    if (this.#cancelTimer !== null || this.#isClosed) return;
    const pauseMs = this.#writtenAt + WRITTEN_EVERY_MS - this.#clock.monotonic();
    const delayMs = Math.max(SOON_MS, Math.min(WRITTEN_EVERY_MS, pauseMs));
    this.#cancelTimer = this.#clock.after(delayMs, () => {
      this.#cancelTimer = null;
      void this.#write();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await this.#write();
  }

  async #write(): Promise<void> {
    const uses = this.#uses;
    if (uses.size === 0) return;
    this.#uses = new Map();
    this.#writtenAt = this.#clock.monotonic();
    try {
      await this.#store.noteUses(uses);
    } catch (error) {
      // Only the list of tokens shows the last use, and the next use records it again.
      this.#log.warn({ error: errorText(error) }, "the last use of tokens could not be stored");
    }
  }
}
