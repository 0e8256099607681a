/** What a queue on its first day was created with, so that its log can be told from the beginning. */
import type { QueueBirth } from "../../engine/new-queue.js";
import type { Queue } from "../../engine/queue.js";

export function birthOf({ id, targetBranch, tip, settings, now }: Queue): QueueBirth {
  return { id, targetBranch, tip, settings, at: now };
}
