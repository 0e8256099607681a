/** The draft pull request of a test branch, for CI that runs only on pull requests. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Repository } from "../../../domain/repository.js";
import { testBranchName } from "../../../domain/test-branch.js";
import type { EntryState, TestRun } from "../../../engine/model/queue.js";
import { code } from "./markdown.js";
import { isSame, textAt, valueAt } from "./status.js";

export interface Draft {
  /** Plain text. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly head: string;
  readonly base: string;
}

const MARKER = "<!-- merge-queue:test-run -->";
const MOST_NAMED = 5;

export function draftOf({ targetBranch }: QueueName, run: TestRun, prefix: string): Draft | null {
  const [first] = run.own;
  if (first === undefined) return null;
  const own = new Set(run.own);
  const ahead = run.contains.flatMap(({ pullRequest }) => (own.has(pullRequest) ? [] : [pullRequest]));
  const onTop = ahead.length === 0 ? "" : ` on top of ${listed(ahead, mention)}`;
  return {
    title: `Merge Queue: test of pull request${run.own.length === 1 ? "" : "s"} ${listed(run.own, String)} for ${targetBranch}`,
    body: [
      MARKER,
      `The merge queue tests ${listed(run.own, mention)}${onTop} and ${code(targetBranch)} here.`,
      "",
      "It is not a separate change: it is closed and its branch is deleted when the tests have ended.",
    ].join("\n"),
    head: testBranchName(prefix, first, run.id),
    base: targetBranch,
  };
}

/** The queue never accepts a test pull request. `answer` is a pull request from GitHub's API. */
export function isTestPullRequest(
  answer: unknown,
  prefix: string,
  { owner, name }: Repository,
  self: string,
): boolean {
  const isOurs = textAt(answer, "body").startsWith(MARKER) && isSame(textAt(answer, "user", "login"), self);
  const repositoryAt = (end: "head" | "base") => textAt(answer, end, "repo", "full_name").toLowerCase();
  // A renamed repository has another name than the settings.
  const isHere = [`${owner}/${name}`.toLowerCase(), repositoryAt("base")].includes(repositoryAt("head"));
  return (
    isOurs && isHere && valueAt(answer, "draft") === true && textAt(answer, "head", "ref").startsWith(prefix)
  );
}

/** As code, because GitHub would notify each linked pull request. */
function mention(number: string): string {
  return code(`#${number}`);
}

function listed(pullRequests: readonly PullRequestNumber[], said: (number: string) => string): string {
  const named = pullRequests.slice(0, MOST_NAMED).map((number) => said(String(number)));
  const left = pullRequests.length - named.length;
  return left === 0 ? named.join(", ") : `${named.join(", ")} and ${left} more`;
}

export const STATE_WORDS: Readonly<Record<EntryState, string>> = {
  notReady: "Not ready",
  pending: "Pending",
  testing: "Testing",
  testsPassed: "Tests passed",
  pendingFailure: "Pending failure",
  merged: "Merged",
  failed: "Failed",
  cancelled: "Cancelled",
};
