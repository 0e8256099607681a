/** GitHub keeps a repository from the service while an entry is under test; when it is back, the queue goes on. */
import { afterEach, expect } from "@jest/globals";
import { ACME_SHOP } from "../../../../support/github-forge-world.js";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";
import { itInCi } from "../../../../support/sized-tests.js";

const MINUTE_MS = 60_000;
/** Longer than the service has patience with anything else. */
const MINUTES = 45;

let world: GitHubLandingWorld;
afterEach(async () => world[Symbol.asyncDispose]());

type Cause = "archived" | "suspended";

function withhold(cause: Cause, is: boolean): void {
  if (cause === "archived") world.github.world.isArchived = is;
  else world.github.world.isSuspended = is;
}

async function passMinutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) await world.clock.advance(MINUTE_MS);
}

/** CI passes it while the repository is away, in which nothing is blamed and nothing lands. */
async function expectPatience(cause: Cause): Promise<readonly [number, string]> {
  world = await GitHubLandingWorld.open({}, { isApp: true });
  const { number } = await world.github.openPullRequest();
  await world.submit(number);
  const tested = await world.tested(number);
  const tip = world.github.tip("main");
  withhold(cause, true);
  world.github.reportCheck(tested, "tests", "success");
  const noted = () => world.loop.unavailable.of(ACME_SHOP);
  await world.until(async () => Promise.resolve(noted() !== null));
  await passMinutes(MINUTES);
  await world.until(async () => Promise.resolve(noted() !== null));
  expect(noted()).toMatchObject({ cause });
  expect([world.github.tip("main"), (await world.queue()).entries.length]).toEqual([tip, 1]);
  return [number, tested];
}

async function expectReturn(number: number, tested: string): Promise<void> {
  await passMinutes(2);
  expect(await world.ended(number)).toMatchObject({
    ended: "merged",
    reason: { code: "MERGE_GRAPH_MERGE" },
  });
  expect(world.github.tip("main")).toBe(tested);
  const next = await world.github.openPullRequest();
  await world.submit(next.number);
  await world.pass(next.number);
  expect(await world.ended(next.number)).toMatchObject({ reason: { code: "MERGE_GRAPH_MERGE" } });
  expect(world.loop.unavailable.of(ACME_SHOP)).toBeNull();
}

itInCi("an archived repository that is unarchived lands what passed meanwhile", async () => {
  const [number, tested] = await expectPatience("archived");
  withhold("archived", false);
  await expectReturn(number, tested);
});

itInCi("a suspended installation that is resumed does so after a restart of the service", async () => {
  const [number, tested] = await expectPatience("suspended");
  await world.replaceLoop();
  withhold("suspended", false);
  await expectReturn(number, tested);
});
