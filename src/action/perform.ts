/** From the inputs to the operation's verdict: everything is read and checked first, then the operation runs. */
import { Deadline } from "../client/deadline.js";
import { type CutKind, failureBeforeSending, MergeQueueError } from "../client/errors.js";
import type { AttemptNote } from "../client/perform-call.js";
import { timeLimit } from "../client/time-limit.js";
import { durationInWords } from "../client/words.js";
import { credentialFor } from "./credential.js";
import { plannedInWords } from "./dry-run.js";
import type { InputReader } from "./input-reader.js";
import { INPUTS, isInputName } from "./inputs.js";
import { COMMON_INPUTS, type Operation, type Step, type Verdict } from "./operation.js";
import { OPERATION_ENDPOINTS } from "./operation-names.js";
import { OPERATIONS } from "./operations.js";
import type { Report } from "./report.js";
import type { Runtime } from "./runtime.js";
import { readSettings } from "./settings.js";
import { Subject } from "./subject.js";
import { checkOneSource } from "./target-inputs.js";
import { ACTION_VERSION } from "./version.js";
import type { WorkflowRun } from "./workflow-run.js";
import { WorkspaceFiles } from "./workspace-files.js";

const DEFAULT_TIMEOUT_MS = 600_000;
/** The runner sends SIGTERM 7.5 s after it has cancelled a job; the rest is for outputs and summary. */
const PARTING_MS = 6500;
const PARTING_RETRIES = 2;

export interface StepSignals {
  /** Aborts when the job is cancelled. */
  readonly stop: AbortSignal;
  /** Aborts when there is no time left for a last request either. */
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
export async function perform({ inputs, run, report, runtime, signals }: Surroundings): Promise<Verdict> {
  const signal = signals.stop;
  const operation = OPERATIONS[inputs.required("operation")];
  const deadline = deadlineOf(operation, inputs);
  if (operation.outputs.includes("uploaded")) report.set({ uploaded: false });
  checkOneSource(inputs);
  await readSettings(inputs);
  const reach = operation.isLocal ? null : reachOf(inputs, run);
  const files = new WorkspaceFiles((name) => runtime.environment(name));
  const log = (line: string) => runtime.log(line);
  const prepared = await inTime(operation, deadline, signal, async (stop) => {
    const known = await withBase(operation, inputs, run, stop);
    return operation.prepare({
      inputs,
      subject: new Subject(inputs, known),
      run: known,
      files,
      signal: stop,
      mask: (secret) => runtime.mask(secret),
      log,
    });
  });
  warnOfUnused(operation, inputs, runtime);
  for (const warning of prepared.warnings) runtime.warn(warning);
  prepared.announce(report);
  if (inputs.required("dry-run")) {
    const apiUrl = reach?.apiUrl ?? "";
    for (const request of prepared.requests) runtime.log(plannedInWords(apiUrl, request));
    return {
      kind: "done",
      outcome: "dry-run",
      sentence: "Dry run: the inputs are in order, and nothing was sent.",
    };
  }
  const step = { report, log, warn: (line: string) => runtime.warn(line) };
  if (reach === null) return prepared.run(withoutService(step, operation));
  const { MergeQueueClient, traceHeaders } = await import("./sending.js");
  const traced = { ...reach, trace: traceHeaders((name) => runtime.environment(name)) };
  return prepared.run({
    ...step,
    client: new MergeQueueClient({
      ...traced,
      retries: inputs.required("retries"),
      deadline,
      signal,
      onAttempt: (note) => sayAttempt(note, runtime),
      onWarning: step.warn,
    }),
    partingClient: () =>
      new MergeQueueClient({
        ...traced,
        retries: PARTING_RETRIES,
        deadline: Deadline.after(PARTING_MS),
        signal: signals.end,
      }),
  });
}

/** The default branch is no answer where a pull request has a base: its event may be a comment, which does not name it. */
async function withBase(operation: Operation, inputs: InputReader, run: WorkflowRun, signal: AbortSignal) {
  const lacking = operation.inputs.includes("target-branch") ? new Subject(inputs, run).lacksBase() : null;
  if (lacking === null) return run;
  const { runWithBase } = await import("./forge-base.js");
  return runWithBase(run, lacking, inputs, signal);
}

function reachOf(inputs: InputReader, run: WorkflowRun) {
  return {
    apiUrl: inputs.required("api-url"),
    credential: credentialFor(inputs, run),
    userAgent: userAgent(run),
  };
}

/** A local operation that asks for the client all the same is a mistake of ours. */
function withoutService(step: Omit<Step, "client" | "partingClient">, { name }: Operation): Step {
  const none = () => {
    throw new Error(`the operation ${name} asks no service`);
  };
  return {
    ...step,
    get client() {
      return none();
    },
    partingClient: none,
  };
}

/** What the inputs name may be a file without end, or one that nobody serves: it is not waited for. */
async function inTime<Prepared>(
  { name }: Operation,
  deadline: Deadline,
  signal: AbortSignal,
  prepare: (stop: AbortSignal) => Promise<Prepared>,
): Promise<Prepared> {
  const stop = AbortSignal.any([signal, timeLimit(deadline.remainingMs())]);
  const endedBy = (kind: CutKind) =>
    new MergeQueueError(OPERATION_ENDPOINTS[name], failureBeforeSending(kind, "nothing was sent"), 0);
  if (signal.aborted) throw endedBy("aborted");
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.addEventListener("abort", () => reject(endedBy(signal.aborted ? "aborted" : "deadlinePassed")));
  });
  return Promise.race([prepare(stop), stopped]);
}

/** With two limits the one that comes first ends the step. */
function deadlineOf(operation: Operation, inputs: InputReader): Deadline {
  const timeoutMs = inputs.value("timeout");
  const waits = operation.inputs.includes("wait") && inputs.required("wait");
  if (!waits) return Deadline.after(timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return Deadline.after(Math.min(inputs.required("wait-timeout"), timeoutMs ?? Number.POSITIVE_INFINITY));
}

function userAgent({ serverUrl, repository, runId }: WorkflowRun): string {
  const address = runId === "" ? "" : ` (+${serverUrl}/${repository}/actions/runs/${runId})`;
  return `merge-queue-action/${ACTION_VERSION}${address}`.replace(/[^\x20-\x7e]/g, "");
}

/** A setting that does nothing is a mistake that nobody would notice. */
function warnOfUnused(operation: Operation, inputs: InputReader, runtime: Runtime): void {
  const used = new Set([...COMMON_INPUTS, ...operation.inputs]);
  const unused = Object.keys(INPUTS)
    .filter(isInputName)
    .filter((name) => !used.has(name) && inputs.isGiven(name));
  if (unused.length > 0) runtime.warn(`The operation ${operation.name} does not use ${unused.join(", ")}.`);
}

/** The last failure is named by the step's error, so only what is repeated is worth a line, or odd. */
function sayAttempt(note: AttemptNote, runtime: Runtime): void {
  if (note.outcome === "succeeded" && note.detail !== "") runtime.log(`${note.endpoint}: ${note.detail}`);
  if (note.outcome === "succeeded" || note.nextDelayMs === null) return;
  const status = note.status === null ? "" : ` ${note.status}`;
  const detail = note.detail === "" ? "" : `: ${note.detail}`;
  const again = `trying again in ${durationInWords(note.nextDelayMs)}`;
  runtime.log(
    `${note.endpoint}: attempt ${note.attempt} ended as ${note.outcome}${status}, ${again}${detail}`,
  );
}
