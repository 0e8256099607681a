/**
 * Random workspaces with a lock file of npm, pnpm, yarn, Cargo or Go, and pull requests of which many change only that: a list has
 * exactly the members whose tests get something else, and lists that share no name keep the promise of impacted targets.
 */
import { describe, expect, it } from "@jest/globals";
import { workspaceImpact } from "../../src/targets/sources/workspaces/workspace-change.js";
import { LOCK_WRITERS } from "../support/lock-writers.js";
import {
  brokenPromise,
  type ListOf,
  pairsOf,
  type RandomRepository,
  repositoryWithPullRequests,
} from "../support/pairs-of-pull-requests.js";
import { goModuleName, goModules } from "../support/random-go-modules.js";
import { type LockedWorkspaces, lockedWorkspaces } from "../support/random-locked-workspaces.js";
import { countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["IMPACTED_TARGETS_FIRST_SEED"] ?? 1);
const REPOSITORIES = countOf("IMPACTED_TARGETS_REPOSITORIES", {
  reduced: 12,
  share: 60,
  all: 200,
  full: 3_000,
});
const PULL_REQUESTS = 6;

const wholeList: ListOf = (change) => workspaceImpact(change).targets.keys();
/** Each change of a lock file misses one of its packages. */
const oneTooFew: ListOf = (change) =>
  wholeList({ ...change, locks: new Map([...change.locks].map(([path, names]) => [path, names.slice(1)])) });

interface Form {
  readonly kind: LockedWorkspaces;
  readonly isLock: (path: string) => boolean;
  readonly nameOf: (directory: string) => string;
  /** The target for the resolution of names, if a change of only this lock file has it. */
  readonly resolutionOf: (path: string) => string | null;
  /** A line that another lock file has, too, counts for all members and changes nothing. */
  readonly unitesLocks: boolean;
  readonly count: number;
  /** A change of the lock file may reach the root's tools, which all packages use. */
  readonly hasTools: boolean;
}

const FORMS: readonly (readonly [string, Form])[] = [
  ...Object.entries(LOCK_WRITERS).map(([name, writer]): readonly [string, Form] => [
    name,
    {
      kind: lockedWorkspaces(writer),
      isLock: (path) => path === writer.path,
      nameOf: (directory) => directory.replace("packages/", ""),
      resolutionOf: () => writer.resolution ?? writer.path,
      unitesLocks: false,
      count: REPOSITORIES,
      hasTools: writer.manifests === undefined,
    },
  ]),
  ...[false, true].map((hasWork): readonly [string, Form] => [
    hasWork ? "go.sum in a go.work" : "go.sum",
    {
      kind: goModules(hasWork),
      isLock: (path) => path.endsWith(".sum"),
      nameOf: goModuleName,
      resolutionOf: (path) => (path.includes("/") ? null : hasWork ? "go.work" : "go.mod"),
      unitesLocks: hasWork,
      // They are cheap, and few pull requests change a file at the root.
      count: 4 * REPOSITORIES,
      hasTools: false,
    },
  ]),
];

describe.each(FORMS)("%s", (_form, form) => {
  const { kind, isLock, nameOf, resolutionOf, count, hasTools } = form;
  const repositories: RandomRepository[] = [];

  async function all(): Promise<readonly RandomRepository[]> {
    for (let seed = FIRST_SEED + repositories.length; seed < FIRST_SEED + count; seed += 1)
      repositories.push(await repositoryWithPullRequests(seed, PULL_REQUESTS, kind));
    return repositories;
  }

  const brokenPairs = async (listOf: ListOf, most = Number.POSITIVE_INFINITY) => {
    const tally = { pairs: 0, apart: 0, broken: [] as string[] };
    for (const repository of await all()) {
      for (const pair of pairsOf(repository, listOf)) {
        tally.pairs += 1;
        if (!pair.isDisjoint || tally.broken.length >= most) continue;
        tally.apart += 1;
        const problem = brokenPromise(repository.base, pair, kind);
        if (problem !== null) tally.broken.push(`${pair.name}: ${problem}`);
      }
    }
    return tally;
  };

  it("keeps the promise in lists that share no name", async () => {
    const { pairs, apart, broken } = await brokenPairs(wholeList);
    expect(broken).toEqual([]);
    expect(apart).toBeGreaterThan(pairs / 20);
  });

  it("breaks the promise if a bump lists one member too few", async () => {
    expect((await brokenPairs(oneTooFew, 1)).broken).not.toEqual([]);
  });

  it("lists exactly the members whose tests get another version, if only the lock file changes", async () => {
    const tally = { lists: 0, everything: 0, withResolution: 0 };
    for (const { seed, base, pullRequests } of await all()) {
      const before = kind.testInputs(base);
      for (const [index, { head, change }] of pullRequests.entries()) {
        const differing = [...head.files].filter(([path, text]) => base.files.get(path) !== text);
        const [path = ""] = differing[0] ?? [];
        if (differing.length !== 1 || !isLock(path)) continue;
        const seeing = [...kind.testInputs(head)].filter(([member, seen]) => before.get(member) !== seen);
        const isRepeated = form.unitesLocks && seeing.length === 0;
        const members = isRepeated ? [...before.keys()] : seeing.map(([member]) => member);
        const resolution = resolutionOf(path);
        const expected = [...members.map(nameOf), ...(resolution === null ? [] : [resolution])].sort();
        const isEverything = hasTools && members.length === before.size;
        const list = change === null ? null : [...wholeList(change)].sort();
        const name = `seed ${seed}, #${index + 1}`;
        if (list === null) expect([name, isEverything]).toEqual([name, true]);
        else expect([name, ...list]).toEqual([name, ...expected]);
        tally.lists += 1;
        if (list === null) tally.everything += 1;
        else if (resolution !== null) tally.withResolution += 1;
      }
    }
    expect(tally.lists).toBeGreaterThan(REPOSITORIES);
    expect(tally.withResolution).toBeGreaterThan(0);
    if (hasTools) expect(tally.everything).toBeGreaterThan(0);
    expect(tally.everything).toBeLessThan(tally.lists / 2);
  });
});
