/** The state of an entry, run, check or queue: a glyph and a word, so that colour is never alone. */
import type { Check } from "../../../domain/check.js";
import type { EntryState, QueueState } from "../../../engine/model/queue.js";
import type { RunState } from "../reading/run-view.js";

export interface Mark {
  readonly glyph: string;
  readonly word: string;
  /** The class of its colour. */
  readonly tone: string;
}

export const ENTRY_MARKS: Readonly<Record<EntryState, Mark>> = {
  notReady: { glyph: "⋯", word: "not ready", tone: "grey" },
  pending: { glyph: "○", word: "pending", tone: "grey" },
  testing: { glyph: "◐", word: "testing", tone: "blue" },
  testsPassed: { glyph: "✓", word: "passed", tone: "teal" },
  pendingFailure: { glyph: "◔", word: "pending failure", tone: "amber" },
  merged: { glyph: "●", word: "merged", tone: "violet" },
  failed: { glyph: "✗", word: "failed", tone: "red" },
  cancelled: { glyph: "⊘", word: "cancelled", tone: "grey" },
};

export const QUEUE_MARKS: Readonly<Record<QueueState, Mark>> = {
  running: { glyph: "▶", word: "running", tone: "teal" },
  paused: { glyph: "‖", word: "paused", tone: "amber" },
  draining: { glyph: "▽", word: "draining", tone: "amber" },
  switchingModes: { glyph: "⇄", word: "switching modes", tone: "amber" },
};

export const RUN_MARKS: Readonly<Record<RunState, Mark>> = {
  building: { glyph: "○", word: "building", tone: "grey" },
  running: ENTRY_MARKS.testing,
  passed: ENTRY_MARKS.testsPassed,
  failed: ENTRY_MARKS.failed,
  conflicted: { glyph: "✗", word: "conflict", tone: "red" },
  stopped: { glyph: "⊘", word: "stopped", tone: "grey" },
};

export function checkMark({ status, conclusion }: Check): Mark {
  switch (conclusion) {
    case null:
      return status === "queued"
        ? { glyph: "○", word: "queued", tone: "grey" }
        : { glyph: "◐", word: "running", tone: "blue" };
    case "success":
      return ENTRY_MARKS.testsPassed;
    case "neutral":
    case "skipped":
      return { glyph: "⊘", word: "skipped", tone: "grey" };
    case "cancelled":
    case "stale":
      return { glyph: "⊘", word: "cancelled", tone: "grey" };
    case "failure":
    case "timed_out":
    case "action_required":
    case "startup_failure":
      return { glyph: "✗", word: conclusion.replaceAll("_", " "), tone: "red" };
  }
}

export function StateMark({ mark }: { readonly mark: Mark }) {
  return (
    <span class={`mark ${mark.tone}`}>
      <span aria-hidden="true">{mark.glyph}</span> {mark.word}
    </span>
  );
}
