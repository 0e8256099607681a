/** A head with a message of 70 MB, or just more than is read at once, in a real repository: its pull request leaves by name, and the others land. */
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { type CommitId, pullRequestNumber } from "../../../../src/domain/ids.js";
import { targetList } from "../../../../src/domain/impacted-targets.js";
import { LoopWorld, NAME, POLL_MS } from "../../../support/loop-world.js";
import { openPullRequest } from "../../../support/open-pull-request.js";
import { itInAll } from "../../../support/sized-tests.js";

/** Every step is a process, and the machine may be busy with other suites. */
jest.setTimeout(240_000);

const PATIENCE_MS = 100_000;
/** More than any one call of git may print, and more than a call may that reads commits. */
const [HUGE, LARGE] = [70_000_000, 17_000_000];

let world: LoopWorld;
/** As a code host does that is nothing but a repository: what it knows of a pull request it reads from the head. */
beforeEach(async () => {
  world = await LoopWorld.create({ mode: "parallel" });
  const { git, forge, origin } = world;
  forge.readTip = async (_repository, branch) => origin.ref(`refs/heads/${branch}`);
  forge.readPullRequest = async (repository, number) => {
    const ref = `refs/pull/${number}/head`;
    const headSha = (await git.readRefs(repository, [ref])).get(ref);
    const commit = headSha === undefined ? null : await git.readCommit(repository, headSha);
    return headSha === undefined || commit === null
      ? null
      : { ...openPullRequest(number, headSha), title: commit.subject };
  };
  for (const [number, name] of ["a", "b"].entries()) {
    await world.openPullRequest(number + 1, { [`${name}.txt`]: `${name}\n` });
    await world.submit(number + 1, targetList([name]));
  }
  await world.expectPicture("main <- #1 running <- #2 running");
});
afterEach(() => world.close());

async function pushMessage(characters: number): Promise<CommitId> {
  const message = `Change 1\n\n${"m".repeat(characters)}\n`;
  const refs = ["refs/pull/1/head"];
  return world.origin.commit({ parents: [world.base], files: { "a.txt": "1\n" }, message, refs });
}

/** To hand over 70 MB takes git some seconds. */
async function hasEnded(number: number, how?: "failed"): Promise<void> {
  const givenUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const entry = await world.concluded(number);
    if (entry !== null && (how === undefined || entry.ended === how)) return;
    if (performance.now() > givenUpAt) throw new Error(`it remains ${await world.drawn()}`);
    await world.clock.advance(10);
  }
}

itInAll("that is pushed while its tests run ends that pull request, and the others land", async () => {
  const [first, second] = [await world.heldRun(1), await world.heldRun(2)];
  await pushMessage(HUGE);
  world.forge.pass(first);
  world.forge.pass(second);
  await hasEnded(2);
  await hasEnded(1);
  expect(await world.concluded(2)).toMatchObject({ ended: "merged" });
  expect(await world.concluded(1)).toMatchObject({ ended: "cancelled", reason: { code: "PR_PUSHED_TO" } });
});

itInAll("that is submitted is refused at once, by name, and keeps nobody waiting", async () => {
  const headSha = await pushMessage(LARGE);
  await world.clock.advance(POLL_MS);
  await hasEnded(1);
  await world.submit(1, targetList(["a", "b"]));
  await hasEnded(1, "failed");
  expect((await world.concluded(1))?.reason).toEqual({
    code: "START_TEST_RUN_INVALID_EVENT",
    sentence: `#1 cannot be tested: its head ${headSha} has a message of more than 1048576 bytes, which is the limit for landing; push another head and submit it again.`,
  });
  world.forge.pass(await world.heldRun(2));
  await hasEnded(2);
  expect(await world.concluded(2)).toMatchObject({ ended: "merged" });
});

it("does not keep its pull request from being cancelled", async () => {
  await pushMessage(LARGE);
  world.forge.pass(await world.heldRun(1));
  const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
  const pullRequest = pullRequestNumber(1);
  await world.loop.act(NAME, () => ({
    event: { kind: "entryCancelled", at: world.clock.now(), pullRequest, reason },
  }));
  await hasEnded(1);
  expect(await world.concluded(1)).toMatchObject({ ended: "cancelled" });
});
