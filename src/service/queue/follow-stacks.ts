/**
 * Retargets a stacked pull request to the queue's branch once the queue has merged the one below it. A pull request
 * that does not contain the merged head keeps its base: its author has to rebase it first.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Entry, Queue } from "../../engine/model/queue.js";
import type { PullRequestStacks } from "../ports/forge.js";
import type { Queues, World } from "./queues.js";

/** Pull requests that could not be checked, with the error of each. */
export type FollowFailures = ReadonlyMap<PullRequestNumber, unknown>;

export interface Followed {
  /** Pull requests that now target the queue's branch. */
  readonly moved: readonly PullRequestNumber[];
  readonly failures: FollowFailures;
}

/** Repeating is harmless. A failure of one pull request does not affect the others. */
export async function followStacks(
  queues: Queues,
  world: World,
  name: QueueName,
  queue: Queue,
): Promise<Followed> {
  const { stacks } = world.forge;
  const moved: PullRequestNumber[] = [];
  const failures = new Map<PullRequestNumber, unknown>();
  for (const { facts, admittedAt } of stacks === undefined ? [] : queue.entries) {
    if (stacks === undefined || admittedAt !== null || facts.state !== "open") continue;
    if (facts.baseBranch === name.targetBranch) continue;
    try {
      const landed = await landedFrom(queues, stacks, name, queue, facts.baseBranch);
      if (landed !== null && (await follow(stacks, world, name, facts, landed))) moved.push(facts.number);
    } catch (error) {
      failures.set(facts.number, error);
    }
  }
  return { moved, failures };
}

async function follow(
  stacks: PullRequestStacks,
  { git, log }: World,
  { repository, targetBranch }: QueueName,
  { number, baseBranch, headSha }: PullRequestFacts,
  { facts: landed }: Entry,
): Promise<boolean> {
  if (!(await git.isAncestor(repository, landed.headSha, headSha))) return false;
  if (!(await stacks.retarget(repository, number, baseBranch, targetBranch))) return false;
  log.info(
    { pullRequest: number, from: baseBranch, landed: landed.number },
    "a stacked pull request was retargeted",
  );
  return true;
}

/** null also while another pull request from this branch is still queued. */
async function landedFrom(
  { store }: Queues,
  stacks: PullRequestStacks,
  { repository }: QueueName,
  queue: Queue,
  branch: string,
): Promise<Entry | null> {
  const numbers = await stacks.onBranch(repository, branch);
  if (queue.entries.some(({ facts }) => numbers.includes(facts.number))) return null;
  for (const number of numbers) {
    const submission = await store.findConcluded(queue.id, number);
    if (submission?.ended === "merged") return submission;
  }
  return null;
}
