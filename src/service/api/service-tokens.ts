/** Every token that the service takes: the one of its settings, and those of its store. */
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import type { TokenStore } from "../ports/token-store.js";
import { KnownTokens } from "../tokens/known-tokens.js";
import { anyOf, staticToken, type Tokens } from "./auth.js";

export interface ServiceTokens extends Tokens {
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
