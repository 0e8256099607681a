/**
 * Random repositories of Gradle, uv, Poetry, .NET, Composer, Dart and Mix, with a package at the root, packages inside
 * others, repeated names, changes of only a lock file and imports that no manifest declares: a list has whatever the plain
 * graph shows, an edit has nothing else, and lists that share no name keep the promise of impacted targets.
 */
import { describe, expect, it } from "@jest/globals";
import type { SourceAnswer } from "../../src/targets/source.js";
import { workspacesSource } from "../../src/targets/sources/workspaces/workspaces.js";
import { ecosystemTestInputs, exactEcosystemList } from "../support/ecosystem-judge.js";
import { ECOSYSTEM_LAYOUTS } from "../support/ecosystem-layouts.js";
import { changesBetween, type MemoryTree } from "../support/memory-tree.js";
import { brokenPromise } from "../support/pairs-of-pull-requests.js";
import { randomChange, randomEcosystem } from "../support/random-ecosystems.js";
import { seededChance } from "../support/seeded-chance.js";
import { answerOf } from "../support/targets-answer.js";
import { countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["IMPACTED_TARGETS_FIRST_SEED"] ?? 1);
const REPOSITORIES = countOf("IMPACTED_TARGETS_REPOSITORIES", {
  reduced: 25,
  share: 60,
  all: 200,
  full: 3_000,
});
const PULL_REQUESTS = 6;

interface PullRequest {
  readonly head: MemoryTree;
  readonly changed: readonly string[];
  /** Null for everything. */
  readonly list: ReadonlySet<string> | null;
}

function listIn(answer: SourceAnswer, changed: readonly string[]): ReadonlySet<string> | null {
  if (answer.kind === "all" || changed.some((path) => !answer.owned.has(path))) return null;
  return new Set(answer.targets.keys());
}

describe.each(Object.entries(ECOSYSTEM_LAYOUTS))("%s", (_name, layout) => {
  const kind = {
    repository: () => {
      throw new Error("the test makes them");
    },
    pullRequest: () => {
      throw new Error("the test makes them");
    },
    testInputs: (tree: MemoryTree) => ecosystemTestInputs(tree, layout),
  };

  async function pullRequestsOf(base: MemoryTree, seed: number): Promise<readonly PullRequest[]> {
    const chance = seededChance(seed * 1_000);
    const source = workspacesSource();
    const made: PullRequest[] = [];
    for (let number = 1; number <= PULL_REQUESTS; number += 1) {
      const head = randomChange(base, layout, chance, `#${number}`);
      const changed = changesBetween(base, head).map(({ path }) => path);
      made.push({ head, changed, list: listIn(await answerOf(source, base, head), changed) });
    }
    return made;
  }

  it("has whatever the graph shows in its lists, keeps edits apart, and keeps the promise", async () => {
    const tally = { lists: 0, edits: 0, locks: 0, pairs: 0, apart: 0 };
    const problems: string[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + REPOSITORIES; seed += 1) {
      const base = randomEcosystem(layout, seededChance(seed));
      const pullRequests = await pullRequestsOf(base, seed);
      for (const [index, { head, changed, list }] of pullRequests.entries()) {
        if (list === null) continue;
        const exact = exactEcosystemList(base, head, layout);
        const lacking = [...exact].filter((name) => !list.has(name));
        if (lacking.length > 0) problems.push(`seed ${seed}, #${index + 1} lacks ${lacking.join(", ")}`);
        tally.lists += 1;
        const isLock = changed.length === 1 && changed[0] === layout.lockPath;
        const isEdit = changed.every((path) => path.endsWith(layout.code));
        const hasImport = [...head.files.values()].some((text) => String(text).startsWith("import "));
        if (isLock) tally.locks += 1;
        if (!isLock && (!isEdit || hasImport)) continue;
        tally.edits += 1;
        const more = [...list].filter((name) => !exact.has(name) && name !== layout.lockPath);
        if (more.length > 0) problems.push(`seed ${seed}, #${index + 1} has ${more.join(", ")}`);
      }
      for (const [second, other] of pullRequests.entries()) {
        for (const [first, one] of pullRequests.slice(0, second).entries()) {
          tally.pairs += 1;
          const [names, others] = [one.list, other.list];
          if (names === null || others === null || [...names].some((name) => others.has(name))) continue;
          tally.apart += 1;
          const pair = { one: one.head, other: other.head, isDisjoint: true, name: "" };
          const problem = brokenPromise(base, pair, kind);
          if (problem !== null) problems.push(`seed ${seed}, #${first + 1} and #${second + 1}: ${problem}`);
        }
      }
    }
    expect(problems.slice(0, 10)).toEqual([]);
    expect(tally.lists).toBeGreaterThan(REPOSITORIES);
    expect(tally.edits).toBeGreaterThan(REPOSITORIES / 2);
    expect(tally.apart).toBeGreaterThan(tally.pairs / 50);
    if (layout.lock !== null) expect(tally.locks).toBeGreaterThan(0);
  });
});
