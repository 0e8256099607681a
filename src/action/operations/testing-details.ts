/** Shows a test run: what it tests, on which branch, and the results of its checks. */
import { webAddress } from "../../client/web-address.js";
import type { ReadReplyOf } from "../../contract/endpoints.js";
import { counted } from "../../domain/words.js";
import { OPERATIONS } from "../../operations/operations.js";
import { joined, linked, type Markup, markup } from "../markup.js";
import { type Mark, operation, shows } from "../operation.js";
import { announceQueue } from "../queue-report.js";
import type { Report } from "../report.js";

type Details = ReadReplyOf<"getMergeQueueTestingDetails">;

const MOST_SHOWN = 30;
/** The result of a check run or status that did not pass. */
const FAILED = /^(?:FAILURE|ERROR|TIMED_OUT|ACTION_REQUIRED|CANCELLED|STALE)$/i;

export const testingDetails = operation({
  summary: "Shows a test run: what it tests, on which branch, and the results of its checks.",
  outputs: ["pull-request-url", "test-run-url"],
  ...OPERATIONS["testing-details"],
  announce: (plan, report) => {
    announceQueue(plan, report);
    report.row("Test run", markup`${plan.request.testRunId}`);
  },
  show: ({ answer: { value } }, _, step) => {
    reportDetails(value, step.report);
    const tested = counted(value.testedPullRequests.length, "pull request");
    return shows(
      `The test run of ${tested} is ${value.status ?? "in a status that the service does not report"}.`,
      markOf(value),
    );
  },
});

function markOf({ status }: Details): Mark | null {
  if (status === "failed" || status === "cancelled") return "failed";
  return status === "in_progress" ? "pending" : null;
}

function reportDetails(details: Details, report: Report): void {
  const { status, testBranch = "", testBranchSha = "" } = details;
  report.row("Status", status === undefined ? null : markup`**${status}**`);
  const branch = testBranchSha === "" ? markup`${testBranch}` : markup`${testBranch} at ${testBranchSha}`;
  report.row("Test branch", testBranch === "" && testBranchSha === "" ? null : branch);
  const tested = details.testedPullRequests.map(
    ({ prNumber = "?", prUrl, title = "" }) => markup`${linked(`#${prNumber}`, webAddress(prUrl))} ${title}`,
  );
  report.row("Tests", lines(tested));
  const beneath = details.dependentPrs ?? [];
  report.row("On top of", lines(beneath.map((number) => markup`#${number}`)));
  report.row("Required checks", lines((details.requiredStatuses ?? []).map((name) => markup`${name}`)));
  const checks = checksIn(details);
  report.row(
    "Checks",
    lines(checks.map(({ name, address, result }) => markup`${linked(name, address)}: ${result}`)),
  );
  const [only, ...others] = details.testedPullRequests;
  const pullRequest = others.length === 0 ? webAddress(only?.prUrl) : null;
  report.set({
    "pull-request-url": pullRequest ?? "",
    "test-run-url": decidingAddress(checks, details.requiredStatuses ?? []) ?? "",
  });
}

interface ShownCheck {
  readonly name: string;
  readonly address: string | null;
  readonly result: string;
}

/** Some services report all results as statuses, others as check runs. */
function checksIn({ checkSuites = [], statusChecks = [] }: Details): readonly ShownCheck[] {
  const runs = checkSuites.flatMap(({ checkRuns = [] }) => checkRuns);
  return [
    ...runs.map(({ name = "?", url, status = "?", conclusion }) => {
      return { name, address: webAddress(url), result: conclusion ?? status };
    }),
    ...statusChecks.map(({ context: name = "?", url, state: result = "?" }) => {
      return { name, address: webAddress(url), result };
    }),
  ];
}

/** The address to show: of a failed check, else of a required one, else of any. */
function decidingAddress(checks: readonly ShownCheck[], required: readonly string[]): string | null {
  const reachable = checks.filter(({ address }) => address !== null);
  const failed = reachable.find(({ result }) => FAILED.test(result));
  const found = failed ?? reachable.find(({ name }) => required.includes(name)) ?? reachable[0];
  return found?.address ?? null;
}

/** Null when there is nothing to show. */
function lines(all: readonly Markup[]): Markup | null {
  const shown = all.slice(0, MOST_SHOWN);
  if (all.length > shown.length) shown.push(markup`and ${all.length - shown.length} more`);
  return shown.length === 0 ? null : joined(shown, "<br>");
}
