/** What `merge-queue replay` shows, as text for people or as one JSON document, written while the log is read. */
import type { ExplainedStep } from "../../engine/explain.js";
import type { Comparison } from "../../service/ports/decision-digest.js";
import type { ExitCode } from "../exit-codes.js";

export interface ShownStep {
  readonly version: number;
  readonly event: EventWords;
  /** Whether it is the decision in the log, or in the other one; "failure" where this version fails at it. */
  readonly decision: Comparison | "failure";
  /** The queue after the event; null where the log has none. */
  readonly picture: string | null;
  /** The picture in the log, where the decision differs and the log has another picture. */
  readonly recordedPicture?: string;
  /** Decisions before it differ, and from here on the queue is the one in the log again. */
  readonly isBackInStep?: true;
  /** Null unless asked for. */
  readonly steps: readonly ExplainedStep[] | null;
}

export interface EventWords {
  readonly kind: string;
  /** Time of the event, as ISO 8601. */
  readonly at: string;
  /** Whom it is about, such as `#12` or `run 7`; empty for the queue. */
  readonly subject: string;
}

export interface Difference {
  readonly version: number;
  readonly kind: "decision" | "event" | "end" | "failure";
  /** The queue before and after, by whom says so. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The events of both logs as JSON, where they are two. */
  readonly events?: readonly string[];
  /** What the rules of this version do there. */
  readonly steps: readonly ExplainedStep[] | null;
}

export interface ReplayEnding {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** Its kind, where the log cannot be read or the command was not used right. */
  readonly error?: "unreadable-log" | "wrong-use" | "interrupted";
  /** The first one. */
  readonly difference?: Difference;
  /** How many decisions differ from those in the log. */
  readonly differences?: number;
}

export interface Beginning {
  readonly queue: string;
  readonly exportedBy: string;
  readonly version: number;
  /** Null where it is not to be shown. */
  readonly picture: string | null;
}

/** Begins at most once, before the first step, and ends exactly once. */
export interface ReplayScreen {
  begin(beginning: Beginning): void;
  step(step: ShownStep): void;
  end(ending: ReplayEnding): void;
}
