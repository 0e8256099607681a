/** Records impacted targets, uploaded by CI or found incomplete at a landing. */
import type { PullRequestNumber } from "../../domain/ids.js";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../domain/impacted-targets.js";
import type { Reason } from "../../domain/reason.js";
import { targetsGrown } from "../explain/reasons/restarts.js";
import { withEntries, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import {
  allRuns,
  batchOf,
  entriesOf,
  isHedge,
  isLanding,
  isLandingEntry,
  liveEntry,
  runOf,
} from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";

/**
 * Targets for another head are ignored. While the entry is tested, its earlier targets count too, until the next run.
 */
export function recordTargets(queue: Queue, event: EventOf<"targetsSet">): Step {
  const entry = liveEntry(queue, event.pullRequest);
  if (entry?.facts.headSha !== event.headSha) return { queue };
  const batch = batchOf(queue, event.pullRequest);
  const isTested =
    batch !== undefined && (isLanding(queue, batch.id) || runOf(queue, batch.id) !== undefined);
  return withTargets(queue, entry, event.targets, isTested);
}

/** Sets entries whose run has just ended to `ALL`, until new targets are uploaded for their heads. */
export function touchingEverything(
  queue: Queue,
  pullRequests: readonly PullRequestNumber[],
): Required<Pick<Step, "queue" | "endedRuns" | "reasons">> {
  let changed = queue;
  const endedRuns = [];
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const entry of entriesOf(queue, pullRequests)) {
    if (entry.ended !== null) continue;
    const step = withTargets(changed, entry, ALL_TARGETS, true);
    changed = step.queue;
    endedRuns.push(...step.endedRuns);
    for (const [number, reason] of step.reasons) reasons.set(number, reason);
  }
  return { queue: changed, endedRuns, reasons };
}

/**
 * Added targets end the runs of this entry that others have landed past: they may have shared such a target. The
 * landing under way is unaffected.
 */
function withTargets(queue: Queue, entry: Entry, targets: ImpactedTargets, isTested: boolean) {
  const { number } = entry.facts;
  const earlierTargets = isTested ? united(entry.earlierTargets, entry.targets) : null;
  const overtaken = overtakenWith(queue, number);
  // Usually there is none, and comparing the names is slow.
  const isOutdated = overtaken.length > 0 && hasGrown(entry, { targets, earlierTargets });
  const outdated = isOutdated ? overtaken : [];
  const decisive = outdated.filter((run) => !isHedge(queue, run));
  const reasons = decisive.flatMap(({ own, passedBy }) =>
    own
      .filter((one) => !isLandingEntry(queue, one))
      .map((one) => [one, targetsGrown(own, number, passedBy)] as const),
  );
  return {
    queue: withEntries(withoutRuns(queue, outdated), [{ ...entry, targets, earlierTargets }]),
    endedRuns: outdated,
    reasons: new Map(reasons),
  };
}

function overtakenWith(queue: Queue, number: PullRequestNumber) {
  const { landing } = queue;
  return allRuns(queue).filter(
    ({ id, contains, passedBy }) =>
      id !== landing?.run &&
      passedBy.length > 0 &&
      contains.some(({ pullRequest }) => pullRequest === number),
  );
}

type Known = Pick<Entry, "targets" | "earlierTargets">;

/** Whether targets were added. */
function hasGrown(before: Known, now: Known): boolean {
  const known = listsOf(before);
  if (known === "all") return false;
  const added = listsOf(now);
  if (added === "all") return true;
  const names = new Set(known.flat());
  return added.some((list) => list.some((name) => !names.has(name)));
}

/** An entry without targets, from single mode, counts as `ALL`. */
function listsOf({ targets, earlierTargets }: Known): "all" | readonly (readonly string[])[] {
  if (targets === null || targets.kind === "all" || earlierTargets?.kind === "all") return "all";
  return [targets.names, earlierTargets?.names ?? NO_NAMES];
}

const NO_NAMES: readonly string[] = [];

/** Bounds the memory for targets that are replaced repeatedly during one run; beyond, the entry counts as `ALL`. */
const MOST_REMEMBERED = 2_000_000;

function united(one: ImpactedTargets | null, other: ImpactedTargets | null): ImpactedTargets | null {
  if (one === null || other === null) return one ?? other;
  if (one.kind === "all" || other.kind === "all") return ALL_TARGETS;
  if (one.names.length + other.names.length > MOST_REMEMBERED) return ALL_TARGETS;
  return targetList([...one.names, ...other.names]);
}
