/**
 * Sessions of the pages. The browser has a random secret, the store its hash, and neither has a token: a session ends
 * with what signed it in, at its expiry, or by signing out. They are in the store, so that each replica knows them.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { assertNever } from "../../../domain/assert-never.js";
import type { Account } from "../../ports/account-host.js";
import type { PageSessionStore, SignedInWith } from "../../ports/page-session-store.js";
import { GRANT_OF_EVERYTHING, type Grant, NAME_OF_SETTINGS_TOKEN, tokenId } from "../../tokens/token-text.js";
import type { Reader } from "./reader.js";

/** A working day. */
export const SESSION_MS = 12 * 3_600_000;
const SECRET_BYTES = 32;
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;
const NOTHING: Grant = { scopes: [], repositories: [] };

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
    return this.#begin((secret) => {
      const id = token === this.#tokens.fromSettings ? null : tokenId(token);
      if (id !== null) return { kind: "token", tokenId: id };
      return { kind: "settingsToken", proof: keyed(secret, `token ${token}`) };
    });
  }

  /** For an account that the code host has confirmed. */
  async beginFor(account: Account): Promise<NewSession> {
    return this.#begin(() => ({ kind: "account", account }));
  }

  /** null: no session, or it has ended. */
  async find(secret: string | undefined): Promise<(Reader & { readonly kind: "session" }) | null> {
    if (!isSecret(secret)) return null;
    const stored = await this.#store.find(digestOf(secret), this.#now());
    if (stored === null) return null;
    const known = await this.#known(secret, stored.with);
    return known === null ? null : { kind: "session", account: null, ...known, csrf: csrfOf(secret) };
  }

  async end(secret: string | undefined): Promise<void> {
    if (isSecret(secret)) await this.#store.end(digestOf(secret));
  }

  async #begin(signedInWith: (secret: string) => SignedInWith): Promise<NewSession> {
    const now = this.#now();
    await this.#store.forget(now);
    const secret = newSecret();
    const expiresAt = now + SESSION_MS;
    await this.#store.add({
      ...{ digest: digestOf(secret), with: signedInWith(secret) },
      ...{ createdAt: now, expiresAt },
    });
    return { secret, expiresAt };
  }

  async #known(secret: string, signedInWith: SignedInWith) {
    switch (signedInWith.kind) {
      case "token":
        return this.#tokens.find(signedInWith.tokenId);
      case "settingsToken":
        return this.#ofSettings(secret, signedInWith.proof);
      case "account": {
        const { account } = signedInWith;
        return { name: account.login, grant: NOTHING, account };
      }
      default:
        return assertNever(signedInWith);
    }
  }

  #ofSettings(secret: string, proof: string) {
    const { fromSettings } = this.#tokens;
    if (fromSettings === null) return null;
    if (!isSameText(proof, keyed(secret, `token ${fromSettings}`))) return null;
    return { name: NAME_OF_SETTINGS_TOKEN, grant: GRANT_OF_EVERYTHING };
  }
}

/** 256 random bits, for a cookie. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

export function isSecret(text: string | undefined): text is string {
  return text !== undefined && SECRET_FORM.test(text);
}

/** Constant time for texts of one length. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Names a session without revealing the secret of its forms. */
export function sessionMark(reader: Reader | null): string {
  return reader?.kind === "session" ? digestOf(`mark ${reader.csrf}`).slice(0, 16) : "none";
}

function csrfOf(secret: string): string {
  return keyed(secret, "csrf");
}

function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** An HMAC of SHA-256. */
export function keyed(secret: string, text: string, encoding: "hex" | "base64url" = "hex"): string {
  return createHmac("sha256", secret).update(text).digest(encoding);
}

/** A cookie that holds a secret, of a session or of a sign-in: no script reads it, and no other site's form sends it. */
export class SessionCookie {
  readonly #isSecure: boolean;
  readonly #name: string;

  /** `isSecure`: browsers reach the pages over https, and accept the cookie from this host only, for all paths. */
  constructor(isSecure: boolean, name = "merge-queue") {
    this.#isSecure = isSecure;
    this.#name = isSecure ? `__Host-${name}` : name;
  }

  read(header: string | undefined): string | undefined {
    return header === undefined ? undefined : parse(header, this.#name)[this.#name];
  }

  /** Lax: a link from a comment on the code host opens a page signed in. */
  write(secret: string, maxAgeSeconds: number): string {
    return serialize(this.#name, secret, {
      path: "/",
      httpOnly: true,
      secure: this.#isSecure,
      sameSite: "Lax",
      maxAge: maxAgeSeconds,
    });
  }

  remove(): string {
    return this.write("", 0);
  }
}
