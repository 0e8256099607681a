/** The pull request status on GitHub: comment, check, label. All text in it is already escaped. */
import type { CommitId, PullRequestNumber } from "../../../domain/ids.js";
import { isRecord } from "../../../domain/is-record.js";
import type { Repository } from "../../../domain/repository.js";
import type { CheckRunCommand } from "../../ports/command-store.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubCalls } from "../api/github-calls.js";

/** Name of the queue's check on a pull request. Readiness ignores it. */
export const CHECK_NAME = "Merge Queue";

/** Invisible first line of the queue's comment, by which it is found again. */
export const COMMENT_MARKER = "<!-- merge-queue:status -->";

export interface CheckStatus {
  readonly headSha: CommitId;
  /** The submission that it reports on. */
  readonly submission: string;
  readonly state:
    | { readonly status: "queued" | "in_progress" }
    | { readonly status: "completed"; readonly conclusion: "success" | "failure" | "cancelled" };
  /** Plain text. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  readonly detailsUrl: string | null;
  /** Buttons on the check run. */
  readonly actions: readonly CheckAction[];
}

/** https://docs.github.com/en/rest/checks/runs#create-a-check-run: at most three, of at most 20, 40 and 20 characters. */
export interface CheckAction {
  readonly label: string;
  readonly description: string;
  readonly identifier: CheckRunCommand["kind"];
}

/**
 * A pull request that landed by push has to be closed, because GitHub does not see a merge. If the head itself is on
 * the branch, GitHub notices after a while and marks it as merged.
 */
export interface ClosingStatus {
  readonly submission: string;
  readonly headSha: CommitId;
  readonly kind: "close" | "closesByItself";
}

/** A comment on an exit without a landing, of which GitHub notifies the author. */
export interface ExitNotice {
  readonly submission: string;
  /** Invisible first line of the body, by which it is found again. */
  readonly marker: string;
  /** Markdown. */
  readonly body: string;
}

/** What is shown at a pull request. A part is null when it is disabled or does not apply. */
export interface PullRequestStatus {
  /** Changes with each event that has to be published without delay. */
  readonly moment: string;
  /** Markdown. */
  readonly comment: string | null;
  readonly notice: ExitNotice | null;
  readonly check: CheckStatus | null;
  readonly label: string | null;
  readonly closing: ClosingStatus | null;
  /** The submission has ended, so this status is the last. */
  readonly isFinal: boolean;
}

export interface Place {
  readonly calls: GitHubCalls;
  readonly repository: Repository;
  readonly number: PullRequestNumber;
  /** The account that GitHub shows as our author. */
  readonly self: () => Promise<string>;
}

/** An object on GitHub that has an id and a marker. GitHub's lists may not include a recent write for a while. */
export interface StatusObject {
  /** Searches by the marker and removes duplicates. Returns the id to update, also that of `known`; null: create one. */
  readonly find: (known: number | null) => Promise<number | null>;
  /** false: the object no longer exists. */
  readonly update: (id: number) => Promise<boolean>;
  /** null: none may be created. */
  readonly create: () => Promise<number | null>;
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

/** A positive integer, such as the id of a created object. Throws if missing. */
export function numberAt(answer: unknown, name: string): number {
  const value = valueAt(answer, name);
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  throw new ForgeError(`GitHub answered without a usable ${name}`, true);
}

export function messageOf(answer: unknown): string {
  return `${textAt(answer, "message")} ${JSON.stringify(valueAt(answer, "errors") ?? "")}`;
}
