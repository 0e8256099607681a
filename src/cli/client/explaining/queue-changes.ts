/** What changed between two answers about a queue, one line per change, for output that is no terminal. */
import type { QueueItem, QueueReply } from "./queue-picture.js";

export interface Change {
  readonly text: string;
  /** The number of a pull request that is gone; its end is not in the answer. */
  readonly gone: number | null;
}

export function queueChanges(before: QueueReply | null, now: QueueReply): readonly Change[] {
  const known = byNumber(before);
  const present = byNumber(now);
  const reason = now.state === "PAUSED" && now.stateReason !== undefined ? `: ${now.stateReason}` : "";
  const queueState =
    before === null || before.state !== now.state || before.stateReason !== now.stateReason
      ? [line(`${now.branch ?? "The queue"} is ${now.state}${reason}`)]
      : [];
  const moved = [...present].flatMap(([number, { state = "?", prTitle = "" }]) =>
    known.get(number)?.state === state ? [] : [line(`#${number} ${state} ${prTitle}`)],
  );
  const gone = [...known.keys()]
    .filter((number) => !present.has(number))
    .map((number): Change => ({ text: `#${number} left the queue`, gone: number }));
  return [...queueState, ...moved, ...gone];
}

function line(text: string): Change {
  return { text: text.trim(), gone: null };
}

function byNumber(queue: QueueReply | null): ReadonlyMap<number, QueueItem> {
  const entries = queue?.enqueuedPullRequests ?? [];
  return new Map(entries.flatMap((entry) => (entry.prNumber === undefined ? [] : [[entry.prNumber, entry]])));
}
