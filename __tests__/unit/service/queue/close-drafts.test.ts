/** What a landing does about drafts that its push would turn into merged pull requests. */
import { afterEach, expect, it } from "@jest/globals";
import type { TestRunId } from "../../../../src/domain/ids.js";
import { ForgeError } from "../../../../src/service/ports/world-error.js";
import { LoopWorld } from "../../../support/loop-world.js";

let world: LoopWorld;
afterEach(() => world.close());

/** What happens at each closing, and where the branch was then. */
async function landed(...failures: readonly ForgeError[]) {
  const closings: { readonly runs: readonly TestRunId[]; readonly hasLanded: boolean }[] = [];
  const left = [...failures];
  world = await LoopWorld.create(
    {},
    {
      closeDrafts: async (_repository, runs) => {
        const tip = await world.origin.ref("refs/heads/main");
        closings.push({ runs, hasLanded: tip !== world.base });
        const failure = left.shift();
        if (failure !== undefined) throw failure;
      },
    },
  );
  await world.openPullRequest(1, { "one.txt": "one\n" });
  await world.submit(1);
  const run = await world.heldRun(1);
  world.forge.pass(run);
  await world.expectPicture("main");
  expect((await world.concluded(1))?.ended).toBe("merged");
  return { closings, run };
}

it("the drafts are closed before the push", async () => {
  const { closings, run } = await landed();
  expect(closings).toEqual([{ runs: [run], hasLanded: false }]);
  expect(world.warnings).toEqual([]);
});

it("a code host that fails for a while delays the push", async () => {
  const { closings } = await landed(new ForgeError("GitHub answered 502", true));
  expect(closings.map(({ hasLanded }) => hasLanded)).toEqual([false, false]);
});

it("a code host that goes on failing prevents no push, and the operators learn of it", async () => {
  const failure = new ForgeError("GitHub answered 502", true);
  const { closings } = await landed(failure, failure, failure, failure);
  expect(closings).toHaveLength(3);
  expect(world.warnings.map(({ message }) => message)).toContain(
    "a draft could not be closed before its commit lands",
  );
});

it("a refusal is not repeated", async () => {
  const { closings } = await landed(new ForgeError("the App may not write pull requests", false));
  expect(closings).toHaveLength(1);
  expect(world.warnings.map(({ error }) => error)).toEqual(["the App may not write pull requests"]);
});
