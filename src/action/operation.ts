/** An operation of the Action: its inputs and outputs, and how the report shows its plan and its outcome. */
import type { MergeQueueClient } from "../client/client.js";
import type * as operations from "../operations/operation.js";
import type { Planned, PlannedRequest, Remains } from "../operations/operation.js";
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";
import type { OutputName } from "./outputs.js";
import { SETTINGS_INPUTS } from "./queue-settings-inputs.js";
import type { Report, ServiceAnswer } from "./report.js";
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

export const TARGET_INPUTS = [
  "impacted-targets",
  "impacted-targets-file",
  "impacted-targets-from",
  "impacted-targets-result",
] as const satisfies readonly InputName[];

export const WAIT_INPUTS: readonly InputName[] = ["wait", "wait-timeout", "poll-interval", "cancel-on-abort"];

const INPUTS_OF: Readonly<Record<operations.OperationInput, readonly InputName[]>> = {
  repositories: [],
  queue: ["target-branch"],
  pullRequest: ["target-branch", "pr-number"],
  headSha: ["pr-sha"],
  targets: [...TARGET_INPUTS, "checkout-path", "targets-timeout"],
  priority: ["priority"],
  noBatch: ["no-batch"],
  wait: WAIT_INPUTS,
  settings: SETTINGS_INPUTS,
  testRun: ["test-run-id"],
};

/** What an operation uses while it runs. */
export interface Step extends operations.Step {
  readonly report: Report;
  /**
   * For a last request after the job was cancelled, when `client` sends nothing. Its deadline is before the runner's
   * SIGTERM.
   */
  partingClient(): MergeQueueClient;
  /** One line each; the text may be untrusted. */
  log(line: string): void;
  warn(line: string): void;
}

export type Verdict =
  | {
      readonly kind: "done";
      /** Absent: the operation did what was requested. */
      readonly outcome?: "unchanged" | "dry-run";
      readonly sentence: string;
      /** What the summary shows in place of a check mark: the operation succeeded, but what it shows did not. */
      readonly mark?: Mark;
    }
  /** The service answered, and the operation did not succeed. */
  | { readonly kind: "notDone"; readonly errorKind: string; readonly sentence: string };

/** `pending`: not settled yet. */
export type Mark = "failed" | "pending";

export function done(sentence: string, isUnchanged = false): Verdict {
  return isUnchanged ? { kind: "done", outcome: "unchanged", sentence } : { kind: "done", sentence };
}

/** The operation showed something that has not succeeded itself. */
export function shows(sentence: string, mark: Mark | null): Verdict {
  return mark === null ? done(sentence) : { kind: "done", sentence, mark };
}

/** `answer` is null when `show` reports the service's answers itself, or when there are none. */
interface Answered {
  readonly answer: ServiceAnswer | null;
}

interface Definition<Plan, Outcome extends Answered> {
  /** One sentence for docs/reference/action.md. */
  readonly summary: string;
  readonly inputs: readonly operations.OperationInput[];
  /** Reads and checks all inputs, and sends nothing. Throws `InputError`. */
  plan(given: Given): (Plan & Planned<Outcome>) | Promise<Plan & Planned<Outcome>>;
  /** Inputs that only the Action has for this operation. */
  readonly moreInputs?: readonly InputName[];
  readonly outputs: readonly OutputName[];
  /** The operation uses no service, so it needs neither an address nor a credential. */
  readonly isLocal?: true;
  /** Reports what is known before anything is sent. */
  announce(plan: NoInfer<Plan>, report: Report): void;
  /** Warnings about the plan, shown regardless of the outcome. */
  warnings?(plan: Plan): readonly string[];
  /** Why nothing should be sent after all. */
  objection?(plan: Plan, step: Step): Promise<Verdict | null>;
  /** Reports the outcome, and may read more for it. */
  show(outcome: Outcome, plan: Plan, step: Step): Verdict | Promise<Verdict>;
}

export interface Given extends Subject {
  readonly inputs: InputReader;
  readonly run: WorkflowRun;
  readonly files: WorkspaceFiles;
  /** Aborts when the job is cancelled or the deadline passes: pending reads are then useless. */
  readonly signal: AbortSignal;
  /** From now on neither the log nor the report shows the secret. */
  mask(secret: string): void;
  /** One line; the text may be untrusted. */
  log(line: string): void;
}

export interface Operation {
  readonly summary: string;
  /** In addition to the common inputs. */
  readonly inputs: readonly InputName[];
  readonly outputs: readonly OutputName[];
  readonly isLocal: boolean;
  prepare(given: Given): Promise<PreparedOperation>;
}

export interface PreparedOperation {
  readonly warnings: readonly string[];
  announce(report: Report): void;
  readonly requests: readonly PlannedRequest[];
  readonly remains: Remains | null;
  /** Throws `MergeQueueError`. */
  run(step: Step): Promise<Verdict>;
}

/** Hides the type of the operation's plan. */
export function operation<Plan, Outcome extends Answered>(definition: Definition<Plan, Outcome>): Operation {
  return {
    ...definition,
    inputs: [...definition.inputs.flatMap((input) => INPUTS_OF[input]), ...(definition.moreInputs ?? [])],
    isLocal: definition.isLocal ?? false,
    async prepare(given) {
      const plan = await definition.plan(given);
      return {
        warnings: definition.warnings?.(plan) ?? [],
        announce: (report) => definition.announce(plan, report),
        requests: plan.requests,
        remains: plan.remains ?? null,
        run: (step) => run(definition, plan, step),
      };
    },
  };
}

async function run<Plan, Outcome extends Answered>(
  definition: Definition<Plan, Outcome>,
  plan: Plan & Planned<Outcome>,
  step: Step,
): Promise<Verdict> {
  const objected = await definition.objection?.(plan, step);
  if (objected !== undefined && objected !== null) return objected;
  const outcome = await plan.run(step);
  if (outcome.answer !== null) step.report.answered(outcome.answer);
  return definition.show(outcome, plan, step);
}
