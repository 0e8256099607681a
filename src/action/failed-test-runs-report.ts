/** Reports the failed test runs of a pull request: one row per attempt, with the last lines of the output. */
import type { FailedTestRun } from "../client/failed-test-runs.js";
import { failureLines, outputOf, outputPlace } from "../client/failure-words.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import type { SubmittedPullRequest } from "../client/wait.js";
import { webAddress } from "../client/web-address.js";
import { failedTestRunsOf } from "../operations/extra-reads.js";
import { joined, linked, type Markup, markup } from "./markup.js";
import type { Step } from "./operation.js";
import { compactJson, type Report } from "./report.js";

/** The other attempts are in the log. */
const MOST_LINES_SHOWN = 20;

export function reportFailedTestRuns(runs: readonly FailedTestRun[], report: Report): void {
  const last = runs.at(-1);
  if (last === undefined) return;
  for (const run of runs) report.row(`Failed, attempt ${run.attempt}`, attempt(run));
  const output = outputOf(last).slice(-MOST_LINES_SHOWN);
  report.row(
    "Last output",
    output.length === 0
      ? null
      : joined(
          output.map((line) => markup`<code>${line}</code>`),
          "<br>",
        ),
  );
  const [check] = last.checks;
  report.set({
    "failed-check": check?.name ?? "",
    "test-run-id": last.id,
    "test-run-url": webAddress(check?.url) ?? "",
    "failed-test-runs": compactJson(JSON.stringify(runs)),
  });
}

function attempt({ id, checks }: FailedTestRun): Markup {
  const named = checks.map(({ name, result, url }) => {
    const address = webAddress(url);
    const place = address === null ? outputPlace(url) : "";
    return markup`${linked(name, address)} ${result}${place === "" ? "" : markup`, output: ${place}`}`;
  });
  return joined([markup`test run ${id}`, ...named], "<br>");
}

/** For an operation that does not wait: reads, logs and reports them if the pull request has failed. */
export async function showFailedTestRuns(
  request: PullRequestOnWire,
  value: SubmittedPullRequest,
  step: Step,
): Promise<void> {
  const runs = await failedTestRunsOf(request, value, step);
  for (const line of failureLines(runs)) step.log(line);
  reportFailedTestRuns(runs, step.report);
}
