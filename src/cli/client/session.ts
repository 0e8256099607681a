/** The client of one command, made from its options, and what the command may say while it runs. */
import { type ClientOptions, MergeQueueClient } from "../../client/client.js";
import { Deadline } from "../../client/deadline.js";
import { MergeQueueError } from "../../client/errors.js";
import type { AttemptNote } from "../../client/perform-call.js";
import { traceHeaders } from "../../client/trace-parent.js";
import { durationInWords } from "../../client/words.js";
import { programVersion } from "../version.js";
import type { Environment, OptionReader } from "./option-reader.js";
import type { Screen } from "./screen.js";
import { readToken } from "./token.js";

export interface Session {
  readonly client: MergeQueueClient;
  readonly screen: Screen;
  /** For a last request after an interruption, when `client` sends nothing any more. Ends within a second. */
  partingClient(): MergeQueueClient;
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** Whoever interrupts a command does not wait long. */
const PARTING_MS = 700;
/** What only adds to the answer is not waited for longer. */
const EXTRA_MS = 10_000;

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
  return { client, screen, partingClient };
}

/** A read that may fail: null, and a line of progress, when it does. */
export async function extra<Answer>(
  { client, screen }: Session,
  read: (client: MergeQueueClient, options: { retries: number; deadline: Deadline }) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await read(client, { retries: 1, deadline: Deadline.after(EXTRA_MS) });
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    screen.note(`Not shown: ${error.message}`);
    return null;
  }
}

/** With two limits the one that comes first ends the command. Throws `UsageError`. */
export function deadlineOf(options: OptionReader): Deadline {
  const timeoutMs = options.value("timeout");
  if (!options.isGiven("wait")) return Deadline.after(timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return Deadline.after(Math.min(options.required("waitTimeout"), timeoutMs ?? Number.POSITIVE_INFINITY));
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
