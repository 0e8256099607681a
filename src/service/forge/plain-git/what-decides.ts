/** Which check decides a run, and whether any ever will. */
import type { ReasonCode } from "../../../domain/reason.js";
import type { StartOutcome } from "../../ports/forge.js";
import type { RunNews } from "../../ports/run-board.js";

/** The one check that this forge reports. */
export const CHECK_NAME = "tests";

export function whatDecides(testCommand: string | null, requiredStatuses: readonly string[]): StartOutcome {
  if (testCommand === null) {
    return notStarted(
      "START_TEST_RUN_NO_REQUIRED_STATUSES",
      "No test command is set, so nothing would ever decide the test run; set MERGE_QUEUE_TEST_COMMAND to a shell " +
        "command that exits with 0 when the tests pass.",
    );
  }
  const unknown = requiredStatuses.filter((name) => name !== CHECK_NAME);
  if (unknown.length > 0) {
    return notStarted(
      "START_TEST_RUN_NO_REQUIRED_STATUSES",
      `The queue requires ${unknown.map((name) => JSON.stringify(name)).join(", ")}, but the test command reports ` +
        `only ${JSON.stringify(CHECK_NAME)}; update the queue with deleteRequiredStatuses, or require only that.`,
    );
  }
  return {
    kind: "started",
    requiredStatuses: [CHECK_NAME],
    // Without the queue's own setting the operator's configuration names the check. It stands where a code host has
    // branch protection: not with the queue, and not in a file of the repository.
    requiredStatusesSource:
      requiredStatuses.length > 0 ? "merge_instance" : "repo_provider_branch_protection",
  };
}

/** For a run of which nothing is known after all its attempts. */
export function neverOnCommitAlone({ url }: RunNews): StartOutcome {
  return notStarted(
    "START_TEST_RUN_RETRY_EXHAUSTED",
    "The tests ran several times without a verdict: each time their folder no longer belonged to the commit under " +
      `test. Another process works in the service's data folder, or the tests change what git keeps there; see ${url}.`,
  );
}

function notStarted(code: ReasonCode, sentence: string): StartOutcome {
  return { kind: "notStarted", reason: { code, sentence } };
}
