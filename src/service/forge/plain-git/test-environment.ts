/** What the tests of a pull request get to see of an environment: nothing of the service's own, no secret. */
import { dirname } from "node:path";
import type { TestOrder } from "../../ports/forge.js";
import type { Slot } from "./slots.js";

export function testEnvironment(order: TestOrder, slot: Slot): Readonly<Record<string, string>> {
  return {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    LANG: process.env["LANG"] ?? "C.UTF-8",
    HOME: slot.home,
    TMPDIR: slot.temporary,
    CI: "true",
    // The files lie in no repository, and a git that looks for one must not find the one around the service.
    GIT_CEILING_DIRECTORIES: dirname(slot.tree),
    MERGE_QUEUE_TEST_RUN_ID: order.run,
    MERGE_QUEUE_TEST_BRANCH: order.testBranch,
    MERGE_QUEUE_TARGET_BRANCH: order.targetBranch,
    MERGE_QUEUE_COMMIT: order.commit,
    MERGE_QUEUE_PULL_REQUESTS: order.testedPullRequests.join(","),
  };
}
