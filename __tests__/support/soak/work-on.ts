/** What people do while a life goes on: they open pull requests and follow each to its end, and now and then push past the queue. */
import { setTimeout as pause } from "node:timers/promises";
import type { SoakClient } from "./soak-client.js";
import type { Complaints } from "./soak-plan.js";
import { BRANCHES, type SoakStage } from "./soak-stage.js";

const DRAIN_MS = 180_000;
const PUSHES_IN_A_HUNDRED = 4;

/** Resolves when nobody is busy any more and the last pull request has ended. */
export async function workOn(
  stage: SoakStage,
  client: SoakClient,
  workers: number,
  isBusy: () => boolean,
): Promise<void> {
  await Promise.all(Array.from({ length: workers }, async () => workOne(stage, client, isBusy)));
}

async function workOne(
  { origin, chance }: SoakStage,
  client: SoakClient,
  isBusy: () => boolean,
): Promise<void> {
  while (isBusy()) {
    const branch = BRANCHES[chance.whole(0, BRANCHES.length - 1)] ?? "main";
    if (chance.whole(1, 100) <= PUSHES_IN_A_HUNDRED) await origin.pushPastQueue(branch);
    const opened = await origin.open(branch);
    await Promise.all(opened.map(async (pullRequest) => client.follow(pullRequest)));
  }
}

/** After the last upset. */
export async function expectDrained(work: Promise<void>, complaints: Complaints): Promise<void> {
  const isDrained = await Promise.race([work.then(() => true), pause(DRAIN_MS, false, { ref: false })]);
  complaints.expect(isDrained, `after ${DRAIN_MS / 1000} s in peace, not everything has come to its end`);
}
