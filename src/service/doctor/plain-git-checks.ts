/** Checks of plain git repositories: git can read them, their target branches exist, and queues have no idle settings. */
import { repositoryKey } from "../../domain/repository.js";
import { shellWord } from "../../domain/shell-word.js";
import { isThere } from "../git/is-there.js";
import { type Branches, listBranches } from "../git/list-branches.js";
import { localPath } from "../git/rules-refusal.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "./finding.js";
import { SETTINGS_CHECK, type SettingsHeld } from "./settings-held.js";
import { repositoryOf, type TargetBranch, type TargetBranches } from "./target-branches.js";

export const REPOSITORY_CHECK = "repository";
export const TESTS_CHECK = "tests";
const GIT_MS = 10_000;

export function plainGitChecks(held: SettingsHeld, targets: TargetBranches): readonly Check[] {
  const { repositories } = held("repositories");
  return [
    ...[...repositories].map(([key, location]) => repositoryCheck(key, location, held, targets)),
    { name: TESTS_CHECK, look: async () => Promise.resolve([testFinding(held("testCommand").testCommand)]) },
  ];
}

function repositoryCheck(key: string, location: string, held: SettingsHeld, targets: TargetBranches): Check {
  const repository = repositoryOf(key);
  return {
    name: `${REPOSITORY_CHECK} ${repositoryKey(repository)}`,
    look: async () => {
      // For an empty location, git would read the current folder.
      if (location === "") throw new RestsOn(SETTINGS_CHECK);
      const path = localPath(location);
      if (path !== null && !(await isThere(path))) return [missingRepository(path)];
      const { gitConfigFile } = held("gitConfigFile");
      const access = gitConfigFile === null ? {} : { configFile: gitConfigFile };
      const branches = await listBranches(location, access, GIT_MS);
      const checked = await targets(repository, branches.defaultBranch);
      return [
        fine(`git can read it: ${branches.names.size} branch(es)`),
        ...checked.flatMap((branch) => [branchFinding(branch.name, branches), ...settingFindings(branch)]),
      ];
    },
  };
}

function branchFinding(name: string, { names }: Branches): Found {
  if (names.has(name)) return fine(`the branch ${name} exists`);
  return broken(
    `there is no branch ${name}; expected one of ${[...names].slice(0, 5).join(", ") || "at least one"}`,
    "push it, or delete its queue with `merge-queue delete-queue`",
  );
}

/** Stored by an earlier version, or while the code host was GitHub. */
function settingFindings({ name, queue }: TargetBranch): readonly Found[] {
  if (queue === null || queue.queue.settings.directMergeMode === "off") return [];
  return [
    doubtful(
      `queue ${name}: landWithoutRetest is ${queue.queue.settings.directMergeMode}, which has no effect: plain git runs no checks on the head of a pull request, so each one is tested`,
      `\`merge-queue update-queue --branch ${shellWord(name)} --set landWithoutRetest=off\``,
    ),
  ];
}

export function missingRepository(path: string): Found {
  return broken(
    `there is nothing at ${path}`,
    "create the repository there, or correct its path in `repositories`",
  );
}

export function testFinding(testCommand: string | null): Found {
  if (testCommand !== null) return fine("a test command is set");
  return doubtful("no test command is set, so no pull request can land", "set `testCommand`");
}
