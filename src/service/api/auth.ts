/** Who may call: a token in a header, compared so that the time taken tells nothing about it. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Scope } from "../../contract/endpoints.js";
import { FORKED_RUN_HEADER, TOKEN_HEADER } from "../../contract/limits.js";
import { type Refusal, refused } from "./handler.js";

interface Grant {
  readonly scopes: readonly Scope[];
}

export interface Tokens {
  /** What the token allows; null when it is not known, or no longer. */
  verify(token: string): Grant | null;
}

const EVERY_SCOPE = ["read", "targets", "submit", "admin"] as const satisfies readonly Scope[];

/** One token that allows everything. */
export function staticToken(token: string): Tokens {
  if (token === "") throw new Error("an empty token would let everybody in");
  const known = digest(token);
  return {
    verify: (given) => (timingSafeEqual(digest(given), known) ? { scopes: EVERY_SCOPE } : null),
  };
}

export type AuthRefusal = Refusal<"AUTHENTICATION_REQUIRED" | "INVALID_TOKEN" | "INSUFFICIENT_PERMISSIONS">;

/** Null lets the call through. A header that is there but empty counts as absent. */
export function authRefusal(
  header: (name: string) => string | undefined,
  scope: Scope,
  tokens: Tokens,
): AuthRefusal | null {
  const token = header(TOKEN_HEADER);
  if (!token) return refused("AUTHENTICATION_REQUIRED", whatIsMissing(header));
  const grant = tokens.verify(token);
  if (grant === null)
    return refused("INVALID_TOKEN", `the token in ${TOKEN_HEADER} is not known, or no longer`);
  if (grant.scopes.includes(scope)) return null;
  return refused("INSUFFICIENT_PERMISSIONS", `the token does not allow what this call needs: ${scope}`);
}

function whatIsMissing(header: (name: string) => string | undefined): string {
  const expected = `expected a token in the header ${TOKEN_HEADER}`;
  if (!header(FORKED_RUN_HEADER)) return expected;
  return `${expected}: this service cannot verify runs of forked pull requests, so ${FORKED_RUN_HEADER} does not stand in for it`;
}

/** Of equal length whatever is hashed, as a comparison in constant time needs it. */
function digest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
