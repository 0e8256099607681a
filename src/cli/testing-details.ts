/** `merge-queue testing-details`: says what a test run tests, on which branch, and how its checks stand. */
import type { ReadReplyOf } from "../contract/endpoints.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS } from "./client/options.js";

type Details = ReadReplyOf<"getMergeQueueTestingDetails">;

export const testingDetails: ClientCommand = {
  arguments: { "[run]": "id of the test run, or its test branch" },
  options: QUEUE_OPTIONS,
  examples: [
    "merge-queue testing-details mq-merge/pr-412/0c9b7a3e-5d14-8f0e-8f8b-2a51f8f0a911 --repo acme/shop --branch main",
  ],
  prepare: ({ words, subject }) => {
    const request = { ...subject.queue(), testRunId: subject.testRunId(words[0]) };
    return async ({ client }) => {
      const answer = await client.getMergeQueueTestingDetails(request);
      const state = answer.value.status ?? "in a state that the service does not tell";
      const facts = { response: answer.value };
      return done(`Test run ${request.testRunId} is ${state}.`, answer, facts, linesOf(answer.value));
    };
  },
};

function linesOf(details: Details): readonly string[] {
  const { testBranch = "?", testBranchSha = "?", requiredStatuses = [], checkSuites = [] } = details;
  const runs = checkSuites.flatMap(({ checkRuns = [] }) => checkRuns);
  return [
    `Branch    ${testBranch} at ${testBranchSha}`,
    ...details.testedPullRequests.map(({ prNumber = "?", title = "" }) => `Tests     #${prNumber} ${title}`),
    ...(details.dependentPrs ?? []).map((number) => `On top of #${number}`),
    `Requires  ${requiredStatuses.join(", ") || "nothing"}`,
    ...runs.map(
      ({ name = "?", status = "?", conclusion, url = "" }) =>
        `Check     ${name}: ${conclusion ?? status} ${url}`,
    ),
    ...(details.statusChecks ?? []).map(
      ({ context = "?", state = "?", url = "" }) => `Status    ${context}: ${state} ${url}`,
    ),
  ];
}
