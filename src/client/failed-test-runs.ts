/**
 * The test runs that failed for a pull request: the checks, where their output is, and its last lines. A service that
 * does not return some of it leaves that out.
 */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import { isFinalState } from "../contract/states.js";
import { shortened } from "../domain/words.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError, orNull } from "./errors.js";

type Lookup = RequestOf<"getSubmittedPullRequest">;
type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;
type Step = NonNullable<SubmittedPullRequest["timeline"]>[number];
type Details = ReadReplyOf<"getMergeQueueTestingDetails">;

export interface FailedCheck {
  readonly name: string;
  /** As the service writes it, such as `FAILURE`. */
  readonly result: string;
  /** Address of its output; empty when the service gives none. */
  readonly url: string;
  /** The last lines of its output; empty when the service has none. Untrusted text. */
  readonly output: readonly string[];
}

export interface FailedTestRun {
  readonly id: string;
  /** 1 is the first failure of this submission, 2 the next. */
  readonly attempt: number;
  readonly checks: readonly FailedCheck[];
}

export interface TestRuns {
  /** Oldest first. */
  readonly failed: readonly FailedTestRun[];
  /** The run that tests the pull request now; null when there is none or the service does not return it. */
  readonly active: string | null;
}

/** Of more failures, the newest are read. */
const MOST_RUNS = 5;
const MOST_CHECKS = 10;
const MOST_LINES = 20;
const MOST_LINE_CHARACTERS = 300;

/** Reads the failed runs of one pull request repeatedly; each run's details are read only once. */
export class FailedTestRuns {
  readonly #client: MergeQueueClient;
  readonly #request: Lookup;
  readonly #known = new Map<string, readonly FailedCheck[]>();

  constructor(client: MergeQueueClient, request: Lookup) {
    this.#client = client;
    this.#request = request;
  }

  /** Null when the service does not return a timeline. */
  async read(options: CallOptions): Promise<TestRuns | null> {
    const { repo, targetBranch, pr } = this.#request;
    const request = { repo, targetBranch, pr, includeTimeline: true };
    const answer = await orNull(this.#client.getSubmittedPullRequest(request, options));
    const timeline = answer?.value.timeline;
    if (answer === null || timeline === undefined) return null;
    const ids = failedIn(timeline);
    const first = Math.max(0, ids.length - MOST_RUNS);
    const failed: FailedTestRun[] = [];
    for (const [index, id] of ids.slice(first).entries()) {
      failed.push({ id, attempt: first + index + 1, checks: await this.#checksOf(id, options) });
    }
    return { failed, active: answer.value.activeTestRunId ?? null };
  }

  async #checksOf(testRunId: string, options: CallOptions): Promise<readonly FailedCheck[]> {
    const known = this.#known.get(testRunId);
    if (known !== undefined) return known;
    const { repo, targetBranch } = this.#request;
    try {
      const { value } = await this.#client.getMergeQueueTestingDetails(
        { repo, targetBranch, testRunId },
        options,
      );
      const checks = failedChecksIn(value);
      this.#known.set(testRunId, checks);
      return checks;
    } catch (error) {
      if (!(error instanceof MergeQueueError)) throw error;
      return [];
    }
  }
}

/** Ids of the failed runs of the newest submission, oldest first. The timeline has its newest step first. */
function failedIn(timeline: readonly Step[]): readonly string[] {
  const ids = new Set<string>();
  for (const [index, { state = "", reason = "", testRunId }] of timeline.entries()) {
    const isFailed = state === "FAILURE" || state === "FAILED";
    if (index > 0 && (isFailed || isFinalState(state))) break; // an earlier submission
    // A run that never started, such as one with a merge conflict, has no checks.
    const hasRun = !reason.toLowerCase().startsWith("start_test_run");
    if ((isFailed || state === "PENDING_FAILURE") && hasRun && testRunId !== undefined) ids.add(testRunId);
  }
  return [...ids].reverse();
}

const FAILED_RESULT = /^(?:FAILURE|ERROR|TIMED_OUT|ACTION_REQUIRED|STALE)$/i;

/** Some services report all results as statuses, others as check runs. */
function failedChecksIn({ checkSuites = [], statusChecks = [] }: Details): readonly FailedCheck[] {
  const runs = checkSuites.flatMap(({ checkRuns = [] }) => checkRuns);
  const all = [
    ...runs.map(({ name = "?", url = "", conclusion = "", output = "" }) => {
      return { name, url, result: conclusion, output: lastLines(output) };
    }),
    ...statusChecks.map(({ context: name = "?", url = "", state: result = "" }) => {
      return { name, url, result, output: [] };
    }),
  ];
  return all.filter(({ result }) => FAILED_RESULT.test(result)).slice(0, MOST_CHECKS);
}

function lastLines(output: string): readonly string[] {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-MOST_LINES).map((line) => shortened(line, MOST_LINE_CHARACTERS));
}
