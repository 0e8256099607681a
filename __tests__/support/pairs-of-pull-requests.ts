/**
 * Pairs of random pull requests, and the judgement of the promise that impacted targets make about them: lists that
 * share no name mean that every test sees in both together what it sees in one of them alone.
 */

import { changedCode, codeUses } from "../../src/targets/sources/workspaces/code-uses.js";
import { lockChanges } from "../../src/targets/sources/workspaces/lock-changes.js";
import { rootChanges } from "../../src/targets/sources/workspaces/root-changes.js";
import { ownedFiles, type WorkspaceChange } from "../../src/targets/sources/workspaces/workspace-change.js";
import { readWorkspaceTree } from "../../src/targets/sources/workspaces/workspace-tree.js";
import { sharedEcosystems } from "../../src/targets/sources/workspaces/workspaces.js";
import { changesBetween, type MemoryTree } from "./memory-tree.js";
import { mixedTestInputs } from "./mixed-test-inputs.js";
import { randomMixedPullRequest, randomMixedRepository } from "./random-mixed-repository.js";
import { merged, randomPullRequest, randomRepository } from "./random-workspaces.js";
import { type Chance, seededChance } from "./seeded-chance.js";
import { testInputs } from "./test-inputs.js";

export type ListOf = (change: WorkspaceChange) => Iterable<string>;

interface PullRequest {
  readonly head: MemoryTree;
  /** Null where everything counts. */
  readonly change: WorkspaceChange | null;
}

export interface RandomRepository {
  readonly seed: number;
  readonly base: MemoryTree;
  readonly pullRequests: readonly PullRequest[];
}

export interface Pair {
  readonly one: MemoryTree;
  readonly other: MemoryTree;
  readonly isDisjoint: boolean;
  /** Says how to show it again. */
  readonly name: string;
}

/** How repositories and pull requests are made, and what their tests see. */
export interface Kind {
  repository(chance: Chance): MemoryTree;
  pullRequest(base: MemoryTree, chance: Chance, label: string): MemoryTree;
  testInputs(tree: MemoryTree): ReadonlyMap<string, string>;
}

export const ONE_WORKSPACE: Kind = {
  repository: randomRepository,
  pullRequest: randomPullRequest,
  testInputs,
};

export const SEVERAL_ECOSYSTEMS: Kind = {
  repository: randomMixedRepository,
  pullRequest: randomMixedPullRequest,
  testInputs: mixedTestInputs,
};

export async function repositoryWithPullRequests(
  seed: number,
  count: number,
  kind = ONE_WORKSPACE,
): Promise<RandomRepository> {
  const chance = seededChance(seed);
  const base = kind.repository(chance);
  const ecosystemsOf = sharedEcosystems();
  const before = await readWorkspaceTree(base, ecosystemsOf(base), "separate");
  const pullRequests: PullRequest[] = [];
  for (let number = 1; number <= count; number += 1) {
    const head = kind.pullRequest(base, chance, `#${number}`);
    const after = await readWorkspaceTree(head, ecosystemsOf(head), "separate");
    const changed = changesBetween(base, head);
    const code = codeUses(before, after, await changedCode({ base, head, changed }));
    const modified = changed.filter(({ status }) => status === "modified").map(({ path }) => path);
    const sides = [
      { tree: base, workspaces: before },
      { tree: head, workspaces: after },
    ] as const;
    const locks = await rootChanges(...sides, modified, await lockChanges(...sides, modified));
    const change = { base: before, head: after, changed, locks, code };
    const owned = ownedFiles(change);
    const isKnown = change.changed.every(({ path }) => owned.has(path));
    pullRequests.push({ head, change: isKnown ? change : null });
  }
  return { seed, base, pullRequests };
}

export function* pairsOf({ seed, pullRequests }: RandomRepository, listOf: ListOf): Generator<Pair> {
  const lists = pullRequests.map(({ change }) => (change === null ? null : new Set(listOf(change))));
  for (const [second, other] of pullRequests.entries()) {
    for (const [first, one] of pullRequests.slice(0, second).entries()) {
      const isDisjoint = areDisjoint(lists[first] ?? null, lists[second] ?? null);
      yield {
        one: one.head,
        other: other.head,
        isDisjoint,
        name: `seed ${seed}, #${first + 1} and #${second + 1}`,
      };
    }
  }
}

/** A test that sees something new, or files that clash; null where the promise is kept. */
export function brokenPromise(base: MemoryTree, { one, other }: Pair, kind = ONE_WORKSPACE): string | null {
  const both = merged(base, one, other);
  if (both === null) return "both change the same file";
  const alone = [one, other, base].map((tree) => kind.testInputs(tree));
  for (const [directory, seen] of kind.testInputs(both)) {
    if (!alone.some((inputs) => inputs.get(directory) === seen)) return `${directory} sees what it never saw`;
  }
  return null;
}

function areDisjoint(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  return one !== null && other !== null && ![...one].some((target) => other.has(target));
}
