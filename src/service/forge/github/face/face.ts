/** What people are to see of a pull request on GitHub. Everything in it is safe to be written there. */
import type { CommitId, PullRequestNumber } from "../../../../domain/ids.js";
import { isRecord } from "../../../../domain/is-record.js";
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import type { GitHubCalls } from "../calls/github-calls.js";

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

export interface Place {
  readonly calls: GitHubCalls;
  readonly repository: Repository;
  readonly number: PullRequestNumber;
  /** The login under which what we write appears. */
  readonly self: () => Promise<string>;
}

/** Logins compare without regard to case. */
export function isSame(login: string, self: string): boolean {
  return self !== "" && login.toLowerCase() === self.toLowerCase();
}

/** The value at the end of a path of names; undefined where there is none. */
export function valueAt(answer: unknown, ...path: readonly string[]): unknown {
  let value = answer;
  for (const name of path) {
    if (!isRecord(value)) return undefined;
    value = value[name];
  }
  return value;
}

export function textAt(answer: unknown, ...path: readonly string[]): string {
  const value = valueAt(answer, ...path);
  return typeof value === "string" ? value : "";
}

/** Of something that was created, or found. */
export function numberAt(answer: unknown, name: string): number {
  const value = valueAt(answer, name);
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  throw new ForgeError(`GitHub answered without a usable ${name}`, true);
}

export function messageOf(answer: unknown): string {
  return `${textAt(answer, "message")} ${JSON.stringify(valueAt(answer, "errors") ?? "")}`;
}
