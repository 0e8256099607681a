/** Which commits of a branch the proofs of the landings cover. */
import { expect, it } from "@jest/globals";
import { type BranchCommit, lostLandings, verifyBranch } from "../../../src/domain/verify-branch.js";
import { treeOf } from "../../support/fake-commits.js";
import { evidenceOf } from "../../support/head-evidence.js";
import {
  allSubmitted,
  aQueue,
  landed,
  movedTo,
  passed,
  prepared,
  provenOnTip,
  story,
  submitted,
} from "../../support/queue-builder.js";

const told = story(
  aQueue(),
  ...allSubmitted(1, 2),
  passed("1"),
  landed(),
  passed("2"),
  landed(),
  movedTo("pushed past the queue"),
  submitted(3),
  passed("3"),
  landed(),
);
const landings = told.landings.toReversed();

function commit(name: string, changes: Partial<BranchCommit> = {}): BranchCommit {
  const sha = /^[0-9a-f]{40}$/.test(name) ? name : "f".repeat(40);
  const people = { author: "mona", committer: "GitHub", committedAt: "2026-01-01T00:00:00Z", subject: name };
  return { commit: sha, tree: "", parents: ["0"], ...people, ...changes };
}

/** What the branch has, newest first. */
function branch(): readonly BranchCommit[] {
  const tested = landings.flatMap(({ to, from }, index) => {
    const next = landings[index + 1];
    const outside = next !== undefined && next.to !== from ? [commit(from)] : [];
    return [commit(to, { tree: treeOf(to) }), ...outside];
  });
  return tested;
}

it("covers what landed, and names what was pushed between two landings", () => {
  expect(landings).toHaveLength(3);
  const { proven, strangers } = verifyBranch(branch(), landings);
  expect(proven).toBe(3);
  expect(strangers.map(({ how, commit: { commit: sha } }) => [how, sha])).toEqual([
    ["pushedOutside", landings[0]?.from],
  ]);
});

it("counts what landed without a run, and names it where its checks tested another tree", () => {
  const [record] = story(
    aQueue({ directMergeMode: "always" }),
    submitted(1, provenOnTip(1)),
    prepared(),
    landed(),
  ).landings;
  if (record?.proof.kind !== "direct") throw new Error("it did not land on its own head");
  const commits = [commit(record.to, { tree: record.tree })];
  expect(verifyBranch(commits, [record])).toMatchObject({ proven: 1, onOwnHead: 1, strangers: [] });
  const evidence = evidenceOf(treeOf(record.from));
  const untrue = { ...record, proof: { ...record.proof, evidence } };
  expect(verifyBranch(commits, [untrue]).strangers).toMatchObject([{ how: "notAsTested" }]);
});

it("covers every commit of a landing of several", () => {
  const [newest] = landings;
  if (newest === undefined) throw new Error("nothing landed");
  const inner = commit("a".repeat(40));
  const commits = [
    commit(newest.to, { tree: newest.tree }),
    inner,
    commit(newest.from, { parents: ["1", "2"] }),
  ];
  expect(verifyBranch(commits, [newest])).toMatchObject({ proven: 2, strangers: [{ how: "mergedOutside" }] });
});

it("names a commit of the queue with another tree than the tested one, and trusts nothing below it", () => {
  const [newest] = landings;
  if (newest === undefined) throw new Error("nothing landed");
  const commits = [commit(newest.to, { tree: "another" }), commit("b".repeat(40))];
  expect(verifyBranch(commits, [newest]).strangers.map(({ how }) => how)).toEqual([
    "notAsTested",
    "pushedOutside",
  ]);
});

it("proves nothing without landings", () => {
  expect(verifyBranch([commit("c".repeat(40))], [])).toMatchObject({
    proven: 0,
    strangers: [{ how: "pushedOutside" }],
  });
});

it("finds the landings that the branch has lost, with those on top of them, and none that may be newer", () => {
  const landing = (from: string, to: string) => ({ from, to, tree: "", proof: { kind: "tested" } });
  const commits = ["d", "c", "b", "a"].map((letter) => commit(letter.repeat(40)));
  const [d, c, b, a] = commits.map(({ commit: id }) => id);
  if (d === undefined || c === undefined || b === undefined || a === undefined) throw new Error("no commits");
  const lostOnes = [landing("y", "z"), landing("x", "y"), landing(b, "x")];
  expect(
    lostLandings(commits, null, [landing(d, "newer"), landing(b, c), ...lostOnes, landing(a, b)]),
  ).toEqual(["x", "y", "z"]);
  expect(lostLandings(commits, null, [landing("unknown", "e"), landing(c, d), landing(a, b)])).toEqual([]);
});

it("finds that the branch has lost every landing, where a force push put it back to the start", () => {
  const landing = (from: string, to: string) => ({ from, to, tree: "", proof: { kind: "tested" } });
  const all = [landing("second", "third"), landing("first", "second"), landing("start", "first")];
  const forced = [commit("a".repeat(40))];
  expect(lostLandings(forced, "start", all)).toEqual(["first", "second", "third"]);
  expect(lostLandings(forced, "first", all)).toEqual(["second", "third"]);
  // The checkout may be older than the landings.
  expect(lostLandings([], "start", all)).toEqual([]);
});
