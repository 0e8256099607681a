/** What a decision tells of the queue itself. */
import type { Queue, QueueState } from "../../engine/queue.js";
import { type News, type QueuePayload, type QueueStateWord, timestampOf, type Wording } from "./payload.js";

const WORDS: Readonly<Record<QueueState, QueueStateWord>> = {
  running: "running",
  paused: "paused",
  draining: "draining",
  switchingModes: "switching_modes",
};

export function queueNews(
  before: Queue,
  { state, settings, now }: Queue,
  { place }: Wording,
): readonly News<QueuePayload>[] {
  if (before.state === state) return [];
  const payload: QueuePayload = {
    type: "queue.state_changed",
    timestamp: timestampOf(now),
    action: "state_changed",
    status: WORDS[state],
    previous_status: WORDS[before.state],
    mode: settings.mode,
    ...place,
  };
  return [{ at: now, payload }];
}
