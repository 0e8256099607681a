/**
 * A token as text: `mqt_`, a public id, the secret, a checksum, without anything between. The prefix and the checksum
 * let programs that look for leaked secrets tell a token from a word that only looks like one.
 */
import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { SCOPES, type Scope } from "../../domain/scope.js";
import type { StoredToken, TokenStore } from "../ports/token-store.js";

const PREFIX = "mqt_";
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
/** 62^43 is more than 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is more than 2^32. */
const CHECKSUM_LENGTH = 6;

const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

export interface NewToken {
  readonly id: string;
  /** The only time that anybody sees it. */
  readonly token: string;
}

export function drawToken(): NewToken {
  const id = drawn(ID_LENGTH);
  const body = `${PREFIX}${id}${drawn(SECRET_LENGTH)}`;
  return { id, token: body + checksum(body) };
}

/** The public id in a token; null for a text that no service has ever given out. */
export function tokenId(text: string): string | null {
  if (!FORM.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  return text.slice(PREFIX.length, PREFIX.length + ID_LENGTH);
}

/**
 * SHA-256 as hexadecimal digits. Slow hashes are for passwords, which can be guessed; 256 bits of chance cannot be, and
 * every call of the API would pay for them.
 */
export function tokenDigest(token: string): string {
  return hash("sha256", token);
}

function drawn(length: number): string {
  return Array.from({ length }, () => letter(randomInt(LETTERS.length))).join("");
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = letter(rest % LETTERS.length) + text;
    rest = Math.floor(rest / LETTERS.length);
  }
  return text;
}

function letter(index: number): string {
  return LETTERS.charAt(index);
}

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

export interface Grant {
  readonly scopes: readonly Scope[];
  /** Keys of repositories; null is every one. */
  readonly repositories: readonly string[] | null;
}

export const GRANT_OF_EVERYTHING: Grant = { scopes: SCOPES, repositories: null };

/** What a caller may do, and where. */
export function reaches({ repositories }: Grant, repository: Repository): boolean {
  return repositories === null || repositories.includes(repositoryKey(repository));
}
