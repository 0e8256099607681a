/** Who calls: a token in a header, or a running workflow of a fork where that may stand in for one. */
import { timingSafeEqual } from "node:crypto";
import { FORKED_RUN_HEADER, TOKEN_HEADER } from "../../contract/limits.js";
import type { Scope } from "../../domain/scope.js";
import { GRANT_OF_EVERYTHING, type Grant } from "../tokens/grant.js";
import type { FailedAttempts } from "./failed-attempts.js";
import { type Refusal, refused } from "./handler.js";

export interface Tokens {
  /**
   * What the token allows; null when it is not known, or no longer. `drawnOnly` leaves out tokens that a person may
   * have thought up, so that nobody who has failed too often goes on guessing them.
   */
  readonly verify: (token: string, drawnOnly: boolean) => Promise<Grant | null>;
}

export type Caller =
  | { readonly kind: "token"; readonly grant: Grant }
  /** Not verified yet: what it has to be the run of is in the body. */
  | { readonly kind: "forkedRun"; readonly run: string };

export type AuthRefusal = Refusal<
  "AUTHENTICATION_REQUIRED" | "INVALID_TOKEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMIT_EXCEEDED"
>;

/** What is asked for, before the body is read. */
export interface Need {
  readonly scope: Scope;
  /** Whether a forked run may stand in for the token, as far as the forge can tell. */
  readonly takesForkedRuns: boolean;
}

/** One token that allows everything, compared so that the time taken tells nothing about it. */
export function staticToken(token: string): Tokens {
  if (token === "") throw new Error("an empty token would let everybody in");
  const known = Buffer.from(token);
  return {
    verify: async (given, drawnOnly) =>
      Promise.resolve(!drawnOnly && isSame(Buffer.from(given), known) ? GRANT_OF_EVERYTHING : null),
  };
}

/** The first that knows a token speaks for it. */
export function anyOf(...sources: readonly Tokens[]): Tokens {
  return {
    verify: async (token, drawnOnly) => {
      for (const source of sources) {
        const grant = await source.verify(token, drawnOnly);
        if (grant !== null) return grant;
      }
      return null;
    },
  };
}

/** A header that is there but empty counts as absent, and a valid token wins over a run. */
export async function authenticate(
  header: (name: string) => string | undefined,
  need: Need,
  tokens: Tokens,
  { attempts, address }: { readonly attempts: FailedAttempts; readonly address: string },
): Promise<{ readonly ok: true; readonly caller: Caller } | AuthRefusal> {
  const isCalm = attempts.waitMs(address) === 0;
  const token = header(TOKEN_HEADER);
  if (token) {
    const grant = await tokens.verify(token, !isCalm);
    if (grant !== null) return scoped(grant, need.scope);
    if (!isCalm) return tooOften();
    attempts.note(address);
    return refused("INVALID_TOKEN", `the token in ${TOKEN_HEADER} is not known, or no longer`);
  }
  const run = header(FORKED_RUN_HEADER);
  if (!need.takesForkedRuns || !run || !/^[1-9]\d{0,19}$/.test(run)) {
    return refused("AUTHENTICATION_REQUIRED", whatIsMissing(run, need));
  }
  return isCalm ? { ok: true, caller: { kind: "forkedRun", run } } : tooOften();
}

function scoped(grant: Grant, scope: Scope): { readonly ok: true; readonly caller: Caller } | AuthRefusal {
  if (grant.scopes.includes(scope)) return { ok: true, caller: { kind: "token", grant } };
  return refused("INSUFFICIENT_PERMISSIONS", `the token does not allow what this call needs: ${scope}`);
}

function tooOften(): AuthRefusal {
  return refused(
    "RATE_LIMIT_EXCEEDED",
    "too many calls without a valid token came from this address: Retry-After says when to come back",
  );
}

function whatIsMissing(run: string | undefined, { takesForkedRuns }: Need): string {
  const expected = `expected a token in the header ${TOKEN_HEADER}`;
  if (!run) return expected;
  if (takesForkedRuns) return `${expected}, or the number of a workflow run in ${FORKED_RUN_HEADER}`;
  return `${expected}: ${FORKED_RUN_HEADER} stands in for it on setImpactedTargets only, and where the code host can verify the run`;
}

/** Takes as long for one that is wrong as for the right one; no more can be learned from it than a length. */
function isSame(given: Buffer, known: Buffer): boolean {
  const hasItsLength = given.length === known.length;
  return timingSafeEqual(hasItsLength ? given : known, known) && hasItsLength;
}
