/** What the command line advises after a failure: an option only where that option can help. */
import { expect, it } from "@jest/globals";
import { failureEnding } from "../../../../src/cli/client/failure-ending.js";
import { type Failure, MergeQueueError, NotSentError } from "../../../../src/client/errors.js";
import { failureOfCut, failureOfNetwork } from "../../../../src/client/failures.js";

const unchanged = (text: string) => text;

function sentenceOf(failure: Failure): string {
  return failureEnding(new MergeQueueError("getQueue", failure, 1)).sentence;
}

it("offers no option for the limit of a single request, which no option sets", () => {
  const sentence = sentenceOf(failureOfCut("attemptTimedOut", 30_000));
  expect(sentence).toMatch(/within 30000 ms\. .*Check that the service works/);
  expect(sentence).not.toMatch(/--timeout|--wait-timeout/);
});

it("offers the options for the deadline of the command", () => {
  expect(sentenceOf(failureOfCut("deadlinePassed", 30_000))).toMatch(/--timeout.*--wait-timeout/);
});

it("names the variable for certificates where one is not trusted, and the proxy's elsewhere", () => {
  const untrusted = new NotSentError("its certificate is not trusted: self-signed certificate", false);
  expect(sentenceOf(failureOfNetwork(untrusted, unchanged))).toMatch(/NODE_EXTRA_CA_CERTS/);
  const closed = new NotSentError("connect ECONNREFUSED", true);
  expect(sentenceOf(failureOfNetwork(closed, unchanged))).toMatch(
    /Check --api-url, the network.*https_proxy/,
  );
});
