/** Log lines as JSON through pino; the only file that imports it. */
import { type DestinationStream, pino } from "pino";
import type { Log } from "../ports/log.js";
import { logFields } from "../ports/log.js";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const REDACTED = "[redacted]";
/** Fields that only ever hold a secret. */
const SECRET_FIELDS = ["token", "apiToken", "x-api-token", "authorization", "password", "secret"];
/** Between `//` and `@` of an address may stand a password. */
const USER_OF_ADDRESS = /\/\/[^\s/?#"\\@]+@/g;
/** Postgres takes a password there as well. The rest of the line's JSON stays what it is. */
const PASSWORD_IN_QUERY = /([?&](?:ssl)?password=)(?:[^\s"&#\\]|\\["\\])+/gi;
/** What terminals obey, and what some readers of lines take for the end of one: JSON leaves it as it is. */
const UNPRINTED = /[\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

export interface LogOptions {
  /** Texts that no line may hold, wherever they come from. */
  readonly secrets?: readonly string[];
  /** Standard error without it, so that standard output stays for what a command answers. */
  readonly destination?: DestinationStream;
}

export function pinoLog(level: LogLevel, options: LogOptions = {}): Log {
  const { secrets = [], destination = pino.destination(2) } = options;
  // The longest first: one may begin another, whose rest would stay.
  const hidden = secrets
    .filter((secret) => secret !== "")
    .toSorted((one, other) => other.length - one.length)
    .map(insideJson);
  const logger = pino(
    {
      level,
      base: null,
      redact: {
        paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        censor: REDACTED,
      },
      // Not the fields themselves: pino writes what a line says into them.
      mixin: () => ({ ...logFields() }),
      hooks: { streamWrite: (line) => safe(line, hidden) },
    },
    destination,
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}

/** Works on the whole line: a secret in a message, a stack or an unforeseen field is hidden as well. */
function safe(line: string, hidden: readonly string[]): string {
  const withoutSecrets = hidden.reduce((text, secret) => text.replaceAll(secret, REDACTED), line);
  return withoutSecrets
    .replace(USER_OF_ADDRESS, `//${REDACTED}@`)
    .replace(PASSWORD_IN_QUERY, `$1${REDACTED}`)
    .replace(UNPRINTED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
