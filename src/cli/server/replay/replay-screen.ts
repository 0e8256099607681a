/** The output of `merge-queue replay`: text for people or one JSON document, written while the log is read. */
import type { ExplainedStep } from "../../../engine/explain/explain.js";
import type { Comparison } from "../../../service/ports/decision-digest.js";
import type { ExitCode } from "../../exit-codes.js";

export interface ShownStep {
  readonly version: number;
  readonly event: EventWords;
  /** How it compares with the decision in the log, or in the other log; "failure": this version fails on the event. */
  readonly decision: Comparison | "failure";
  /** The queue after the event; null if the log has no picture. */
  readonly picture: string | null;
  /** The picture in the log, if both the decision and the picture differ. */
  readonly recordedPicture?: string;
  /** Earlier decisions differ; from this version on, the queue equals that of the log again. */
  readonly isBackInStep?: true;
  /** null unless `--rules` is given. */
  readonly steps: readonly ExplainedStep[] | null;
}

export interface EventWords {
  readonly kind: string;
  /** Time of the event, as ISO 8601. */
  readonly at: string;
  /** The subject, such as `#12` or `run 7`; empty for the queue. */
  readonly subject: string;
}

export interface Difference {
  readonly version: number;
  readonly kind: "decision" | "event" | "end" | "failure";
  /** The queue before and after, keyed by the source of the picture. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The events of both logs as JSON, if they differ. */
  readonly events?: readonly string[];
  /** What the rules of this version do with the event. */
  readonly steps: readonly ExplainedStep[] | null;
}

export interface ReplayEnding {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** Kind of error: an unreadable log, wrong use or an interruption. */
  readonly error?: "unreadable-log" | "wrong-use" | "interrupted";
  /** The first difference. */
  readonly difference?: Difference;
  /** How many decisions differ from those in the log. */
  readonly differences?: number;
}

export interface Beginning {
  readonly queue: string;
  readonly exportedBy: string;
  readonly version: number;
  /** null: not shown. */
  readonly picture: string | null;
}

/** `begin` is called at most once, before the first step; `end` exactly once. */
export interface ReplayScreen {
  begin(beginning: Beginning): void;
  step(step: ShownStep): void;
  end(ending: ReplayEnding): void;
}
