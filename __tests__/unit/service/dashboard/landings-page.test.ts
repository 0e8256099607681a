/** The landings of a queue with their proofs, and what moved the branch otherwise. */
import { expect, it } from "@jest/globals";
import { type CommitId, commitId } from "../../../../src/domain/ids.js";
import type { BranchCommit } from "../../../../src/domain/verify-branch.js";
import { type LandingsView, readLandings } from "../../../../src/service/dashboard/reading/landings-view.js";
import type { Git } from "../../../../src/service/ports/git.js";
import { GitError } from "../../../../src/service/ports/world-error.js";
import { TOKEN } from "../../../support/api-world.js";
import { namedCommit, treeOf } from "../../../support/fake-commits.js";
import { type PagesWorld, pagesWorld } from "../../../support/pages-world.js";
import { landed, minutesPassed, movedTo, passed, submitted } from "../../../support/queue-builder.js";
import { aCommit, aLandingRecord, aStoredQueue, aStoredRun } from "../../../support/stored-queue.js";
import { until } from "../../../support/until.js";

const PAGE = "/github.com/octo/mono/landings";

it("shows that only the queue moved the branch, and the pull requests of each landing", async () => {
  const world = await pagesWorld();
  await world.happens(submitted(1), passed("1"), landed(), minutesPassed(1));
  await world.happens(submitted(2), passed("2"), landed());
  const text = await (await world.get(PAGE, { cookie: await world.signIn() })).text();
  expect(text).toContain("main moved 2 times, each time by a landing of the queue");
  expect(text).toMatch(/\/pull\/2\?branch=main">#2<[\s\S]*\/pull\/1\?branch=main">#1</);
  expect(text).not.toContain("outside the queue");
});

it("names a move outside the queue, between landings and after the newest, with its commits", async () => {
  const world = await pagesWorld();
  await world.happens(submitted(1), passed("1"), landed(), minutesPassed(1));
  await world.happens(movedTo("hotfix"), minutesPassed(1), submitted(2), passed("2"), landed());
  await world.happens(minutesPassed(1), movedTo("another"));
  const headers = { "x-api-token": TOKEN };
  const answer = await world.get(`${PAGE}.json?branch=main`, headers);
  const answered: unknown = await answer.json();
  expect(answered).toMatchObject({
    ...{ landings: 2, movesOutside: 2, isCut: false, tip: namedCommit("another") },
    moves: [
      { kind: "outside", to: namedCommit("another"), before: null },
      { kind: "landing", pullRequests: [2] },
      { kind: "outside", to: namedCommit("hotfix") },
      { kind: "landing", pullRequests: [1] },
    ],
  });
  const text = await (await world.get(PAGE, { cookie: await world.signIn() })).text();
  expect(text).toContain("main moved 4 times, 2 times outside the queue");
  expect(text).toContain(`..${namedCommit("another").slice(0, 12)}`);
});

it("is empty before the first landing, and ends with the newest 200", async () => {
  const world = await pagesWorld();
  const text = await (await world.get(PAGE, { cookie: await world.signIn() })).text();
  expect(text).toContain("Nothing has landed on main yet");
  const records = Array.from({ length: 201 }, (_, index) => {
    const at = 201 - index;
    return aLandingRecord(aStoredRun(at, at), { from: aCommit(at), to: aCommit(at + 1) });
  });
  const queue = aStoredQueue({ tip: aCommit(202) });
  const view = await readLandings(queue, { landings: async () => Promise.resolve(records) });
  expect([view.landings, view.outside, view.isCut]).toEqual([200, 0, true]);
});

const HOSTILE = '<img src=x onerror=alert(1)>\u202e"';

/** #1 lands, two commits are pushed past the queue, #2 lands, and somebody merges another one. */
async function worldWithPushes(git: Pick<Git, "readFirstParents">) {
  const world = await pagesWorld({ git });
  await world.happens(submitted(1), passed("1"), landed(), minutesPassed(1));
  await world.happens(movedTo("hotfix"), minutesPassed(1), submitted(2), passed("2"), landed());
  await world.happens(minutesPassed(1), movedTo("merge"));
  return world;
}

function branchCommit(commit: CommitId, changes: Partial<BranchCommit> = {}): BranchCommit {
  const people = { author: HOSTILE, committer: "GitHub", committedAt: "2026-03-02T09:14:05+01:00" };
  return {
    commit,
    tree: treeOf(commit),
    parents: ["0"],
    subject: `${HOSTILE} ${commit}`,
    ...people,
    ...changes,
  };
}

/** What the branch is after that, newest first. */
async function branchOf(world: PagesWorld): Promise<readonly BranchCommit[]> {
  const [second, first] = await world.queues.store.landings((await world.queue()).id, 9);
  if (first === undefined || second === undefined) throw new Error("there are no two landings");
  return [
    branchCommit(namedCommit("merge"), { parents: ["0", "1"] }),
    branchCommit(second.to, { tree: second.tree }),
    branchCommit(namedCommit("hotfix"), { committedAt: "no time" }),
    branchCommit(namedCommit("before the hotfix"), { author: "mona", committer: "mona" }),
    branchCommit(first.to, { tree: first.tree }),
    branchCommit(first.from),
    branchCommit(namedCommit("older than the queue")),
  ];
}

it("names each commit that the queue did not land, with its people, time and kind, as text only", async () => {
  let branch: readonly BranchCommit[] = [];
  let reads = 0;
  const world = await worldWithPushes({
    readFirstParents: async () => {
      reads += 1;
      return Promise.resolve(branch);
    },
  });
  branch = await branchOf(world);
  const [merge, , hotfix, before] = branch;
  const answer = await world.get(`${PAGE}.json?branch=main`, { "x-api-token": TOKEN });
  const committedAt = "2026-03-02T08:14:05.000Z";
  expect(await answer.json()).toMatchObject({
    ...{ movesOutside: 2, commits: "read", commitsCompared: 5 },
    moves: [
      {
        end: "listed",
        strangers: [{ commit: merge?.commit, how: "mergedOutside", author: HOSTILE, committedAt }],
      },
      { pullRequests: [2], strangers: [] },
      {
        end: "listed",
        strangers: [
          { commit: hotfix?.commit, how: "pushedOutside", committer: "GitHub", committedAt: null },
          { commit: before?.commit, how: "pushedOutside", author: "mona", committedAt },
        ],
      },
      { pullRequests: [1], strangers: [] },
    ],
  });
  const text = await (await world.get(PAGE, { cookie: await world.signIn() })).text();
  expect(text).toContain("compared with the newest 5 commits of the branch");
  expect(text).toMatch(
    /merge commit by &lt;img src=x onerror=alert\(1\)&gt;[^]{0,20}, committed by GitHub, <time/,
  );
  expect(text).toMatch(/direct push by mona, <time datetime="2026-03-02T08:14:05/);
  expect(text).not.toContain("<img");
  expect(text).not.toContain("older than the queue");
  expect(reads).toBe(1);
});

it("marks a landing with another tree than the tested one, and moves to what is gone or was there before", async () => {
  const world = await worldWithPushes({ readFirstParents: async () => Promise.resolve(null) });
  const branch = await branchOf(world);
  const queue = await world.queue();
  const view = async (commits: readonly BranchCommit[]) =>
    readLandings(queue, world.queues.store, { kind: "read", commits });
  const ends = ({ moves }: LandingsView) =>
    moves.map((move) => (move.kind === "outside" ? move.end : move.strangers.map(({ how }) => how)));
  const swapped = branch.map((commit, index) =>
    index === 1 ? { ...commit, tree: treeOf(namedCommit("another")) } : commit,
  );
  expect(ends(await view(swapped))).toEqual(["listed", ["notAsTested"], "listed", []]);
  // A force push took all since the first landing off the branch, and the queue has not seen more.
  expect(ends(await view(branch.slice(4)))).toEqual(["gone", [], "gone", []]);
  const back = { ...queue, tip: commitId(branch[4]?.commit ?? "") };
  const afterwards = await readLandings(back, world.queues.store, { kind: "read", commits: branch.slice(4) });
  expect(ends(afterwards)).toEqual(["back", [], "gone", []]);
  const long = Array.from({ length: 200 }, (_, index) => branchCommit(namedCommit(`newer ${index}`)));
  expect(ends(await view(long))).toEqual(["unread", [], "unread", []]);
});

it("does not wait for a repository that does not answer, and leaves it alone for a while", async () => {
  let reads = 0;
  let answer = Promise.withResolvers<readonly BranchCommit[]>();
  const world = await worldWithPushes({
    readFirstParents: async () => {
      reads += 1;
      return answer.promise;
    },
  });
  const cookie = await world.signIn();
  const page = async () => (await world.get(PAGE, { cookie })).text();
  const waiting = page();
  await until(
    () => reads === 1,
    () => "git is not asked",
  );
  await world.timers.advance(2000);
  expect(await waiting).toContain("The repository cannot be read now");
  answer.reject(new GitError("unreachable", true));
  expect(await page()).toContain("The repository cannot be read now");
  expect(reads).toBe(1);
  world.queues.clock += 10_000;
  answer = Promise.withResolvers();
  answer.resolve(await branchOf(world));
  expect(await page()).toContain("direct push by mona");
  expect(reads).toBe(2);
});

it("shows where git log names the commits when the service has no clone", async () => {
  const world = await worldWithPushes({ readFirstParents: async () => Promise.resolve(null) });
  const text = await (await world.get(PAGE, { cookie: await world.signIn() })).text();
  expect(text).toContain(`..${namedCommit("merge").slice(0, 12)}`);
  expect(text).not.toMatch(/compared with the newest|cannot be read now/);
});
