/** Work on a repository that the code host keeps from the service waits, however long, and other repositories go on. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import { GitError, RepositoryUnavailable } from "../../../../src/service/ports/world-error.js";
import { UnavailableRepositories } from "../../../../src/service/queue/unavailable-repositories.js";
import { LoopWorld, NAME } from "../../../support/loop-world.js";
import { manualClock } from "../../../support/manual-clock.js";

const MINUTE_MS = 60_000;
const ARCHIVED = new RepositoryUnavailable("archived", "acme/shop is archived");

describe("an effect on an unavailable repository", () => {
  let world: LoopWorld;
  beforeEach(async () => {
    world = await LoopWorld.create({ pauseOnRedTarget: false });
  });
  afterEach(() => world.close());

  async function passMinutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute += 1) await world.clock.advance(MINUTE_MS);
  }

  const isNoted = async () =>
    world.waitUntil(
      async () => Promise.resolve(world.loop.unavailable.of(NAME.repository) !== null),
      async () => world.drawn(),
    );

  it.each([
    ["git names the cause", async () => Promise.reject(ARCHIVED)],
    ["only the code host names it", async () => Promise.reject(new GitError("403", false))],
  ])("waits and is not given up, if %s", async (_name, publish) => {
    const published = world.git.publish.bind(world.git);
    let isArchived = true;
    world.git.publish = async (...asked) => (isArchived ? publish() : published(...asked));
    world.forge.requireAvailable = async () => {
      if (isArchived) throw ARCHIVED;
      return Promise.resolve();
    };
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    await isNoted();
    await passMinutes(40);
    expect(await world.drawn()).toBe("main <- #1 building");
    // On a busy machine git takes longer than the minutes that the clock was moved by.
    await isNoted();
    expect(world.loop.unavailable.of(NAME.repository)).toMatchObject({ cause: "archived" });
    expect(world.loop.unavailable.count("archived")).toBe(1);
    isArchived = false;
    await passMinutes(2);
    await world.expectPicture("main <- #1 running");
    expect(world.loop.unavailable.of(NAME.repository)).toBeNull();
  });

  it("is given up as before if the repository is not the cause", async () => {
    world.git.publish = async () => Promise.reject(new GitError("refused for good", false));
    world.forge.requireAvailable = async () => Promise.resolve();
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    await world.waitUntil(
      async () => (await world.concluded(1)) !== null,
      async () => world.drawn(),
    );
  });
});

describe("the list of unavailable repositories", () => {
  it("keeps the first time, forgets what is not found again, and counts by cause", () => {
    const clock = manualClock(1000);
    const list = new UnavailableRepositories(clock, SILENT_LOG);
    const [one, other] = [
      { host: "h", owner: "o", name: "one" },
      { host: "h", owner: "o", name: "two" },
    ];
    list.note(one, ARCHIVED);
    list.note(other, new GitError("no", true));
    const { since } = list.of({ ...one, name: "ONE" }) ?? {};
    void clock.advance(MINUTE_MS);
    list.note(one, ARCHIVED);
    expect(list.of(one)).toMatchObject({ cause: "archived", since });
    expect([list.count("archived"), list.count("suspended"), list.of(other)]).toEqual([1, 0, null]);
    void clock.advance(4 * MINUTE_MS);
    expect([list.of(one), list.count("archived")]).toEqual([null, 0]);
    list.note(one, new RepositoryUnavailable("suspended", "suspended"));
    list.clear(one);
    expect(list.of(one)).toBeNull();
  });
});
