/**
 * Brings a pull request that stood on another one to the queue's own branch, once the queue has landed that one. Whoever
 * was not built on what landed stays where it is: its author has to look at it first.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Entry, Queue } from "../../engine/queue.js";
import type { PullRequestStacks } from "../ports/forge.js";
import type { Queues } from "./queues.js";
import type { World } from "./world.js";

/** Answers with those that aim at the queue's branch now. Doing it again finds nothing to do. */
export async function followStacks(
  queues: Queues,
  { forge, git, log }: World,
  name: QueueName,
  queue: Queue,
): Promise<readonly PullRequestNumber[]> {
  const { stacks } = forge;
  if (stacks === undefined) return [];
  const moved: PullRequestNumber[] = [];
  for (const { facts, admittedAt } of queue.entries) {
    const { number, baseBranch, headSha } = facts;
    if (admittedAt !== null || baseBranch === name.targetBranch || facts.state !== "open") continue;
    const landed = await landedFrom(queues, stacks, name, queue, baseBranch);
    if (landed === null) continue;
    if (!(await git.isAncestor(name.repository, landed.facts.headSha, headSha))) continue;
    if (!(await stacks.retarget(name.repository, number, baseBranch, name.targetBranch))) continue;
    log.info({ pullRequest: number, from: baseBranch, landed: landed.facts.number }, "a stack moves on");
    moved.push(number);
  }
  return moved;
}

/** Null also while another one from there may still land. */
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
    const stay = await store.findConcluded(queue.id, number);
    if (stay?.ended === "merged") return stay;
  }
  return null;
}
