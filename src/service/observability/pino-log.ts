/** Log lines as JSON through pino; the only file that imports it. */
import { type DestinationStream, pino } from "pino";
import { escapedAsInJson } from "../../domain/words.js";
import { type Log, type LogLevel, logFields } from "../ports/log.js";

const REDACTED = "[redacted]";
/** Fields that always contain a secret. */
const SECRET_FIELDS = ["token", "apiToken", "x-api-token", "authorization", "password", "secret"];
/** An address may contain a password between `//` and `@`. */
const USER_OF_ADDRESS = /\/\/[^\s/?#"\\@]+@/g;
/** Postgres also accepts a password as a parameter. The match must not damage the line's JSON. */
const PASSWORD_IN_QUERY = /([?&](?:ssl)?password=)(?:[^\s"&#\\]|\\["\\])+/gi;
/** Characters that control terminals, or that some programs read as a line break; JSON does not escape them. */
const UNPRINTED = /[\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

export interface LogOptions {
  /** Texts to remove from every line. */
  readonly secrets?: readonly string[];
  /** Default: standard error, because standard output is for the results of commands. */
  readonly destination?: DestinationStream;
}

export function pinoLog(level: LogLevel, options: LogOptions = {}): Log {
  const { secrets = [], destination = pino.destination(2) } = options;
  // Longest first: a secret may start with another one, and its rest would remain visible.
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
      // A copy, because pino adds the line's own fields to the object.
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

/** Works on the whole line, so it also hides a secret in a message, a stack or an unexpected field. */
function safe(line: string, hidden: readonly string[]): string {
  const withoutSecrets = hidden.reduce((text, secret) => text.replaceAll(secret, REDACTED), line);
  return withoutSecrets
    .replace(USER_OF_ADDRESS, `//${REDACTED}@`)
    .replace(PASSWORD_IN_QUERY, `$1${REDACTED}`)
    .replace(UNPRINTED, escapedAsInJson);
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
