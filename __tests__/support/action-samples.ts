/** Events and inputs as the tests of the action use them. */
import type { ActionCall } from "./action-runner.js";

export const TOKEN = "mq_a-s3cr3t/with+signs";
export const HEAD_SHA = "5b1d".repeat(10);

/** The event of a pull request in `acme/shop`. */
export function pullRequestEvent(changes: Readonly<Record<string, unknown>> = {}): unknown {
  const repository = { id: 7, full_name: "acme/shop", default_branch: "trunk" };
  return {
    repository,
    pull_request: {
      number: 412,
      head: { sha: HEAD_SHA, ref: "feature", repo: repository },
      base: { ref: "main", repo: repository },
      ...changes,
    },
  };
}

/** As above, from `mona/shop`. */
export function forkedPullRequestEvent(): unknown {
  return pullRequestEvent({
    head: { sha: HEAD_SHA, ref: "feature", repo: { id: 8, full_name: "mona/shop" } },
  });
}

/** Everything a call needs apart from its operation; `inputs` are added. */
export function onPullRequest(apiUrl: string, inputs: Readonly<Record<string, string>>): ActionCall {
  return {
    inputs: { "api-url": apiUrl, "api-token": TOKEN, retries: "0", ...inputs },
    event: pullRequestEvent(),
  };
}
