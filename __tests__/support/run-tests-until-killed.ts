/**
 * A process of its own that serves a plain-git forge on the folders named by its arguments and starts one test run.
 * It ends when it is killed.
 */
import { commitId, pullRequestNumber, testRunId } from "../../src/domain/ids.js";
import { createGit } from "../../src/service/git/git-adapter.js";
import { createPlainGitForge } from "../../src/service/plain-git/plain-git-forge.js";

const [origin, cloneFolder, workFolder, run, commit, testCommand] = process.argv.slice(2);
if (
  origin === undefined ||
  cloneFolder === undefined ||
  workFolder === undefined ||
  run === undefined ||
  commit === undefined ||
  testCommand === undefined
) {
  throw new Error("name repository, clone folder, work folder, run, commit and test command");
}
const forge = createPlainGitForge({
  git: createGit({ cloneFolder, resolve: () => origin }),
  repositories: { has: () => true },
  testCommand,
  workFolder,
});
await forge.startTests(
  { host: "example.com", owner: "acme", name: "shop" },
  {
    run: testRunId(run),
    commit: commitId(commit),
    testBranch: "mq-merge/x",
    targetBranch: "main",
    testedPullRequests: [pullRequestNumber(1)],
    requiredStatuses: [],
  },
);
