/**
 * Runs one step from its secrets to its exit code. Secrets are masked and removed from the environment before anything
 * can print or start. In every case, the outputs and the summary are written and the problem is reported once.
 */
import { errorKindInWords, MergeQueueError } from "../client/errors.js";
import { asSentence, durationInWords } from "../client/message-words.js";
import { errorText } from "../domain/thrown.js";
import { adviceOnRefusal } from "./credential.js";
import { InputError } from "./input-error.js";
import { InputReader } from "./input-reader.js";
import { INPUTS, type InputName, type InputValues, isInputName } from "./inputs.js";
import { type Markup, markup } from "./markup.js";
import type { Verdict } from "./operation.js";
import type { StepSignals } from "./perform.js";
import { Report } from "./report.js";
import { OutputError, type Runtime } from "./runtime.js";
import { readWorkflowRun, type WorkflowRun } from "./workflow-run.js";

type Ending =
  | Verdict
  /** A mistake in the workflow: `on-error` does not apply. */
  | { readonly kind: "wrongInput"; readonly errorKind: "wrong-input"; readonly sentence: string }
  /** A bug in the action, with unknown consequences: `on-error` does not apply either. */
  | { readonly kind: "broken"; readonly errorKind: string; readonly sentence: string };

/** With these tokens a program could request the job's identity, and write to its caches and artifacts. */
const RUNNERS_TOKENS = ["ACTIONS_ID_TOKEN_REQUEST_TOKEN", "ACTIONS_RUNTIME_TOKEN"];

/** Returns the exit code. */
export async function runStep(runtime: Runtime, signals: StepSignals): Promise<0 | 1> {
  const startedAt = performance.now();
  takeSecrets(runtime);
  const run = readWorkflowRun((name) => runtime.environment(name));
  const inputs = new InputReader(runtime);
  const report = new Report(run.serverUrl);
  const performed = async () => {
    inputs.required("operation");
    inputs.checkAll();
    // Operations are loaded only when one of them has to run.
    const { perform } = await import("./perform.js");
    return perform({ inputs, run, report, runtime, signals });
  };
  const textOf = (error: unknown) => failureText(error, run, valueOr(inputs, "api-token", "") !== "");
  const performedEnding = await endingOf(performed, textOf, report, runtime);
  const durationMs = Math.round(performance.now() - startedAt);
  report.set({ "duration-ms": durationMs });
  if (performedEnding.kind === "done") report.set({ outcome: performedEnding.outcome ?? "done" });
  else report.set({ outcome: "failed", "error-kind": performedEnding.errorKind });
  const onError = valueOr(inputs, "on-error", "fail");
  const ending = afterOutputs(performedEnding, report, runtime);
  if (valueOr(inputs, "summary", true)) {
    report.row("Took", markup`${durationInWords(durationMs)}`);
    await runtime.writeSummary(report.summary(titleOf(inputs), resultOf(ending, onError)));
  }
  return conclude(ending, onError, runtime);
}

function takeSecrets(runtime: Runtime): void {
  for (const name of Object.keys(INPUTS).filter(isInputName)) {
    const { isSecret, environment } = INPUTS[name];
    if (isSecret !== true) continue;
    runtime.mask(runtime.input(name));
    runtime.takeInput(name);
    if (environment === undefined) continue;
    runtime.mask(runtime.environment(environment));
    runtime.takeVariable(environment);
  }
  for (const name of RUNNERS_TOKENS) runtime.takeVariable(name);
}

async function endingOf(
  performed: () => Promise<Verdict>,
  textOf: (error: unknown) => FailureText,
  report: Report,
  runtime: Runtime,
): Promise<Ending> {
  try {
    return await performed();
  } catch (error) {
    if (error instanceof InputError) {
      return { kind: "wrongInput", errorKind: "wrong-input", sentence: error.message };
    }
    if (error instanceof MergeQueueError) report.answered(error);
    if (error instanceof Error) runtime.debug(error.stack ?? error.message);
    return { kind: error instanceof MergeQueueError ? "notDone" : "broken", ...textOf(error) };
  }
}

/** Without outputs, the step is no success: later steps would read empty ones. */
function afterOutputs(ending: Ending, report: Report, runtime: Runtime): Ending {
  try {
    for (const [name, value] of report.outputs()) runtime.setOutput(name, value);
    return ending;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    const sentence = `${asSentence(ending.sentence)} ${error.message}`;
    return ending.kind === "done"
      ? { kind: "notDone", errorKind: "outputs-not-written", sentence }
      : { ...ending, sentence };
  }
}

function conclude(ending: Ending, onError: "fail" | "warn", runtime: Runtime): 0 | 1 {
  if (ending.kind === "done") {
    runtime.log(ending.sentence);
    return 0;
  }
  if (ending.kind === "notDone" && onError === "warn") {
    runtime.warn(ending.sentence);
    return 0;
  }
  runtime.error(ending.sentence);
  return 1;
}

function titleOf(inputs: InputReader): Markup {
  const operation = valueOr(inputs, "operation", undefined);
  return operation === undefined ? markup`Merge queue` : markup`Merge queue: ${operation}`;
}

const MARKS = {
  done: markup`✅`,
  pending: markup`⏳`,
  warned: markup`⚠️`,
  failed: markup`❌`,
} as const;

/** The mark agrees with the step's own: a step that only warns is green. */
function resultOf(ending: Ending, onError: "fail" | "warn"): Markup {
  if (ending.kind === "done") return markup`${MARKS[ending.mark ?? "done"]} ${ending.sentence}`;
  const isWarning = ending.kind === "notDone" && onError === "warn";
  return markup`${isWarning ? MARKS.warned : MARKS.failed} ${ending.sentence}`;
}

/** An invalid input has its fallback here. */
function valueOr<Name extends InputName, Fallback>(
  inputs: InputReader,
  name: Name,
  fallback: Fallback,
): InputValues[Name] | Fallback {
  try {
    return inputs.value(name) ?? fallback;
  } catch (error) {
    if (error instanceof InputError) return fallback;
    throw error;
  }
}

/** The beginning of the transport's message about a certificate. */
const NOT_TRUSTED = "its certificate is not trusted";

/** The message has these words itself where the last answer refused a request that was sent before. */
const DOUBT = "may have been carried out";

interface FailureText {
  /** The output `error-kind`. */
  readonly errorKind: string;
  readonly sentence: string;
}

/** `hasToken`: whether the step has an API token, which the service may have refused. */
export function failureText(error: unknown, run: WorkflowRun, hasToken: boolean): FailureText {
  if (!(error instanceof MergeQueueError)) {
    return {
      errorKind: "internal",
      sentence: `The action failed, which is a bug in the action: ${errorText(error)}`,
    };
  }
  const errorKind = errorKindInWords(error.kind);
  if (error.kind === "aborted") return { errorKind, sentence: "Stopped, because the job was cancelled." };
  const advice = adviceOn(error, run, hasToken);
  const doubt = error.mayHaveActed && !error.message.includes(DOUBT) ? `The request ${DOUBT}.` : "";
  const more = [advice, doubt].filter((text) => text !== "").join(" ");
  const sentence = more === "" ? error.message : `${asSentence(error.message)} ${more}`;
  return { errorKind, sentence };
}

/** Empty when the message is sufficient. */
function adviceOn(error: MergeQueueError, run: WorkflowRun, hasToken: boolean): string {
  switch (error.kind) {
    case "unauthorized":
      return adviceOnRefusal(run, hasToken);
    case "forbidden":
      return error.code === null
        ? "Check api-url, whether a proxy or firewall on the way refuses the request, and what the token may do."
        : "Use a token whose scopes and repositories allow this operation.";
    case "notFound":
      return error.status === 404 && (error.code === null || error.code === "NOT_FOUND")
        ? "Check that api-url is the base address with /v1, and repository and target-branch."
        : "";
    case "unreachable":
      return error.detail.startsWith(NOT_TRUSTED)
        ? "Set the variable NODE_EXTRA_CA_CERTS to a file with the certificates of your own authority."
        : "Check api-url, the network, and the variables https_proxy and no_proxy.";
    case "attemptTimedOut":
      return "Check that the service works and that no proxy delays its answers; no input changes this limit.";
    case "deadlinePassed":
      return "Raise timeout, and with wait also wait-timeout, if this step may take longer.";
    case "aborted":
    case "badAnswer":
    case "bodyTooLarge":
    case "changedMeanwhile":
    case "redirected":
    case "refused":
      return "";
    case "rateLimited":
      return "Run the job again later.";
    case "serverFailed":
      return "Run the job again later; the log of the service has the cause.";
  }
}
