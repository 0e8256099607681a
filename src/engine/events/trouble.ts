/** Records unreadable or unusable pull requests and runs. After a time limit they no longer block others. */

import { unreadable, unreadableRun, unusable } from "../explain/reasons/pull-requests.js";
import { withEntries, withRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import { findRun, liveEntry } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";
import { goneOn, isTooLong, withoutTrouble } from "../model/queue.js";
import { leave } from "./pull-request-changed.js";
import { untestable } from "./test-run.js";

export function recordUnreadable(queue: Queue, event: EventOf<"pullRequestUnreadable">): Step {
  const entry = liveEntry(queue, event.pullRequest);
  if (entry?.facts.headSha !== event.headSha) return { queue };
  const trouble = goneOn(entry.trouble, queue.now, event.reason);
  const troubled: Entry = { ...entry, trouble };
  const noted = withEntries(queue, [troubled]);
  if (!isTooLong(trouble)) return { queue: noted };
  return leave(noted, troubled, { ended: "failed", reason: unreadable(event.pullRequest, event.reason) });
}

export function recordReadable(queue: Queue, { pullRequest }: EventOf<"pullRequestReadable">): Queue {
  const entry = liveEntry(queue, pullRequest);
  return entry?.trouble === undefined ? queue : withEntries(queue, [withoutTrouble(entry)]);
}

export function recordUnusable(queue: Queue, event: EventOf<"headUnusable">): Step {
  const { pullRequest, headSha, reason } = event;
  const entry = liveEntry(queue, pullRequest);
  if (entry?.facts.headSha !== headSha) return { queue };
  return leave(queue, entry, { ended: "failed", reason: unusable(pullRequest, reason) });
}

/** A run whose checks are unreadable for too long is abandoned. */
export function recordRunUnreadable(queue: Queue, { run: id, reason }: EventOf<"testRunUnreadable">): Step {
  const run = findRun(queue, id);
  if (run?.progress.kind !== "running") return { queue };
  const troubled = { ...run, trouble: goneOn(run.trouble, queue.now, reason) };
  const noted = withRuns(queue, [troubled]);
  return isTooLong(troubled.trouble) ? untestable(noted, troubled, unreadableRun(reason)) : { queue: noted };
}
