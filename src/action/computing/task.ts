/** The input of the computing thread, and the messages between it and the step's main thread: plain data only. */
import type { Repository } from "../../domain/repository.js";
import type { ProgramCall, ProgramEnd } from "../../process/run-program.js";
import type { ComputedTargets } from "../../targets/compute-targets.js";
import type { Remote } from "../../targets/git/git-environment.js";
import type { Wanted } from "../../targets/revisions/question.js";
import type { SourceChoices } from "../../targets/source-choice.js";

export interface ComputingTask {
  readonly choices: SourceChoices;
  readonly wanted: Wanted;
  readonly checkout: string;
  readonly remote: Remote;
  readonly forgeApi: { readonly url: string; readonly token: string | null; readonly repository: Repository };
  /** The variables that define which files are within reach. */
  readonly reach: Readonly<Record<string, string>>;
  /** Why no program of the repository may run here; null when it may. */
  readonly secretsHere: string | null;
}

/** The result of the computation: an answer, or a mistake in the input that names the sources. */
export type ComputingEnd =
  | { readonly kind: "computed"; readonly computed: ComputedTargets }
  | { readonly kind: "wrongInput"; readonly complaint: string };

export type FromThread =
  | ComputingEnd
  /** The main thread starts programs, so that it can stop them even if this thread hangs. */
  | { readonly kind: "runProgram"; readonly id: number; readonly call: Omit<ProgramCall, "signal"> }
  | { readonly kind: "stopProgram"; readonly id: number };

export type ToThread =
  /** Sent once, before all other messages. */
  | { readonly kind: "compute"; readonly task: ComputingTask }
  | { readonly kind: "stop" }
  | { readonly kind: "programEnded"; readonly id: number; readonly end: ProgramEnd };
