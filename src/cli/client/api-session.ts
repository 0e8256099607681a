/** The API client of one command, created from its options, and the output of its retries. */

import { traceHeaders } from "../../client/attempt.js";
import { type ClientOptions, MergeQueueClient } from "../../client/client.js";
import { Deadline } from "../../client/deadline.js";
import { errorKindInWords, purposeInWords } from "../../client/errors.js";
import { durationInWords, shown } from "../../client/message-words.js";
import type { AttemptNote } from "../../client/perform-call.js";
import type { Step } from "../../operations/operation.js";
import { programVersion } from "../version.js";
import { readWholeText } from "./input-text.js";
import { MissingInput, MissingParts } from "./missing-input.js";
import type { Environment, OptionReader } from "./option-reader.js";
import { UsageError } from "./option-reader.js";
import { loginFor, readLogins, type SavedLogin } from "./saved-logins.js";
import type { Screen } from "./screen.js";

export interface Session extends Step {
  readonly screen: Screen;
  /** Whether the answer includes what is usually left out. */
  readonly showsAll: boolean;
  /** A client for one last request after an interruption, when `client` no longer sends. Ends within a second. */
  partingClient(): MergeQueueClient;
}

/** A user who interrupts a command expects it to end within a second. */
const PARTING_MS = 700;

interface Limits {
  readonly deadline: Deadline;
  /** Aborts on an interruption. */
  readonly interruption: AbortSignal;
  /** Aborts on an interruption or at the deadline. */
  readonly signal: AbortSignal;
}

/** Throws `UsageError`. */
export async function openSession(
  options: OptionReader,
  environment: Environment,
  screen: Screen,
  { deadline, interruption, signal }: Limits,
): Promise<Session> {
  const { apiUrl, token } = await readAccess(options, environment, signal);
  const reach = {
    apiUrl,
    credential: { kind: "token", token },
    userAgent: `merge-queue-cli/${programVersion()}`,
    trace: traceHeaders((name) => environment[name]),
  } as const satisfies ClientOptions;
  const client = new MergeQueueClient({
    ...reach,
    retries: options.required("retries"),
    deadline,
    signal: interruption,
    onAttempt: (note) => noteRepetition(note, screen),
    onWarning: (sentence) => screen.warn(sentence),
  });
  const partingClient = () =>
    new MergeQueueClient({ ...reach, retries: 0, deadline: Deadline.after(PARTING_MS) });
  return {
    client,
    screen,
    showsAll: options.isGiven("all"),
    partingClient,
    skipped: ({ message }) => screen.note(`Not shown: ${message}`),
    settingsShown: () => undefined,
  };
}

/** Prints a line only for attempts that are retried; the last failure is reported at the end. */
function noteRepetition(
  { endpoint, attempt, outcome, status, detail, nextDelayMs }: AttemptNote,
  screen: Screen,
): void {
  if (outcome === "succeeded" && detail !== "") screen.note(`${purposeInWords(endpoint)}: ${detail}`);
  if (outcome === "succeeded" || nextDelayMs === null) return;
  const facts = [status, detail].filter((fact) => fact !== null && fact !== "").join(": ");
  const again = `retrying in ${durationInWords(nextDelayMs)}`;
  screen.note(
    `${purposeInWords(endpoint)}: attempt ${attempt} failed (${errorKindInWords(outcome)}), ${again}${facts === "" ? "" : ` (${facts})`}`,
  );
}

const VARIABLE = "MERGE_QUEUE_API_TOKEN";
const MAX_TOKEN_FILE_BYTES = 64 * 1024;

/** The address and the token: from options, then variables, then the saved login of this address. */
async function readAccess(
  options: OptionReader,
  environment: Environment,
  signal: AbortSignal,
): Promise<SavedLogin> {
  const isTokenGiven =
    options.value("tokenFile") !== undefined || (environment[VARIABLE]?.trim() ?? "") !== "";
  const given = options.value("apiUrl");
  const logins = given !== undefined && isTokenGiven ? [] : await readLogins(environment);
  const missing = new MissingParts();
  const apiUrl = missing.collect(() => given ?? logins.at(-1)?.apiUrl ?? options.required("apiUrl"));
  const saved = apiUrl === undefined ? null : loginFor(logins, apiUrl);
  const token = await missing.collectFrom(() => readToken(options, environment, saved, signal));
  missing.throwIfAny();
  if (apiUrl === undefined || token === undefined) throw new Error("the access is incomplete");
  return { apiUrl, token };
}

/** Throws a `UsageError` that never contains the token. The signal ends the reading of a file. */
async function readToken(
  options: OptionReader,
  environment: Environment,
  saved: SavedLogin | null,
  signal: AbortSignal,
): Promise<string> {
  const path = options.value("tokenFile");
  const inVariable = environment[VARIABLE]?.trim() ?? "";
  const token = path === undefined ? inVariable || saved?.token : await readTokenFile(path, signal);
  if (token === undefined && path === undefined) {
    throw new MissingInput(
      `The API token is missing; run merge-queue login, set ${VARIABLE}, or name a file that contains it with --token-file.`,
    );
  }
  if (token === undefined || token === "") {
    throw new UsageError(
      `--token-file ${shown(path ?? "")} is empty; expected a file that contains the token.`,
    );
  }
  if (isToken(token)) return token;
  const source = path === undefined ? VARIABLE : `--token-file ${shown(path)}`;
  throw new UsageError(
    `The token in ${source} (not shown) is not accepted; expected one line of printable ASCII characters without spaces.`,
  );
}

/** One line of printable ASCII characters without spaces, as a header can carry it. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

async function readTokenFile(path: string, signal: AbortSignal): Promise<string> {
  const source = `--token-file ${shown(path)}`;
  return (await readWholeText(path, source, MAX_TOKEN_FILE_BYTES, { stdin: null, signal })).trim();
}
