/** Who sees a change of a lock file, over random lock files, beside working out everything each one gets. */
import { expect, it } from "@jest/globals";
import type { LockGraph, LockNode } from "../../../../../src/targets/sources/workspaces/ecosystem.js";
import { whoSees } from "../../../../../src/targets/sources/workspaces/lock-changes.js";
import { type Chance, seededChance } from "../../../../support/seeded-chance.js";

const NODES = Array.from({ length: 8 }, (_, index) => `node-${index}`);
const IMPORTERS = ["a", "b", "c"];

function randomNode(chance: Chance): LockNode {
  const dependencies = NODES.filter(() => chance.next() < 0.2);
  return { content: `version ${chance.whole(1, 3)}`, dependencies };
}

function randomLock(chance: Chance): LockGraph {
  const nodes = new Map(NODES.map((key) => [key, randomNode(chance)]));
  return {
    importers: new Map(IMPORTERS.map((key) => [key, randomNode(chance)])),
    nodes,
    rest: "",
    sharesRoot: true,
    spreads: false,
  };
}

/** The same with one or two nodes or importers drawn again. */
function changed(lock: LockGraph, chance: Chance): LockGraph {
  const nodes = new Map(lock.nodes);
  const importers = new Map(lock.importers);
  for (let times = chance.whole(1, 2); times > 0; times -= 1) {
    const node = NODES[chance.whole(0, NODES.length - 1)] ?? "";
    if (chance.next() < 0.8) nodes.set(node, randomNode(chance));
    else importers.set(IMPORTERS[chance.whole(0, IMPORTERS.length - 1)] ?? "", randomNode(chance));
  }
  return { ...lock, nodes, importers };
}

function everythingOf(importer: string, { importers, nodes }: LockGraph): string {
  const own = importers.get(importer);
  const reached = new Set(own?.dependencies);
  for (const key of reached) for (const more of nodes.get(key)?.dependencies ?? []) reached.add(more);
  return JSON.stringify([own, [...reached].sort().map((key) => [key, nodes.get(key)])]);
}

it("are exactly those who get something else, or it cannot be told", () => {
  const seen = { exactly: 0, unknown: 0 };
  for (let seed = 1; seed <= 3000; seed += 1) {
    const chance = seededChance(seed);
    const before = randomLock(chance);
    const after = changed(before, chance);
    const { directories, doubts } = whoSees(before, after);
    const expected = IMPORTERS.filter((one) => everythingOf(one, before) !== everythingOf(one, after));
    if (doubts.length > 0) seen.unknown += 1;
    else {
      expect([seed, [...directories].sort()]).toEqual([seed, expected]);
      if (expected.length > 0 && expected.length < IMPORTERS.length) seen.exactly += 1;
    }
  }
  expect(seen.exactly).toBeGreaterThan(300);
  expect(seen.unknown).toBeGreaterThan(50);
});

it("are not told where the root gets something else, or the rest of the file differs", () => {
  const chance = seededChance(1);
  const before = randomLock(chance);
  const [first = ""] = NODES;
  const atRoot = new Map([...before.importers, ["", { content: "", dependencies: [first] }]]);
  const nodes = new Map([...before.nodes, [first, { content: "another version", dependencies: [] }]]);
  const doubtsAbout = (after: LockGraph) => whoSees({ ...before, importers: atRoot }, after).doubts;
  const root = "the change reaches what is installed at the root, which all packages use";
  expect(doubtsAbout({ ...before, importers: atRoot, nodes })).toContain(root);
  expect(doubtsAbout({ ...before, importers: atRoot, rest: "other settings" })).toEqual([
    "its settings for all packages differ",
  ]);
  expect(whoSees(before, before)).toEqual({ directories: new Set(), doubts: [] });
});
