/**
 * Evicts an entry that conflicts with the branch itself. An entry that conflicts only with predecessors keeps its
 * place until they have landed or left. A paused queue evicts none.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { conflictsWithBranch } from "../explain/reasons/verdicts.js";
import { withFailed } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { concludesEntries } from "../model/lookup.js";
import type { Queue } from "../model/queue.js";
import { planOf } from "../planning/plan.js";

export function evictConflicts(queue: Queue): Step | null {
  if (!concludesEntries(queue)) return null;
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const { batch, run, isValid, isLanding, predecessors } of planOf(queue).decided) {
    if (!isValid || isLanding || run?.progress.kind !== "conflicted" || !predecessors.isEmpty()) continue;
    const { pullRequest, files } = run.progress;
    if (batch.entries[0] !== pullRequest) continue;
    reasons.set(pullRequest, conflictsWithBranch(pullRequest, queue.targetBranch, run.landed, files));
  }
  return reasons.size === 0 ? null : { queue: withFailed(queue, reasons.keys()), reasons };
}
