/** A new queue: empty, running, at the current tip of its branch. */
import type { CommitId, QueueId } from "../../domain/ids.js";
import type { QueueSettings } from "../../domain/queue-settings.js";
import { NO_HEDGES } from "./lookup.js";
import type { Queue } from "./queue.js";

export interface InitialQueue {
  readonly id: QueueId;
  readonly targetBranch: string;
  readonly tip: CommitId;
  readonly settings: QueueSettings;
  readonly at: number;
}

export function newQueue({ id, targetBranch, tip, settings, at }: InitialQueue): Queue {
  return {
    id,
    targetBranch,
    state: "running",
    modeSwitch: null,
    settings,
    tip,
    entries: [],
    line: [],
    beside: [],
    runs: [],
    hedges: NO_HEDGES,
    landing: null,
    nextNumber: 1,
    now: at,
  };
}
