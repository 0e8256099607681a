/**
 * Whether the service can do its work now, check by check. Anybody may ask: the answer names checks and their state,
 * never an address or an error, and asking often costs nothing.
 */
import type { Log } from "../ports/log.js";

/** Fails, or answers false, when what it looks at is not as it has to be. */
export type Check = () => Promise<boolean>;

export interface Readiness {
  /** By name of the check. */
  check(): Promise<ReadonlyMap<string, boolean>>;
}

export interface ReadinessOptions {
  readonly log: Log;
  /** How long an answer is good for. */
  readonly keepMs?: number;
  /** A check that has not answered by then has failed. */
  readonly patienceMs?: number;
  /** Counts milliseconds, from whenever. */
  readonly now?: () => number;
}

export function createReadiness(
  checks: Readonly<Record<string, Check>>,
  options: ReadinessOptions,
): Readiness {
  const { log, keepMs = 1000, patienceMs = 5000, now = () => performance.now() } = options;
  let latest: { readonly at: number; readonly result: Promise<ReadonlyMap<string, boolean>> } | null = null;

  async function look(): Promise<ReadonlyMap<string, boolean>> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const isReady = await outcomeOf(name, check, patienceMs, log);
        return [name, isReady] as const;
      }),
    );
    return new Map(results);
  }

  return {
    check: async () => {
      if (latest === null || now() - latest.at >= keepMs) latest = { at: now(), result: look() };
      return latest.result;
    },
  };
}

async function outcomeOf(name: string, check: Check, patienceMs: number, log: Log): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([check(), patience]);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    log.warn({ check: name, error: text }, "a check of readiness failed");
    return false;
  } finally {
    clearTimeout(timer);
  }
}
