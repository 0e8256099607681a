/** What failures of Postgres, and of the way to it, mean for the person who runs the service. */
import { codeOf as codeOfThrown, errorText, partsOf } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";

interface Meaning {
  readonly advice: string;
  readonly retryable: boolean;
}

const UNREACHABLE: Meaning = {
  advice: "check that it runs and that this machine reaches it; a running service then continues by itself",
  retryable: true,
};
const REFUSED_USER: Meaning = {
  advice: "check user and password in MERGE_QUEUE_DATABASE_URL, and what pg_hba.conf allows",
  retryable: false,
};
const GOING_DOWN: Meaning = {
  advice: "the server is stopping or starting; a running service continues by itself afterwards",
  retryable: true,
};
const CONTENTION: Meaning = { advice: "others write at the same time; try again", retryable: true };
const TOO_SLOW: Meaning = {
  advice: "it took too long; look for locks that are held and for a server under load",
  retryable: true,
};

/** By SQLSTATE, or its class of two characters, or the system's name of the failure. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ["08", UNREACHABLE],
  ["28", REFUSED_USER],
  ["3D000", { advice: "create the database, or name another in MERGE_QUEUE_DATABASE_URL", retryable: false }],
  [
    "42501",
    { advice: "the user may not do this; make it the owner of database and tables", retryable: false },
  ],
  [
    "25006",
    { advice: "it may only be read; name the primary server, or end its read-only mode", retryable: true },
  ],
  ["25P03", { advice: "a transaction stood still for too long; try again", retryable: true }],
  ["40", CONTENTION],
  ["53", { advice: "the server is short of memory or other resources; look at its log", retryable: true }],
  ["53100", { advice: "the disk of the server is full; make room", retryable: true }],
  [
    "53300",
    { advice: "too many connections; raise max_connections, or run fewer replicas", retryable: true },
  ],
  ["55P03", TOO_SLOW],
  ["57014", TOO_SLOW],
  ["57P01", GOING_DOWN],
  ["57P02", GOING_DOWN],
  ["57P03", GOING_DOWN],
  ["58", { advice: "reading or writing its disk failed; check the disk of the server", retryable: true }],
  ["XX001", { advice: "the database is damaged; restore it from a backup", retryable: false }],
  ["XX002", { advice: "an index is damaged; run REINDEX, or restore a backup", retryable: false }],
  ["ECONNREFUSED", UNREACHABLE],
  ["ECONNRESET", UNREACHABLE],
  ["EPIPE", UNREACHABLE],
  ["ETIMEDOUT", UNREACHABLE],
  ["EHOSTUNREACH", UNREACHABLE],
  ["ENETUNREACH", UNREACHABLE],
  ["EAI_AGAIN", UNREACHABLE],
  ["ENOTFOUND", { advice: "check the name of the server in MERGE_QUEUE_DATABASE_URL", retryable: true }],
  ["ENOENT", { advice: "there is no such socket; check MERGE_QUEUE_DATABASE_URL", retryable: true }],
]);

/** Errors of the driver itself have no code. */
const OF_THE_DRIVER: readonly (readonly [RegExp, Meaning])[] = [
  [/^Query read timeout/, TOO_SLOW],
  [/timeout exceeded when trying to connect/, TOO_SLOW],
  [/connection|not queryable|terminated/i, UNREACHABLE],
  [/ssl/i, { advice: "set sslmode in MERGE_QUEUE_DATABASE_URL as the server wants it", retryable: false }],
];

/** `place` names the database without its password. */
export function postgresFailure(error: unknown, place: string): StoreError {
  if (error instanceof StoreError) return error;
  const text = errorText(error);
  const meaning = meaningOf(error, text);
  const message = `the Postgres store ${place} failed (${text})`;
  return new StoreError(
    meaning === undefined ? message : `${message}: ${meaning.advice}`,
    meaning?.retryable ?? false,
    { cause: error },
  );
}

/**
 * Whether the connection has to be closed: its state is unknown, the server closes it, or it is read-only because of its
 * server or of when it was opened.
 */
export function endsConnection(error: unknown): boolean {
  const code = codeOf(error);
  return code === null || !/^[0-9A-Z]{5}$/.test(code) || /^(?:57P|08|25006|25P03)/.test(code);
}

function meaningOf(error: unknown, text: string): Meaning | undefined {
  const code = codeOf(error);
  if (code === null) return OF_THE_DRIVER.find(([words]) => words.test(text))?.[1];
  return MEANINGS.get(code) ?? MEANINGS.get(code.slice(0, 2));
}

/** Connecting to a name with several addresses fails with an error that may have neither code nor message. */
function codeOf(error: unknown): string | null {
  return codeOfThrown(error) || codeOfThrown(partsOf(error)[0]) || null;
}
