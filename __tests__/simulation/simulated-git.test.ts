/** The promises of the git port that the simulation relies on, held by its repository made of names. */
import { expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber, testRunId } from "../../src/domain/ids.js";
import type { Git } from "../../src/service/ports/git.js";
import { headOf, namedCommit } from "../support/fake-commits.js";
import { simulatedGit } from "../support/full-life/simulated-git.js";
import { MAIN_REF, SimulatedRepository } from "../support/full-life/simulated-repository.js";

const SHOP = { host: "forge.test", owner: "acme", name: "shop" };
const RUN = testRunId("00000000-0000-8000-8000-000000000001");
const BASE = namedCommit("v1");
const PAIRS = { conflicts: new Set(["1:3"]), clashes: new Set(["4:5"]) };

function head(number: number) {
  return {
    pullRequest: pullRequestNumber(number),
    headSha: headOf(number),
    title: `Change ${number}`,
    submittedAt: 0,
  };
}

function newGit(): { readonly git: Git; readonly repository: SimulatedRepository } {
  const repository = new SimulatedRepository(PAIRS, ({ pullRequest }) => pullRequest !== 9);
  const git = simulatedGit(repository, { landing: () => undefined, landed: () => undefined });
  return { git, repository };
}

async function build(git: Git, ...numbers: readonly number[]) {
  return git.build(SHOP, { run: RUN, testedOn: BASE, contains: numbers.map(head), mergeMethod: "squash" });
}

async function built(git: Git, ...numbers: readonly number[]): Promise<readonly CommitId[]> {
  const outcome = await build(git, ...numbers);
  if (outcome.kind !== "built") throw new Error(`expected a build, got ${outcome.kind}`);
  return outcome.commits;
}

it("gives the same commits for the same speculation, and begins with those of the one it continues", async () => {
  const { git } = newGit();
  const long = await built(git, 1, 2);
  expect(await built(git, 1, 2)).toEqual(long);
  expect(await built(git, 1)).toEqual(long.slice(0, 1));
});

it("gives the same tree whatever the order, and another commit", async () => {
  const { git } = newGit();
  const [one, other] = [await build(git, 1, 2), await build(git, 2, 1)];
  if (one.kind !== "built" || other.kind !== "built") throw new Error("expected builds");
  expect(one.tree).toBe(other.tree);
  expect(one.commits.at(-1)).not.toBe(other.commits.at(-1));
});

it("names the pull request of a conflict and keeps what was built before it, and says what is missing", async () => {
  const { git } = newGit();
  const commits = await built(git, 1);
  expect(await build(git, 1, 3)).toEqual({
    kind: "conflicted",
    commits,
    pullRequest: 3,
    files: ["shared.txt"],
  });
  expect(await build(git, 9)).toEqual({ kind: "missing", commit: headOf(9) });
});

it("lands from the expected tip only, and says so again when it is repeated", async () => {
  const { git, repository } = newGit();
  const [first = BASE, second = BASE] = await built(git, 1, 2);
  expect(await git.land(SHOP, "main", first, second)).toEqual({ kind: "refused", tip: BASE });
  expect(await git.land(SHOP, "main", BASE, first)).toEqual({ kind: "landed" });
  expect(await git.land(SHOP, "main", first, second)).toEqual({ kind: "landed" });
  expect(await git.land(SHOP, "main", BASE, first)).toEqual({ kind: "landed" });
  repository.dropNewest();
  repository.dropNewest();
  repository.pushOutside(null);
  const tip = repository.tip.id;
  expect(await git.land(SHOP, "main", BASE, first)).toEqual({ kind: "refused", tip });
  expect(await git.readRefs(SHOP, [MAIN_REF, "refs/heads/none"])).toEqual(new Map([[MAIN_REF, tip]]));
});

it("publishes and takes back test branches, as often as it is told to", async () => {
  const { git } = newGit();
  const [commit = BASE] = await built(git, 1);
  await git.publish(SHOP, "mq-merge/pr-1/x", commit);
  await git.publish(SHOP, "mq-merge/pr-1/x", commit);
  expect(await git.listBranches(SHOP, "mq-merge/")).toEqual(["mq-merge/pr-1/x"]);
  await git.unpublish(SHOP, "mq-merge/pr-1/x", RUN);
  await git.unpublish(SHOP, "mq-merge/pr-1/x", RUN);
  expect(await git.listBranches(SHOP, "mq-")).toEqual([]);
});

it("tells what was built on what", async () => {
  const { git } = newGit();
  const [first = BASE, second = BASE] = await built(git, 1, 2);
  expect(await git.isAncestor(SHOP, first, second)).toBe(true);
  expect(await git.isAncestor(SHOP, second, first)).toBe(false);
  expect(await git.isAncestor(SHOP, first, namedCommit("unknown"))).toBe(false);
});
