/** What the thread that computes is given, and what it and the step's own thread send each other: plain data only. */
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
  /** The variables that say which files are in reach. */
  readonly reach: Readonly<Record<string, string>>;
  /** Why no program of the repository may run here; null when it may. */
  readonly secretsHere: string | null;
}

/** What the computing comes to: an answer, or a mistake in the input that names the sources. */
export type ComputingEnd =
  | { readonly kind: "computed"; readonly computed: ComputedTargets }
  | { readonly kind: "wrongInput"; readonly complaint: string };

export type FromThread =
  | ComputingEnd
  /** The step's own thread starts programs, and ends them whatever becomes of this one. */
  | { readonly kind: "runProgram"; readonly id: number; readonly call: Omit<ProgramCall, "signal"> }
  | { readonly kind: "stopProgram"; readonly id: number };

export type ToThread =
  /** Comes once, and before the others. */
  | { readonly kind: "compute"; readonly task: ComputingTask }
  | { readonly kind: "stop" }
  | { readonly kind: "programEnded"; readonly id: number; readonly end: ProgramEnd };
