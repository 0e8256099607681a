/** Leads from the inputs to the operation's verdict: everything is read and checked first, then the operation runs. */

import { createHash } from "node:crypto";
import { Deadline, timeLimit } from "../client/deadline.js";
import {
  type CutKind,
  errorKindInWords,
  failureBeforeSending,
  MergeQueueError,
  purposeInWords,
} from "../client/errors.js";
import { durationInWords } from "../client/message-words.js";
import type { AttemptNote } from "../client/perform-call.js";
import { ENDPOINT_FACTS } from "../contract/endpoint-facts.js";
import type { ReadReplyOf } from "../contract/endpoints.js";
import { deadlineOf, type PlannedRequest } from "../operations/operation.js";
import { OPERATION_ENDPOINTS, type OperationName } from "../operations/operation-names.js";
import { credentialFor } from "./credential.js";
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import { INPUTS, isInputName } from "./inputs.js";
import { COMMON_INPUTS, type Operation, TARGET_INPUTS, type Verdict } from "./operation.js";
import { OPERATIONS } from "./operations.js";
import { reportShownSettings } from "./queue-report.js";
import { readSettings } from "./queue-settings-inputs.js";
import type { Report } from "./report.js";
import type { Runtime } from "./runtime.js";
import { Subject } from "./subject.js";
import { ACTION_VERSION } from "./version.js";
import type { WorkflowRun } from "./workflow-run.js";
import { WorkspaceFiles } from "./workspace-files.js";

/** The runner sends SIGTERM 7.5 s after it cancels a job; the rest of that time is for outputs and summary. */
const PARTING_MS = 6500;
const PARTING_RETRIES = 2;

export interface StepSignals {
  /** Aborts when the job is cancelled. */
  readonly stop: AbortSignal;
  /** Aborts when there is no time left even for a last request. */
  readonly end: AbortSignal;
}

export interface Surroundings {
  readonly inputs: InputReader;
  readonly run: WorkflowRun;
  readonly report: Report;
  readonly runtime: Runtime;
  readonly signals: StepSignals;
}

/** Throws `InputError` before the first request, `MergeQueueError` after it. */
export async function perform(surroundings: Surroundings): Promise<Verdict> {
  const { inputs, run, report, runtime } = surroundings;
  const name = inputs.required("operation");
  const operation = OPERATIONS[name];
  const waits = operation.inputs.includes("wait") && inputs.required("wait");
  const deadline = deadlineOf(inputs.value("timeout"), waits ? inputs.required("wait-timeout") : null);
  if (operation.outputs.includes("uploaded")) report.set({ uploaded: false });
  checkOneSource(inputs);
  await readSettings(inputs);
  const service = operation.isLocal ? null : serviceOf(inputs, run);
  const prepared = await prepare(name, deadline, surroundings);
  warnOfUnused(name, inputs, runtime);
  for (const warning of prepared.warnings) runtime.warn(warning);
  prepared.announce(report);
  if (inputs.required("dry-run")) return dryRun(prepared, service?.apiUrl ?? "", runtime);
  return service === null
    ? runLocally(name, prepared, surroundings)
    : runWithService(service, prepared, deadline, surroundings);
}

type Prepared = Awaited<ReturnType<Operation["prepare"]>>;

function serviceOf(inputs: InputReader, run: WorkflowRun) {
  const apiUrl = inputs.required("api-url");
  return { apiUrl, credential: credentialFor(inputs, run), userAgent: userAgent(run) };
}

async function prepare(
  name: OperationName,
  deadline: Deadline,
  { inputs, run, runtime, signals }: Surroundings,
): Promise<Prepared> {
  const operation = OPERATIONS[name];
  const files = new WorkspaceFiles((variable) => runtime.environment(variable));
  return inTime(name, deadline, signals.stop, async (stop) => {
    const known = await withBase(operation, inputs, run, stop);
    const mask = (secret: string) => runtime.mask(secret);
    const log = (line: string) => runtime.log(line);
    const given = { inputs, run: known, files, signal: stop, mask, log };
    return operation.prepare(Object.assign(new Subject(inputs, known), given));
  });
}

function dryRun({ requests }: Prepared, apiUrl: string, runtime: Runtime): Verdict {
  for (const request of requests) runtime.log(plannedInWords(apiUrl, request));
  const sentence = "Dry run: the inputs are valid, and nothing was sent.";
  return { kind: "done", outcome: "dry-run", sentence };
}

/** What a running operation reports to, with or without a service. */
function stepOf({ report, runtime }: Surroundings) {
  const log = (line: string) => runtime.log(line);
  return {
    report,
    log,
    warn: (line: string) => runtime.warn(line),
    skipped: ({ message }: MergeQueueError) => log(`Not in the report: ${message}`),
    settingsShown: (settings: ReadReplyOf<"updateQueue">) => reportShownSettings(settings, report),
  };
}

async function runLocally(
  name: OperationName,
  prepared: Prepared,
  surroundings: Surroundings,
): Promise<Verdict> {
  const none = (): never => {
    throw new Error(`the operation ${name} uses no service`);
  };
  return prepared.run({
    ...stepOf(surroundings),
    partingClient: none,
    get client() {
      return none();
    },
  });
}

async function runWithService(
  service: ReturnType<typeof serviceOf>,
  prepared: Prepared,
  deadline: Deadline,
  surroundings: Surroundings,
): Promise<Verdict> {
  const { inputs, runtime, signals } = surroundings;
  const step = stepOf(surroundings);
  const { cancellingOnAbort, MergeQueueClient, traceHeaders } = await import("./sending.js");
  const traced = { ...service, trace: traceHeaders((variable) => runtime.environment(variable)) };
  const serving = {
    ...step,
    client: new MergeQueueClient({
      ...traced,
      retries: inputs.required("retries"),
      deadline,
      signal: signals.stop,
      onAttempt: (note) => logAttempt(note, runtime),
      onWarning: step.warn,
    }),
    partingClient: () =>
      new MergeQueueClient({
        ...traced,
        retries: PARTING_RETRIES,
        deadline: Deadline.after(PARTING_MS),
        signal: signals.end,
      }),
  };
  return cancellingOnAbort(prepared.remains, serving, () => prepared.run(serving));
}

/** When a pull request has a base, the default branch would be wrong: a comment's event does not name the base. */
async function withBase(operation: Operation, inputs: InputReader, run: WorkflowRun, signal: AbortSignal) {
  const lacking = operation.inputs.includes("target-branch") ? new Subject(inputs, run).lacksBase() : null;
  if (lacking === null) return run;
  const { runWithBase } = await import("./forge-base.js");
  return runWithBase(run, lacking, inputs, signal);
}

/** A file that an input names may have no end, and a pipe may have no writer, so reading stops at the deadline. */
async function inTime<Result>(
  name: OperationName,
  deadline: Deadline,
  signal: AbortSignal,
  prepare: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = AbortSignal.any([signal, timeLimit(deadline.remainingMs())]);
  const endedBy = (kind: CutKind) =>
    new MergeQueueError(OPERATION_ENDPOINTS[name], failureBeforeSending(kind, "nothing was sent"), 0);
  if (signal.aborted) throw endedBy("aborted");
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.addEventListener("abort", () => reject(endedBy(signal.aborted ? "aborted" : "deadlinePassed")));
  });
  return Promise.race([prepare(stop), stopped]);
}

function userAgent({ serverUrl, repository, runId }: WorkflowRun): string {
  const address = runId === "" ? "" : ` (+${serverUrl}/${repository}/actions/runs/${runId})`;
  return `merge-queue-action/${ACTION_VERSION}${address}`.replace(/[^\x20-\x7e]/g, "");
}

/** An input without effect is a mistake that would go unnoticed. */
function warnOfUnused(name: OperationName, inputs: InputReader, runtime: Runtime): void {
  const used = new Set([...COMMON_INPUTS, ...OPERATIONS[name].inputs]);
  const unused = Object.keys(INPUTS)
    .filter(isInputName)
    .filter((input) => !used.has(input) && inputs.isGiven(input));
  if (unused.length > 0) runtime.warn(`The operation ${name} does not use ${unused.join(", ")}.`);
}

/** The step's error reports the last failure, so this logs only retries and unusual successes. */
function logAttempt(note: AttemptNote, runtime: Runtime): void {
  if (note.outcome === "succeeded" && note.detail !== "")
    runtime.log(`${purposeInWords(note.endpoint)}: ${note.detail}`);
  if (note.outcome === "succeeded" || note.nextDelayMs === null) return;
  const status = note.status === null ? "" : ` ${note.status}`;
  const detail = note.detail === "" ? "" : `: ${note.detail}`;
  const again = `retrying in ${durationInWords(note.nextDelayMs)}`;
  runtime.log(
    `${purposeInWords(note.endpoint)}: attempt ${note.attempt} failed (${errorKindInWords(note.outcome)}${status}), ${again}${detail}`,
  );
}

const MOST_SHOWN_BYTES = 1000;

function plannedInWords(apiUrl: string, { endpoint, body }: PlannedRequest): string {
  const { method } = ENDPOINT_FACTS[endpoint];
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const digest = createHash("sha256").update(bytes).digest("hex");
  const beginning = Buffer.from(bytes.subarray(0, MOST_SHOWN_BYTES)).toString();
  const more = bytes.byteLength > MOST_SHOWN_BYTES ? "…" : "";
  const carrier = method === "GET" ? "as its query" : `${bytes.byteLength} bytes, SHA-256 ${digest}`;
  return `Would send ${method} ${apiUrl}/${endpoint} (${carrier}): ${beginning}${more}`;
}

/** Throws when two inputs give targets. For `compute-targets`, one names the source and one the file to write. */
function checkOneSource(inputs: InputReader): void {
  if (inputs.value("operation") === "compute-targets") return;
  const [first, second] = TARGET_INPUTS.filter((name) => inputs.isGiven(name));
  if (first !== undefined && second !== undefined) {
    throw new InputError(first, `cannot be given together with ${second}; choose one of the two.`);
  }
}
