/** What is said of a pull request: its state, why it is in it, and what it still waits for. */
import type { PullRequestOnWire } from "../../client/pull-request-on-wire.js";
import { missingForReadiness, priorityInWords, reasonOf } from "../../client/pull-request-words.js";
import type { SubmittedPullRequest } from "../../client/wait.js";

/** `#412`. */
export function nameOf({ pr }: PullRequestOnWire): string {
  return `#${pr.number}`;
}

export function stateSentence(request: PullRequestOnWire, value: SubmittedPullRequest): string {
  const sentence = `${nameOf(request)} is ${value.state}`;
  const reason = reasonOf(value);
  return reason === "" ? `${sentence}.` : `${sentence}: ${reason}`;
}

export function detailsOf(value: SubmittedPullRequest): readonly string[] {
  const missing = missingForReadiness(value);
  const { prTitle, prAuthor } = value;
  const priority = priorityInWords(value);
  const author = prAuthor === undefined ? "" : ` (by ${prAuthor})`;
  return [
    ...(prTitle === undefined && prAuthor === undefined ? [] : [`Title     ${prTitle ?? ""}${author}`]),
    ...(priority === "" ? [] : [`Priority  ${priority}`]),
    ...(missing.length === 0 ? [] : [`Waits for ${missing.join("; ")}`]),
  ];
}
