/** What the tests of a pull request get to see of an environment: nothing of the service's own, no secret. */
import { delimiter, dirname, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestOrder } from "../../ports/forge.js";
import type { Slot } from "./slots.js";

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

const OWN_PROGRAMS = fileURLToPath(new URL("../../../../node_modules/.bin", import.meta.url));

export function testEnvironment(
  order: TestOrder,
  slot: Pick<Slot, "tree" | "home" | "temporary">,
): Readonly<Record<string, string>> {
  return {
    PATH: withoutOwnPrograms(process.env["PATH"] ?? ""),
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

/** `npm run` puts programs before everybody else's that are there for the service alone. */
function withoutOwnPrograms(path: string): string {
  const kept = path.split(delimiter).filter((folder) => !isOwn(resolve(folder)));
  return kept.join(delimiter) || DEFAULT_PATH;
}

function isOwn(folder: string): boolean {
  return `${folder}${sep}`.startsWith(`${OWN_PROGRAMS}${sep}`) || folder.endsWith(`${sep}node-gyp-bin`);
}
