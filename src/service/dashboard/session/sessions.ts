/**
 * Sessions of the pages. The browser has a random secret, the store its hash, and neither has the token: a session
 * ends with its token, at its expiry, or by signing out. They are in the store, so that each replica knows them.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { PageSessionStore } from "../../ports/page-session-store.js";
import { GRANT_OF_EVERYTHING, type Grant, NAME_OF_SETTINGS_TOKEN, tokenId } from "../../tokens/token-text.js";
import type { Reader } from "./reader.js";

/** A working day. */
export const SESSION_MS = 12 * 3_600_000;
const SECRET_BYTES = 32;
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

export interface SessionTokens {
  /** The token of the settings; null without one. */
  readonly fromSettings: string | null;
  find(id: string): Promise<{ readonly name: string; readonly grant: Grant } | null>;
}

export interface NewSession {
  /** Goes to the browser only. */
  readonly secret: string;
  readonly expiresAt: number;
}

export class Sessions {
  readonly #store: PageSessionStore;
  readonly #tokens: SessionTokens;
  readonly #now: () => number;

  constructor(store: PageSessionStore, tokens: SessionTokens, now: () => number) {
    this.#store = store;
    this.#tokens = tokens;
    this.#now = now;
  }

  /** For a token that was verified. */
  async begin(token: string): Promise<NewSession> {
    const now = this.#now();
    await this.#store.forget(now);
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const isOfSettings = token === this.#tokens.fromSettings;
    const expiresAt = now + SESSION_MS;
    await this.#store.add({
      digest: digestOf(secret),
      tokenId: isOfSettings ? null : tokenId(token),
      proof: isOfSettings ? keyed(secret, `token ${token}`) : null,
      createdAt: now,
      expiresAt,
    });
    return { secret, expiresAt };
  }

  /** null: no session, or it has ended. */
  async find(secret: string | undefined): Promise<(Reader & { readonly kind: "session" }) | null> {
    if (secret === undefined || !SECRET_FORM.test(secret)) return null;
    const stored = await this.#store.find(digestOf(secret), this.#now());
    if (stored === null) return null;
    const known =
      stored.tokenId === null
        ? this.#ofSettings(secret, stored.proof)
        : await this.#tokens.find(stored.tokenId);
    return known === null ? null : { kind: "session", ...known, csrf: csrfOf(secret) };
  }

  async end(secret: string | undefined): Promise<void> {
    if (secret !== undefined && SECRET_FORM.test(secret)) await this.#store.end(digestOf(secret));
  }

  #ofSettings(secret: string, proof: string | null) {
    const { fromSettings } = this.#tokens;
    if (fromSettings === null || proof === null) return null;
    if (!isSameText(proof, keyed(secret, `token ${fromSettings}`))) return null;
    return { name: NAME_OF_SETTINGS_TOKEN, grant: GRANT_OF_EVERYTHING };
  }
}

/** Constant time for texts of one length. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function csrfOf(secret: string): string {
  return keyed(secret, "csrf");
}

function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function keyed(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}
