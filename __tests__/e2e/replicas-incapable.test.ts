/** Replicas that lack the repository, the way to it or a test command: the whole one does their work, and they say so. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest } from "@jest/globals";
import { REPOSITORY, type Replica, Replicas } from "../support/replicas.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const NUMBERS = [1, 2, 3, 4];
const PATIENCE_MS = 90_000;

jest.setTimeout(2 * PATIENCE_MS);

/** Test runs wait for the only slot of the whole replica, so that the others have the time to take them. */
const ONE_AT_A_TIME = { MERGE_QUEUE_PARALLEL_TESTS: "1" };
const SLOW_TESTS = { MERGE_QUEUE_TEST_COMMAND: "sleep 3" };

let replicas: Replicas;
let whole: Replica;
let withoutCommand: Replica;
beforeAll(async () => {
  replicas = await Replicas.start(0, SLOW_TESTS);
  const elsewhere = join(replicas.folder, "not-there");
  [whole, withoutCommand] = await Promise.all([
    replicas.add("whole", 0, ONE_AT_A_TIME),
    replicas.add("without-test-command", 0, { MERGE_QUEUE_TEST_COMMAND: undefined }),
    replicas.add("without-repository", 0, { MERGE_QUEUE_REPOSITORIES: `github.com/acme/other=${elsewhere}` }),
    replicas.add("without-access", 0, { MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${elsewhere}` }),
  ]);
  await whole.client.createQueue({ repo: REPOSITORY, targetBranch: "main", concurrency: 4 });
});
afterAll(() => replicas.close());

async function failedChecks({ url }: Replica): Promise<readonly string[]> {
  const answer: unknown = await (await fetch(`${url}/readyz`)).json();
  const checks = typeof answer === "object" && answer !== null && "checks" in answer ? answer.checks : {};
  return Object.entries(checks ?? {}).flatMap(([name, state]) =>
    state === "ok" || state === true ? [] : name,
  );
}

itInCi("leave every landing to the one that can do it, and name what they lack", async () => {
  for (const number of NUMBERS) await replicas.open(number);
  const submissions = NUMBERS.map(async (number) =>
    replicas.submit(number % 2 === 0 ? whole : withoutCommand, number),
  );
  await Promise.all(submissions);
  await replicas.untilMerged(whole, NUMBERS, PATIENCE_MS);
  expect(await replicas.landed()).toHaveLength(NUMBERS.length);
  expect(await failedChecks(whole)).toEqual([]);
  expect(await failedChecks(withoutCommand)).toContain("tests");
  for (const name of ["without-repository", "without-access"]) {
    await until(async () => (await failedChecks(replicas.named(name))).includes("repositories"));
  }
});
