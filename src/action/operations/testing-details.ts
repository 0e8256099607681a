/** Shows a test run: what it tests, on which branch, and how its checks stand. */
import { counted } from "../../client/words.js";
import type { ReadReplyOf } from "../../contract/endpoints.js";
import { joined, type Markup, markup } from "../markup.js";
import { operation } from "../operation.js";
import type { Report } from "../report.js";

type Details = ReadReplyOf<"getMergeQueueTestingDetails">;

const MOST_SHOWN = 30;

export const testingDetails = operation({
  name: "testing-details",
  summary: "Shows a test run: what it tests, on which branch, and how its checks stand.",
  inputs: ["target-branch", "test-run-id"],
  outputs: [],
  plan: ({ subject }) => ({ ...subject.queue(), testRunId: subject.testRunId() }),
  announce: ({ repo, targetBranch, testRunId }, report) => {
    report.row("Queue of", markup`${repo.owner}/${repo.name} → ${targetBranch}`);
    report.row("Test run", markup`${testRunId}`);
  },
  requests: (request) => [{ endpoint: "getMergeQueueTestingDetails", body: request }],
  run: async (request, step) => {
    const answer = await step.client.getMergeQueueTestingDetails(request);
    step.report.answered(answer);
    reportDetails(answer.value, step.report);
    const tested = counted(answer.value.testedPullRequests.length, "pull request");
    const status = answer.value.status ?? "in a status that the service does not tell";
    return { kind: "done", sentence: `The test run of ${tested} is ${status}.` };
  },
});

function reportDetails(details: Details, report: Report): void {
  const { status, testBranch = "", testBranchSha = "" } = details;
  report.row("Status", status === undefined ? null : markup`**${status}**`);
  const branch = testBranchSha === "" ? markup`${testBranch}` : markup`${testBranch} at ${testBranchSha}`;
  report.row("Test branch", testBranch === "" && testBranchSha === "" ? null : branch);
  const tested = details.testedPullRequests.map(
    ({ prNumber = "?", title = "" }) => markup`#${prNumber} ${title}`,
  );
  report.row("Tests", lines(tested));
  const beneath = details.dependentPrs ?? [];
  report.row("On top of", lines(beneath.map((number) => markup`#${number}`)));
  report.row("Required checks", lines((details.requiredStatuses ?? []).map((name) => markup`${name}`)));
  report.row("Checks", lines(checksIn(details)));
}

/** Some services report all results as statuses, others as check runs. */
function checksIn({ checkSuites = [], statusChecks = [] }: Details): readonly Markup[] {
  const runs = checkSuites.flatMap(({ checkRuns = [] }) => checkRuns);
  return [
    ...runs.map(({ name = "?", status = "?", conclusion }) => markup`${name}: ${conclusion ?? status}`),
    ...statusChecks.map(({ context = "?", state = "?" }) => markup`${context}: ${state}`),
  ];
}

/** Null when there is nothing to show. */
function lines(all: readonly Markup[]): Markup | null {
  const shown = all.slice(0, MOST_SHOWN);
  if (all.length > shown.length) shown.push(markup`and ${all.length - shown.length} more`);
  return shown.length === 0 ? null : joined(shown, "<br>");
}
