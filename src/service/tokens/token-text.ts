/**
 * START HERE: the text of a token: `mqt_`, a public id, the secret and a checksum, without separators. Secret scanners
 * recognize tokens by the prefix and the checksum.
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
  /** Displayed once; only its digest is stored. */
  readonly token: string;
}

export function drawToken(): NewToken {
  const id = drawn(ID_LENGTH);
  const body = `${PREFIX}${id}${drawn(SECRET_LENGTH)}`;
  return { id, token: body + checksum(body) };
}

/** The public id in a token; null for a text that is not a well-formed token. */
export function tokenId(text: string): string | null {
  if (!FORM.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  return text.slice(PREFIX.length, PREFIX.length + ID_LENGTH);
}

/**
 * SHA-256 in hexadecimal. Slow hashes protect guessable passwords; 256 random bits cannot be guessed, and a slow hash
 * would delay every API call.
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

export interface RequestedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Keys of repositories; null means all. */
  readonly repositories: readonly string[] | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** The store receives only the token's digest; the token itself is only in the result. */
export async function createToken(
  store: TokenStore,
  request: RequestedToken,
): Promise<{ readonly token: string; readonly stored: StoredToken }> {
  for (;;) {
    const { id, token } = drawToken();
    const stored = { ...request, id, digest: tokenDigest(token), revokedAt: null, lastUsedAt: null };
    if ((await store.add(stored)) === "added") return { token, stored };
  }
}

export interface Grant {
  /** The token's name; absent for the token of the settings. */
  readonly name?: string;
  readonly scopes: readonly Scope[];
  /** Keys of repositories; null means all. */
  readonly repositories: readonly string[] | null;
}

/** Shown for the token of the settings, which has no name. */
export const NAME_OF_SETTINGS_TOKEN = "administrator";

export const GRANT_OF_EVERYTHING: Grant = { scopes: SCOPES, repositories: null };

/** Whether the grant includes the repository. */
export function reaches({ repositories }: Grant, repository: Repository): boolean {
  return repositories === null || repositories.includes(repositoryKey(repository));
}
