/** Log lines as JSON through pino; the only file that imports it. */
import { pino } from "pino";
import type { Log } from "./ports/log.js";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes to standard error, so that standard output stays for what a command answers. */
export function pinoLog(level: LogLevel): Log {
  const logger = pino({ level, base: null, redact: ['*["x-api-token"]', "token"] }, pino.destination(2));
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}
