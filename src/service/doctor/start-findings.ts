/** What the doctor warns of that can be seen without a call: the service reports these findings when it starts. */
import { isThere } from "../git/is-there.js";
import { localPath } from "../git/rules-refusal.js";
import type { ServiceConfig } from "../settings/config.js";
import { doubtful, type Finding, type Found } from "./finding.js";
import { missingRepository, REPOSITORY_CHECK, TESTS_CHECK, testFinding } from "./plain-git-checks.js";
import { SETTINGS_CHECK } from "./settings-held.js";

const SHORTEST_TOKEN = 16;

export type StartSettings = Pick<
  ServiceConfig,
  "apiToken" | "database" | "forge" | "repositories" | "testCommand"
>;

/** Starts no program and sends nothing, so that it delays no start. */
export async function startFindings(settings: StartSettings): Promise<readonly Finding[]> {
  const token = tokenFindings(settings.apiToken).map((found) => ({ check: SETTINGS_CHECK, ...found }));
  return settings.forge === "github" ? token : [...token, ...(await plainGitFindings(settings))];
}

/** Empty for a token that is long enough, and without a token. */
export function tokenFindings(apiToken: string | null): readonly Found[] {
  if (apiToken === null || apiToken.length >= SHORTEST_TOKEN) return [];
  return [
    doubtful(
      `MERGE_QUEUE_API_TOKEN has fewer than ${SHORTEST_TOKEN} characters, so it can be guessed, and it allows every call`,
      "set a long and random one, such as the output of `openssl rand -hex 32`",
    ),
  ];
}

/** On Postgres another replica may run the tests; `/readyz` shows whether this one does. */
async function plainGitFindings({
  database,
  repositories,
  testCommand,
}: StartSettings): Promise<readonly Finding[]> {
  const missing = await Promise.all(
    [...repositories].map(async ([key, location]) => {
      const path = localPath(location);
      if (path === null || (await isThere(path))) return [];
      return [{ check: `${REPOSITORY_CHECK} ${key}`, ...missingRepository(path) }];
    }),
  );
  const tests = testFinding(testCommand);
  return [
    ...missing.flat(),
    ...(tests.level === "ok" || database.kind === "postgres" ? [] : [{ check: TESTS_CHECK, ...tests }]),
  ];
}
