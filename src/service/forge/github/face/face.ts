/** What people are to see of a pull request on GitHub. Everything in it is safe to be written there. */
import type { CommitId } from "../../../../domain/ids.js";

/** The name under which the queue reports on a pull request. Whoever asks whether a pull request is ready leaves it out. */
export const CHECK_NAME = "Merge Queue";

/** How the queue's comment begins, which nobody sees. */
export const COMMENT_MARKER = "<!-- merge-queue:status -->";

export interface CheckFace {
  readonly headSha: CommitId;
  /** Which stay of the pull request it is about. */
  readonly stay: string;
  readonly state:
    | { readonly status: "queued" | "in_progress" }
    | { readonly status: "completed"; readonly conclusion: "success" | "failure" | "cancelled" };
  /** Text. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  readonly detailsUrl: string | null;
}

/**
 * What landed by push has to be closed, since GitHub knows of no merge; it does when the head itself is on the branch,
 * some time after.
 */
export interface ClosingFace {
  readonly stay: string;
  readonly headSha: CommitId;
  readonly kind: "close" | "closesByItself";
}

/** Null: none is wanted. */
export interface Face {
  /** Differs when something happened that people want to know at once. */
  readonly moment: string;
  /** Markdown. */
  readonly comment: string | null;
  readonly check: CheckFace | null;
  readonly label: string | null;
  readonly closing: ClosingFace | null;
  /** Nothing will follow from this stay. */
  readonly isFinal: boolean;
}
