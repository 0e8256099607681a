/** The client of one command, made from its options, and what the command may say while it runs. */

import { traceHeaders } from "../../client/attempt.js";
import { type ClientOptions, MergeQueueClient } from "../../client/client.js";
import { Deadline } from "../../client/deadline.js";
import type { AttemptNote } from "../../client/perform-call.js";
import { durationInWords, shown } from "../../client/words.js";
import type { Step } from "../../operations/operation.js";
import { programVersion } from "../version.js";
import { readWholeText } from "./input-text.js";
import type { Environment, OptionReader } from "./option-reader.js";
import { UsageError } from "./option-reader.js";
import type { Screen } from "./screen.js";

export interface Session extends Step {
  readonly screen: Screen;
  /** For a last request after an interruption, when `client` sends nothing any more. Ends within a second. */
  partingClient(): MergeQueueClient;
}

/** Whoever interrupts a command does not wait long. */
const PARTING_MS = 700;

interface Limits {
  readonly deadline: Deadline;
  /** Aborts when the command is told to stop. */
  readonly interruption: AbortSignal;
  /** Aborts then and at the deadline. */
  readonly signal: AbortSignal;
}

/** Throws `UsageError`. */
export async function openSession(
  options: OptionReader,
  environment: Environment,
  screen: Screen,
  { deadline, interruption, signal }: Limits,
): Promise<Session> {
  const reach = {
    apiUrl: options.required("apiUrl"),
    credential: { kind: "token", token: await readToken(options, environment, signal) },
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
    partingClient,
    skipped: ({ message }) => screen.note(`Not shown: ${message}`),
    settingsShown: () => undefined,
  };
}

/** The last failure is told at the end, so only what is repeated is worth a line. */
function noteRepetition(
  { endpoint, attempt, outcome, status, detail, nextDelayMs }: AttemptNote,
  screen: Screen,
): void {
  if (outcome === "succeeded" && detail !== "") screen.note(`${endpoint}: ${detail}`);
  if (outcome === "succeeded" || nextDelayMs === null) return;
  const facts = [status, detail].filter((fact) => fact !== null && fact !== "").join(": ");
  const again = `trying again in ${durationInWords(nextDelayMs)}`;
  screen.note(
    `${endpoint}: attempt ${attempt} ended as ${outcome}, ${again}${facts === "" ? "" : ` (${facts})`}`,
  );
}

const VARIABLE = "MERGE_QUEUE_API_TOKEN";
const MAX_TOKEN_FILE_BYTES = 64 * 1024;

/** Throws a `UsageError` that never holds the token. The signal ends the reading of a file. */
async function readToken(
  options: OptionReader,
  environment: Environment,
  signal: AbortSignal,
): Promise<string> {
  const path = options.value("tokenFile");
  const token = path === undefined ? environment[VARIABLE]?.trim() : await readTokenFile(path, signal);
  if (token === undefined || token === "") {
    throw new UsageError(
      path === undefined
        ? `The API token is missing; set ${VARIABLE}, or name a file that holds it with --token-file.`
        : `--token-file ${shown(path)} is empty; expected a file that holds the token.`,
    );
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const source = path === undefined ? VARIABLE : `--token-file ${shown(path)}`;
  throw new UsageError(
    `${source} (not shown) is not accepted; expected one line of printable ASCII characters without spaces.`,
  );
}

async function readTokenFile(path: string, signal: AbortSignal): Promise<string> {
  const source = `--token-file ${shown(path)}`;
  return (await readWholeText(path, source, MAX_TOKEN_FILE_BYTES, { stdin: null, signal })).trim();
}
