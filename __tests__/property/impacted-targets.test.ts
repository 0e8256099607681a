/**
 * The promise of impacted targets, over random repositories and pairs of pull requests: when two lists share no name,
 * every test sees in both together what it sees in one of them alone. Without any part of the lists it is broken.
 */
import { describe, expect, it } from "@jest/globals";
import {
  type CausesByTarget,
  changedTargets,
  deletedTargets,
  dependentsOf,
  firstCauses,
  type GraphChange,
  newlyUsedTargets,
  rewiredTargets,
} from "../../src/targets/graph.js";
import { withCodeUses } from "../../src/targets/sources/workspaces/code-uses.js";
import {
  changedResolutions,
  graphChange,
  workspaceImpact,
} from "../../src/targets/sources/workspaces/workspace-change.js";
import type { MemoryTree } from "../support/memory-tree.js";
import {
  brokenPromise,
  type ListOf,
  pairsOf,
  type RandomRepository,
  repositoryWithPullRequests,
} from "../support/pairs-of-pull-requests.js";
import { manifestAt, textsOf } from "../support/random-workspaces.js";
import { itInCi } from "../support/sized-tests.js";
import { testInputs } from "../support/test-inputs.js";
import { countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["IMPACTED_TARGETS_FIRST_SEED"] ?? 1);
const REPOSITORIES = countOf("IMPACTED_TARGETS_REPOSITORIES", {
  reduced: 200,
  share: 300,
  all: 700,
  full: 20_000,
});
/** Each two of them are a pair: 15 per repository. */
const PULL_REQUESTS = 6;

const repositories: RandomRepository[] = [];
for (let seed = FIRST_SEED; seed < FIRST_SEED + REPOSITORIES; seed += 1) {
  repositories.push(await repositoryWithPullRequests(seed, PULL_REQUESTS));
}

const EMPTY = new Map<string, never>();

/** A list put together from its parts again, so that one can be left out. */
function listWithout(part: (change: GraphChange) => Partial<Parts>): ListOf {
  return (change) => {
    const graphs = graphChange(change);
    const parts = { ...everything(graphs), ...part(graphs) };
    const touched = firstCauses(parts.deleted, parts.changed, parts.rewired);
    const all = firstCauses(touched, parts.dependents, parts.newlyUsed, changedResolutions(change));
    return withCodeUses(all, change.code).keys();
  };
}

interface Parts {
  readonly deleted: CausesByTarget;
  readonly changed: CausesByTarget;
  readonly rewired: CausesByTarget;
  readonly dependents: CausesByTarget;
  readonly newlyUsed: CausesByTarget;
}

function everything(change: GraphChange): Parts {
  const deleted = deletedTargets(change);
  const changed = changedTargets(change);
  const rewired = rewiredTargets(change);
  const dependents = dependentsOf(change, firstCauses(deleted, changed, rewired).keys());
  return { deleted, changed, rewired, dependents, newlyUsed: newlyUsedTargets(change) };
}

/** As tools do that look at one graph only: what is rewired shows only by comparing two. */
function dependentsIn(change: GraphChange, graphs: Partial<GraphChange>): Partial<Parts> {
  const touched = firstCauses(deletedTargets(change), changedTargets(change));
  return { rewired: EMPTY, dependents: dependentsOf({ ...change, ...graphs }, touched.keys()) };
}

function directDependents(change: GraphChange): CausesByTarget {
  const { dependents, ...rest } = everything(change);
  const touched = firstCauses(rest.deleted, rest.changed, rest.rewired);
  const direct = [...dependents].filter(([target]) =>
    [change.base, change.head].some((graph) => [...(graph.get(target) ?? [])].some((on) => touched.has(on))),
  );
  return new Map(direct);
}

function firstBroken(listOf: ListOf): string | null {
  for (const repository of repositories) {
    for (const pair of pairsOf(repository, listOf)) {
      if (pair.isDisjoint && brokenPromise(repository.base, pair) !== null) return pair.name;
    }
  }
  return null;
}

describe("two pull requests whose lists share no name", () => {
  itInCi("show every test what one of them alone shows it", () => {
    const whole: ListOf = (change) => workspaceImpact(change).targets.keys();
    const broken: string[] = [];
    let disjoint = 0;
    let pairs = 0;
    for (const repository of repositories) {
      for (const pair of pairsOf(repository, whole)) {
        pairs += 1;
        if (!pair.isDisjoint) continue;
        disjoint += 1;
        const problem = brokenPromise(repository.base, pair);
        if (problem !== null) broken.push(`${pair.name}: ${problem}`);
      }
    }
    expect(broken).toEqual([]);
    expect(pairs).toBe((REPOSITORIES * PULL_REQUESTS * (PULL_REQUESTS - 1)) / 2);
    expect(disjoint).toBeGreaterThan(pairs / 20);
  });

  it("have lists that are what their parts make together", () => {
    const again = listWithout(() => ({}));
    for (const { pullRequests } of repositories) {
      for (const { change } of pullRequests) {
        if (change === null) continue;
        expect([...again(change)].sort()).toEqual([...workspaceImpact(change).targets.keys()].sort());
      }
    }
  });
});

/** By name: of the packages whose tests see something else in the head than in the base. */
function packagesThatSee(base: MemoryTree, head: MemoryTree): readonly string[] {
  const before = testInputs(base);
  const seeing = [...testInputs(head)].filter(([directory, inputs]) => before.get(directory) !== inputs);
  return seeing.map(([directory]) => packageNameAt(base, directory)).sort();
}

function packageNameAt(tree: MemoryTree, directory: string): string {
  return (
    manifestAt(textsOf(tree), directory === "" ? "package.json" : `${directory}/package.json`).name ??
    directory
  );
}

describe("pull requests that touch no manifest, beside a package at the root and packages inside others", () => {
  const edits = repositories.map(({ base, pullRequests }) => ({
    base,
    changes: pullRequests.flatMap(({ change, head }) =>
      change === null || change.changed.some(({ path }) => /package\.json$|\.js$/.test(path))
        ? []
        : [{ change, head }],
    ),
  }));

  it("list exactly the packages whose tests see a difference", () => {
    const tally = { lists: 0, withRoot: 0, withNested: 0 };
    for (const { base, changes } of edits) {
      for (const { change, head } of changes) {
        const list = [...workspaceImpact(change).targets.keys()].sort();
        expect(list).toEqual(packagesThatSee(base, head));
        tally.lists += 1;
        if (list.includes("root")) tally.withRoot += 1;
        if (
          change.changed.some(({ path }) => change.head.ownersOf(path).some((name) => name.startsWith("i")))
        )
          tally.withNested += 1;
      }
    }
    expect(tally.lists).toBeGreaterThan(REPOSITORIES / 4);
    expect(tally.withRoot).toBeGreaterThan(0);
    expect(tally.withRoot).toBeLessThan(tally.lists / 2);
    expect(tally.withNested).toBeGreaterThan(0);
  });

  it("are apart where no test sees both", () => {
    let apart = 0;
    for (const { base, changes } of edits) {
      for (const [index, one] of changes.entries()) {
        const seen = new Set(packagesThatSee(base, one.head));
        for (const other of changes.slice(0, index)) {
          if (packagesThatSee(base, other.head).some((name) => seen.has(name))) continue;
          const list = workspaceImpact(other.change).targets;
          expect([...workspaceImpact(one.change).targets.keys()].filter((name) => list.has(name))).toEqual(
            [],
          );
          apart += 1;
        }
      }
    }
    expect(apart).toBeGreaterThan(0);
  });
});

describe("the promise is broken without", () => {
  const WITHOUT: Readonly<Record<string, ListOf>> = {
    "the changed targets": listWithout(() => ({ changed: EMPTY, rewired: EMPTY })),
    "what depends on them": listWithout(() => ({ dependents: EMPTY })),
    "what depends on them over several steps": listWithout((change) => ({
      dependents: directDependents(change),
    })),
    "what depended on them in the base tree": listWithout((change) =>
      dependentsIn(change, { base: new Map() }),
    ),
    "what depends on them in the head tree": listWithout((change) =>
      dependentsIn(change, { head: new Map() }),
    ),
    "the deleted targets": listWithout(() => ({ deleted: EMPTY })),
    "the newly used targets": listWithout(() => ({ newlyUsed: EMPTY })),
    "what changed code uses": (change) =>
      workspaceImpact({ ...change, code: { ...change.code, used: EMPTY } }).targets.keys(),
    "the target of how names in changed code are resolved": (change) =>
      workspaceImpact({ ...change, code: { ...change.code, asked: EMPTY } }).targets.keys(),
    "the target of how names are resolved": (change) => {
      const resolutions = changedResolutions(change);
      return [...workspaceImpact(change).targets.keys()].filter((target) => !resolutions.has(target));
    },
  };

  it.each(Object.entries(WITHOUT))("%s", (_part, listOf) => {
    expect(firstBroken(listOf)).toMatch(/^seed \d+/);
  });
});
