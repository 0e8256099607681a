/** A test branch that CI ignores, on the counterpart of GitHub: no marker of a title makes it so, and nothing waits for hours. */
import { afterEach, expect } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import { liveEntry } from "../../../../../src/engine/model/lookup.js";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";
import { itInCi } from "../../../../support/sized-tests.js";

let world: GitHubLandingWorld;
afterEach(async () => world[Symbol.asyncDispose]());

const MINUTE_MS = 60_000;

async function reasonOf(number: number): Promise<string | undefined> {
  return liveEntry(await world.queue(), pullRequestNumber(number))?.reason?.sentence;
}

itInCi("is named after ten minutes, and no longer when a check appears", async () => {
  world = await GitHubLandingWorld.open();
  const { number } = await world.github.openPullRequest({ title: "Greet [skip ci]" });
  await world.submit(number);
  const commit = await world.tested(number);
  const message = await world.github.world.git.repository.git("show", "-s", "--format=%B", commit);
  expect(message.split("\n")[0]).toBe(`Greet (skip ci) (#${number})`);
  await world.until(async () => (await world.queue()).runs[0]?.checks[0]?.isMissing === true);
  await world.clock.advance(10 * MINUTE_MS);
  await world.until(async () => (await reasonOf(number)) !== undefined);
  expect(await reasonOf(number)).toBe(
    `#${number}: no check \`tests\` has started on its test branch (last seen on one: never).`,
  );
  await world.pass(number);
  expect((await world.ended(number)).ended).toBe("merged");
});
