/** Who calls: a token in a header, or a running workflow of a fork where that may stand in for one. */
import { timingSafeEqual } from "node:crypto";
import { FORKED_RUN_HEADER, TOKEN_HEADER } from "../../contract/limits.js";
import type { Scope } from "../../domain/scope.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import type { TokenStore } from "../ports/token-store.js";
import { KnownTokens } from "../tokens/known-tokens.js";
import { GRANT_OF_EVERYTHING, type Grant } from "../tokens/token-text.js";
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

const BURST = 20;
const ONE_EVERY_MS = 3000;
const MAX_ADDRESSES = 10_000;

/**
 * Who showed a wrong token too often: some in a row, then one every few seconds, for each client's address. The memory
 * for it is bounded; with more addresses than it holds, those that have waited longest are forgotten.
 */
export class FailedAttempts {
  readonly #monotonic: () => number;
  readonly #maxAddresses: number;
  /** By address, when all is forgiven; in the order of the last attempt. */
  readonly #forgivenAt = new Map<string, number>();

  /** As `Clock` has it. */
  constructor(monotonic: () => number, maxAddresses = MAX_ADDRESSES) {
    this.#monotonic = monotonic;
    this.#maxAddresses = maxAddresses;
  }

  /** How long the address has to wait; 0 when it may try. */
  waitMs(address: string): number {
    return Math.max(0, this.#debtMs(address) - (BURST - 1) * ONE_EVERY_MS);
  }

  note(address: string): void {
    const now = this.#monotonic();
    const debtMs = Math.min(this.#debtMs(address) + ONE_EVERY_MS, BURST * ONE_EVERY_MS);
    this.#forgivenAt.delete(address);
    this.#forgivenAt.set(address, now + debtMs);
    for (const [oldest, at] of this.#forgivenAt) {
      if (this.#forgivenAt.size <= this.#maxAddresses && at > now) break;
      this.#forgivenAt.delete(oldest);
    }
  }

  get size(): number {
    return this.#forgivenAt.size;
  }

  #debtMs(address: string): number {
    const at = this.#forgivenAt.get(address) ?? 0;
    return Math.max(0, at - this.#monotonic());
  }
}

interface ServiceTokens extends Tokens {
  /** Writes down what was used and not told yet. */
  close(): Promise<void>;
}

/**
 * Null when nobody could ever call: there is no token in the settings, and none was ever made. That those there were are
 * over keeps no service from starting: what is in its queues goes on landing.
 */
export async function serviceTokens(
  fromSettings: string | null,
  store: TokenStore,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<ServiceTokens | null> {
  if (fromSettings === null) {
    if ((await store.list()).length === 0) return null;
    const active = await store.active(clock.now());
    if (active.length === 0) log.warn({}, "nobody may call: every token has expired or was revoked");
  }
  const known = new KnownTokens(store, clock, log);
  const sources = fromSettings === null ? [known] : [staticToken(fromSettings), known];
  return { verify: anyOf(...sources).verify, close: () => known.close() };
}
