/** What a decision tells of the queue itself. */
import type { Queue, QueueState } from "../../engine/queue.js";
import type { News, QueueStateWord } from "./news.js";

const WORDS: Readonly<Record<QueueState, QueueStateWord>> = {
  running: "running",
  paused: "paused",
  draining: "draining",
  switchingModes: "switching_modes",
};

export function queueNews(before: Queue, { state, settings, now }: Queue): readonly News[] {
  if (before.state === state) return [];
  return [{ kind: "queue", at: now, from: WORDS[before.state], to: WORDS[state], mode: settings.mode }];
}
