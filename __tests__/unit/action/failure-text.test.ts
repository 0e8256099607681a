/** What to do after a failure: advice that can help against this very failure, or none. */
import { expect, it } from "@jest/globals";
import { adviceOnRefusal } from "../../../src/action/credential.js";
import { failureText } from "../../../src/action/run-step.js";
import { readWorkflowRun } from "../../../src/action/workflow-run.js";
import { type Failure, MergeQueueError, NotSentError } from "../../../src/client/errors.js";
import { failureOfCut, failureOfNetwork } from "../../../src/client/failures.js";
import { pullRequestNumber } from "../../../src/domain/ids.js";

const RUN = readWorkflowRun(() => "");
const unchanged = (text: string) => text;

function said(failure: Failure): string {
  return failureText(new MergeQueueError("getQueue", failure, 1), RUN, true).sentence;
}

it("offers no input for the limit of a single request, which no input sets", () => {
  const sentence = said(failureOfCut("attemptTimedOut", 30_000));
  expect(sentence).toMatch(/within 30000 ms\. Check that the service works/);
  expect(sentence).not.toContain("wait-timeout");
});

it("offers both limits of the step when its time is over", () => {
  expect(said(failureOfCut("deadlinePassed", 30_000))).toMatch(
    /Raise timeout, and with wait also wait-timeout/,
  );
});

it("states that a request without an answer may have been carried out, and no other", () => {
  const doubt = /The request may have been carried out\.$/;
  expect(said(failureOfCut("deadlinePassed", 30_000))).toMatch(doubt);
  expect(said({ ...failureOfCut("deadlinePassed", 30_000), mayHaveActed: false })).not.toMatch(doubt);
});

it("names the log of a service that fails", () => {
  const failure = { kind: "serverFailed", status: 503, code: null, detail: "no", body: "no" } as const;
  expect(said({ ...failureOfCut("attemptTimedOut", 1), ...failure })).toMatch(/Run the job again later.*log/);
});

it("names the variable for certificates where one is not trusted, and the proxy's elsewhere", () => {
  const untrusted = new NotSentError("its certificate is not trusted: self-signed certificate", false);
  expect(said(failureOfNetwork(untrusted, unchanged))).toMatch(/NODE_EXTRA_CA_CERTS/);
  const closed = new NotSentError("connect ECONNREFUSED", true);
  expect(said(failureOfNetwork(closed, unchanged))).toMatch(/Check api-url, the network.*https_proxy/);
});

it("names `/merge` to the author of a fork, whose job gets no token", () => {
  const event = { number: pullRequestNumber(7), headSha: null, baseBranch: "main", isFork: true } as const;
  const run = { ...RUN, eventName: "pull_request", pullRequest: { kind: "known", ...event } } as const;
  expect(adviceOnRefusal(run, false)).toContain("comment `/merge` on it");
  expect(adviceOnRefusal(RUN, false)).not.toContain("/merge");
});
