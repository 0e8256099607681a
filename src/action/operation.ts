/** What an operation is: it reads its inputs, says what it will send, and does it. It knows the client, not the runner. */
import type { MergeQueueClient } from "../client/client.js";
import type { EndpointName } from "../contract/endpoints.js";
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";
import type { OperationName } from "./operation-names.js";
import type { OutputName } from "./outputs.js";
import type { Report } from "./report.js";
import type { Subject } from "./subject.js";
import type { WorkflowRun } from "./workflow-run.js";
import type { WorkspaceFiles } from "./workspace-files.js";

/** The inputs that every operation understands. */
export const COMMON_INPUTS: readonly InputName[] = [
  "operation",
  "api-url",
  "api-token",
  "repository",
  "repo-host",
  "github-token",
  "on-error",
  "timeout",
  "retries",
  "dry-run",
  "summary",
];

/** The outputs that every operation sets. */
export const COMMON_OUTPUTS: readonly OutputName[] = [
  "outcome",
  "response",
  "http-status",
  "attempts",
  "duration-ms",
  "error-kind",
];

export interface PlannedRequest {
  readonly endpoint: EndpointName;
  readonly body: object | Uint8Array;
}

/** What an operation has to work with while it runs. */
export interface Step {
  readonly client: MergeQueueClient;
  readonly report: Report;
  /** For a last request after the job was cancelled, when `client` sends nothing. Ends before the runner's SIGTERM. */
  partingClient(): MergeQueueClient;
  /** One line each; the text may be anyone's. */
  log(line: string): void;
  warn(line: string): void;
}

export type Verdict =
  | {
      readonly kind: "done";
      /** Absent: what was asked for was done. */
      readonly outcome?: "unchanged" | "dry-run";
      readonly sentence: string;
    }
  /** The service answered, and the answer is no. */
  | { readonly kind: "notDone"; readonly errorKind: string; readonly sentence: string };

export interface Definition<Plan> {
  readonly name: OperationName;
  /** One sentence for the README. */
  readonly summary: string;
  /** Beyond the common ones. */
  readonly inputs: readonly InputName[];
  readonly outputs: readonly OutputName[];
  /** It asks no service, so that neither an address nor a credential is needed. */
  readonly isLocal?: true;
  /** Reads and checks everything, and sends nothing. Throws `InputError`. */
  plan(given: Given): Plan | Promise<Plan>;
  /** Reports what is known before anything is sent. */
  announce(plan: Plan, report: Report): void;
  /** What a person should know about the plan, whatever becomes of it. */
  warnings?(plan: Plan): readonly string[];
  /** What a run of the plan sends, apart from reads that only add to the report. */
  requests(plan: Plan): readonly PlannedRequest[];
  /** Throws `MergeQueueError`. */
  run(plan: Plan, step: Step): Promise<Verdict>;
}

export interface Given {
  readonly inputs: InputReader;
  readonly subject: Subject;
  readonly run: WorkflowRun;
  readonly files: WorkspaceFiles;
  /** Aborts when the job is cancelled or the deadline passes: whatever is being read is not wanted any more. */
  readonly signal: AbortSignal;
  /** From now on neither the log nor the report shows the secret. */
  mask(secret: string): void;
  /** One line; the text may be anyone's. */
  log(line: string): void;
}

export interface Operation extends Pick<Definition<unknown>, "name" | "summary" | "inputs" | "outputs"> {
  readonly isLocal: boolean;
  prepare(given: Given): Promise<PreparedOperation>;
}

export interface PreparedOperation {
  readonly warnings: readonly string[];
  announce(report: Report): void;
  readonly requests: readonly PlannedRequest[];
  run(step: Step): Promise<Verdict>;
}

/** Hides what kind of plan the operation makes for itself. */
export function operation<Plan>(definition: Definition<Plan>): Operation {
  const { name, summary, inputs, outputs, isLocal = false } = definition;
  return {
    name,
    summary,
    inputs,
    outputs,
    isLocal,
    async prepare(given) {
      const plan = await definition.plan(given);
      return {
        warnings: definition.warnings?.(plan) ?? [],
        announce: (report) => definition.announce(plan, report),
        requests: definition.requests(plan),
        run: (step) => definition.run(plan, step),
      };
    },
  };
}
