/** What a page of a long queue costs, counted in looks at its entries. */
import { expect, it } from "@jest/globals";
import { listPullRequests } from "../../../../../src/service/http/handlers/handlers.js";
import { apiWorld, MAIN, ON_MAIN } from "../../../../support/api-world.js";
import { aStoredEntry } from "../../../../support/stored-queue.js";

const COUNT = 150;

it("a page looks at each entry a few times, however many earlier stays its pull requests have", async () => {
  const world = await apiWorld();
  let looks = 0;
  const entries = Array.from({ length: COUNT }, (_, index) => ({
    ...aStoredEntry(index + 1),
    get sequence() {
      looks += 1;
      return COUNT + index + 1;
    },
  }));
  const stays = Array.from({ length: COUNT }, (_, index) =>
    aStoredEntry(COUNT - index, { ended: "cancelled", state: "cancelled" }),
  );
  const long = { ...(await world.queue()), entries };
  const { queues } = world;
  queues.read = async () => Promise.resolve({ name: MAIN, queue: long, version: 1, wakeAt: null });
  queues.store.newestSubmissions = async () => Promise.resolve(stays);
  const outcome = await listPullRequests(MAIN, ON_MAIN, { queues, testBranchPrefix: "", stateCase: "upper" });
  const shown = outcome.ok ? outcome.body.pullRequests.map(({ state }) => state) : [];
  expect(new Set(shown)).toEqual(new Set(["PENDING"]));
  expect(looks).toBeGreaterThan(COUNT);
  expect(looks).toBeLessThan(10 * COUNT);
});
