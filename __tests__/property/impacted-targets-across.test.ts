/**
 * The promise of impacted targets where one repository holds several workspaces and ecosystems: over their borders, over
 * manifests that no workspace knows, and where one package decides how another is built.
 */
import { expect, it } from "@jest/globals";
import { workspaceImpact } from "../../src/targets/sources/workspaces/workspace-change.js";
import {
  brokenPromise,
  type ListOf,
  pairsOf,
  repositoryWithPullRequests,
  SEVERAL_ECOSYSTEMS,
} from "../support/pairs-of-pull-requests.js";
import { countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["IMPACTED_TARGETS_FIRST_SEED"] ?? 1);
const REPOSITORIES = Math.ceil(
  countOf("IMPACTED_TARGETS_REPOSITORIES", { reduced: 200, share: 300, all: 700, full: 20_000 }) / 5,
);
const PULL_REQUESTS = 6;

it("is kept by lists that share no name", async () => {
  const listOf: ListOf = (change) => workspaceImpact(change).targets.keys();
  const broken: string[] = [];
  let disjoint = 0;
  let pairs = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + REPOSITORIES; seed += 1) {
    const repository = await repositoryWithPullRequests(seed, PULL_REQUESTS, SEVERAL_ECOSYSTEMS);
    for (const pair of pairsOf(repository, listOf)) {
      pairs += 1;
      if (!pair.isDisjoint) continue;
      disjoint += 1;
      const problem = brokenPromise(repository.base, pair, SEVERAL_ECOSYSTEMS);
      if (problem !== null) broken.push(`${pair.name}: ${problem}`);
    }
  }
  expect(broken).toEqual([]);
  expect(disjoint).toBeGreaterThan(pairs / 20);
});
