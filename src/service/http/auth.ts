/** Authentication: a token in a header or, where a fork may upload targets, the id of a running workflow. */
import { timingSafeEqual } from "node:crypto";
import { FORKED_RUN_HEADER, TOKEN_HEADER } from "../../contract/limits.js";
import type { Scope } from "../../domain/scope.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import type { TokenStore } from "../ports/token-store.js";
import { type KnownToken, KnownTokens } from "../tokens/known-tokens.js";
import { GRANT_OF_EVERYTHING, type Grant } from "../tokens/token-text.js";
import { type Refusal, refused } from "./handlers/handler.js";

export interface Tokens {
  /**
   * The token's grant; null if it is unknown or no longer valid. `drawnOnly` excludes tokens that a person may have
   * chosen: an address with too many failures may not go on guessing those.
   */
  readonly verify: (token: string, drawnOnly: boolean) => Promise<Grant | null>;
}

export type Caller =
  | { readonly kind: "token"; readonly grant: Grant }
  /** Not verified yet: the body contains the pull request that the run must belong to. */
  | { readonly kind: "forkedRun"; readonly run: string };

export type AuthRefusal = Refusal<
  "AUTHENTICATION_REQUIRED" | "INVALID_TOKEN" | "INSUFFICIENT_PERMISSIONS" | "RATE_LIMIT_EXCEEDED"
>;

/** What an endpoint requires, checked before the body is read. */
export interface Need {
  readonly scope: Scope;
  /** Whether a forked run may replace the token, if the forge can verify it. */
  readonly takesForkedRuns: boolean;
}

/** One token that allows everything. The comparison takes constant time. */
export function staticToken(token: string): Tokens {
  if (token === "") throw new Error("an empty token would admit every caller");
  const known = Buffer.from(token);
  return {
    verify: async (given, drawnOnly) =>
      Promise.resolve(!drawnOnly && isSame(Buffer.from(given), known) ? GRANT_OF_EVERYTHING : null),
  };
}

/** Returns the grant from the first source that knows the token. */
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

/** An empty header counts as absent, and a valid token takes precedence over a run. */
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
    return refused("INVALID_TOKEN", `the token in ${TOKEN_HEADER} is unknown, expired or revoked`);
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
    "too many calls without a valid token from this address: retry after the time in Retry-After",
  );
}

function whatIsMissing(run: string | undefined, { takesForkedRuns }: Need): string {
  const expected = `expected a token in the header ${TOKEN_HEADER}`;
  if (!run) return expected;
  if (takesForkedRuns) return `${expected}, or the number of a workflow run in ${FORKED_RUN_HEADER}`;
  return `${expected}: ${FORKED_RUN_HEADER} stands in for it on setImpactedTargets only, and where the code host can verify the run`;
}

/** Constant time: a wrong token reveals at most a length. */
function isSame(given: Buffer, known: Buffer): boolean {
  const hasItsLength = given.length === known.length;
  return timingSafeEqual(hasItsLength ? given : known, known) && hasItsLength;
}

const BURST = 20;
const ONE_EVERY_MS = 3000;
const MAX_ADDRESSES = 10_000;

/**
 * Limits failed attempts per client address: a burst, then one every few seconds. Memory is bounded: when it is full,
 * the addresses with the oldest last attempt are dropped.
 */
export class FailedAttempts {
  readonly #monotonic: () => number;
  readonly #maxAddresses: number;
  /** By address: when its debt is cleared. Ordered by last attempt. */
  readonly #forgivenAt = new Map<string, number>();

  /** See `Clock`. */
  constructor(monotonic: () => number, maxAddresses = MAX_ADDRESSES) {
    this.#monotonic = monotonic;
    this.#maxAddresses = maxAddresses;
  }

  /** How long the address has to wait; 0 if it may try now. */
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

export interface ServiceTokens extends Tokens {
  /** The token of the settings; null without one. */
  readonly fromSettings: string | null;
  /** A valid token of the store, by its public id. */
  find(id: string): Promise<KnownToken | null>;
  /** Saves the uses that are not recorded yet. */
  close(): Promise<void>;
}

/**
 * null if no caller could ever authenticate: the settings have no token, and none was ever created. If all tokens have
 * expired, the service still starts, because queued entries continue to land.
 */
export async function serviceTokens(
  fromSettings: string | null,
  store: TokenStore,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<ServiceTokens | null> {
  if (fromSettings === null) {
    if ((await store.list()).length === 0) return null;
    const active = await store.active(clock.now());
    if (active.length === 0)
      log.warn({}, "no caller can authenticate: every token has expired or was revoked");
  }
  const known = new KnownTokens(store, clock, log);
  const sources = fromSettings === null ? [known] : [staticToken(fromSettings), known];
  const { verify } = anyOf(...sources);
  return { verify, fromSettings, find: async (id) => known.find(id), close: async () => known.close() };
}
