/** The landings of a queue with their proofs, and what moved the branch otherwise. */
import { expect, it } from "@jest/globals";
import { readLandings } from "../../../../src/service/dashboard/reading/landings-view.js";
import { TOKEN } from "../../../support/api-world.js";
import { namedCommit } from "../../../support/fake-commits.js";
import { pagesWorld } from "../../../support/pages-world.js";
import { landed, minutesPassed, movedTo, passed, submitted } from "../../../support/queue-builder.js";
import { aCommit, aLandingRecord, aStoredQueue, aStoredRun } from "../../../support/stored-queue.js";

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
