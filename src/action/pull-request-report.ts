/** Reports a pull request: its state, the reason for the state, and what it still waits for. */

import { durationInWords } from "../client/message-words.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import {
  hasEnded,
  isInQueue,
  missingForReadiness,
  nameOf,
  priorityInWords,
  reasonOf,
} from "../client/pull-request-on-wire.js";
import { KEPT_PERIODS, type StatePeriod } from "../client/state-history.js";
import type { SubmittedPullRequest } from "../client/wait.js";
import { webAddress } from "../client/web-address.js";
import { isFinalState } from "../contract/states.js";
import { explanationOf } from "../operations/extra-reads.js";
import { aheadPicture } from "./lane-picture.js";
import { joined, linked, type Markup, markup } from "./markup.js";
import type { Step } from "./operation.js";
import type { Report } from "./report.js";

/** Reports what is known before the first request. */
export function announcePullRequest(
  { request }: { readonly request: PullRequestOnWire },
  report: Report,
): void {
  const { repo, targetBranch, pr } = request;
  const name = linked(
    `${repo.owner}/${repo.name}#${pr.number}`,
    addressOnCodeHost(request, report.serverUrl),
  );
  report.row("Pull request", markup`${name} → ${targetBranch}`);
  // Keeps the place below it for the answer, which is read last.
  for (const label of WHY_ROWS) report.row(label, null);
}

const WHY_ROWS = ["Why", "Verdict", "Next", "Page"] as const;

/** null: the pull request is on another code host than this workflow. */
function addressOnCodeHost({ repo, pr }: PullRequestOnWire, serverUrl: string): string | null {
  if (!URL.canParse(serverUrl) || new URL(serverUrl).host !== repo.host) return null;
  const path = [repo.owner, repo.name, "pull", String(pr.number)].map(encodeURIComponent).join("/");
  return webAddress(`${serverUrl.replace(/\/+$/, "")}/${path}`);
}

/** Adds the queue's own sentence, its page and, after an exit, the verdict. Other services do not have them. */
export async function reportWhy(
  request: PullRequestOnWire,
  step: Pick<Step, "client" | "skipped" | "report">,
  longestMs?: number,
): Promise<void> {
  const { targetBranch, pr } = request;
  const { sentence, exit, waitsFor = [], pageUrl } = (await explanationOf(request, step, longestMs)) ?? {};
  step.report.fallbackPicture(aheadPicture(targetBranch, waitsFor, pr.number));
  const page = webAddress(pageUrl);
  const rows = {
    ...{ Why: sentence, Verdict: exit?.verdict, Next: exit?.next },
    Page: page === null ? undefined : linked(`${nameOf(request)} in the queue of ${targetBranch}`, page),
  };
  for (const label of WHY_ROWS) {
    const content = rows[label];
    step.report.row(label, content === undefined ? null : markup`${content}`);
  }
}

export function reportPullRequest(
  request: PullRequestOnWire,
  value: SubmittedPullRequest,
  report: Report,
): void {
  const { state, prTitle, prAuthor } = value;
  const reason = reasonOf(value);
  const priority = priorityInWords(value);
  announcePullRequest({ request }, report);
  report.set({
    state,
    "is-submitted": isInQueue(value),
    "is-final": hasEnded(value),
    priority,
    reason,
  });
  const title = prAuthor === undefined ? markup`${prTitle ?? ""}` : markup`${prTitle ?? ""} (by ${prAuthor})`;
  report.row("Title", prTitle === undefined && prAuthor === undefined ? null : title);
  report.row("State", markup`**${state}**`);
  report.row("Reason", reason === "" ? null : markup`${reason}`);
  report.row("Priority", priority === "" ? null : markup`${priority}`);
  const missing = missingForReadiness(value);
  report.row("Waits for", missing.length === 0 ? null : markup`${missing.join("; ")}`);
  if (!hasEnded(value)) return;
  report.row("Position", null);
  report.picture(null);
}

interface History {
  readonly history: readonly StatePeriod[];
  /** The number of entries omitted after the first ones. */
  readonly omittedPeriods: number;
}

export function reportHistory({ history, omittedPeriods }: History, report: Report): void {
  const periods = history.map(
    ({ state, ms }): Markup =>
      isFinalState(state) ? markup`${state}` : markup`${state} ${durationInWords(ms)}`,
  );
  if (omittedPeriods > 0) periods.splice(KEPT_PERIODS, 0, markup`${omittedPeriods} more`);
  if (periods.length > 0) report.row("History", joined(periods, " → "));
}
