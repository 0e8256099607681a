/** The service's log, and the fields that every line of a request or task carries. */
import { AsyncLocalStorage } from "node:async_hooks";

/** Structured log lines. Fields may contain untrusted text, which the adapter escapes. Never pass a secret. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** From the most lines to none. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const SILENT_LOG: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

type LogFields = Readonly<Record<string, unknown>>;

const storage = new AsyncLocalStorage<Record<string, unknown>>();

/** Adds to the fields that are already set. */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

/** For work that is independent of its caller: earlier fields are dropped. */
export function withOnlyLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run({ ...fields }, work);
}

/** Adds fields discovered during the work, from here to its end. */
export function addLogFields(fields: LogFields): void {
  Object.assign(storage.getStore() ?? {}, fields);
}

export function logFields(): LogFields {
  return storage.getStore() ?? {};
}

const LOG_INTERVAL_MS = 60_000;

/**
 * Limits each message to one log line per minute, with the count of suppressed ones, so that a flood of requests does
 * not flood the log.
 */
export class ThrottledLog {
  readonly #log: Log;
  readonly #monotonic: () => number;
  readonly #lines = new Map<string, { readonly at: number; readonly since: number }>();

  /** `monotonic`: see `Clock`. */
  constructor({ log, monotonic }: { readonly log: Log; readonly monotonic: () => number }) {
    this.#log = log;
    this.#monotonic = monotonic;
  }

  warn(fields: Readonly<Record<string, unknown>>, message: string): void {
    const now = this.#monotonic();
    const { at, since } = this.#lines.get(message) ?? { at: Number.NEGATIVE_INFINITY, since: 0 };
    if (now - at < LOG_INTERVAL_MS) {
      this.#lines.set(message, { at, since: since + 1 });
      return;
    }
    this.#log.warn({ ...fields, more: since }, message);
    this.#lines.set(message, { at: now, since: 0 });
  }
}
