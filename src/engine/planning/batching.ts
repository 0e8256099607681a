/** Groups waiting entries into batches, and decides when a batch starts that is not full yet. */
import { MINUTE_MS } from "../../domain/duration.js";
import type { EntryId } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import { PRIORITIES } from "../../domain/priority.js";
import type { BatchingRule, QueueSettings } from "../../domain/queue-settings.js";
import { TargetGraph } from "../index/queue-index.js";
import { landsOneByOne } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";
import { touchedBy } from "./overlap.js";
import { firstWaiting } from "./waiting-entries.js";

/** Waiting entries considered beyond the number of seats: an entry further back rarely fills a batch. */
const LOOK_AHEAD = 50;

/** Entries that are tested together, in order. */
export type Group = readonly Entry[];

const NOBODY: readonly never[] = [];

export interface Groups {
  /** Groups that take places now, at most one per seat. */
  readonly ready: readonly Group[];
  /** When the next incomplete group starts as it is; null without one. */
  readonly nextAt: number | null;
}

/** The next groups, front to back. Without batching, each entry is a group. */
export function nextGroups(queue: Queue, seats: number): Groups {
  if (seats <= 0) return { ready: [], nextAt: null };
  const { settings } = queue;
  if (!settings.batch || landsOneByOne(queue))
    return { ready: firstWaiting(queue, seats).map((entry) => [entry]), nextAt: null };
  const entries = firstWaiting(queue, seats * settings.batchingMinSize + LOOK_AHEAD);
  const ready: Group[] = [];
  let nextAt: number | null = null;
  for (const { members, isClosed } of gathered(settings, entries)) {
    const group = members.flatMap((index) => entries[index] ?? NOBODY);
    const startsAt = isClosed ? -Infinity : startOf(settings, group);
    if (startsAt > queue.now) nextAt = Math.min(nextAt ?? Infinity, startsAt);
    else ready.push(group);
    if (ready.length === seats) return { ready, nextAt: null };
  }
  return { ready, nextAt };
}

/** When the oldest entry of the group has waited for the maximum time. */
function startOf({ batchingMaxWaitTimeMinutes }: QueueSettings, entries: Group): number {
  const since = entries.map(({ admittedAt, submittedAt }) => admittedAt ?? submittedAt);
  return Math.min(...since) + batchingMaxWaitTimeMinutes * MINUTE_MS;
}

interface Candidate {
  /** Indexes into the waiting entries. */
  readonly members: number[];
  /** Full, or no entry can join without overtaking another one. */
  isClosed: boolean;
}

/** The newest grouping per queue, keyed by its settings: that object is the same from decision to decision. */
const gatherings = new WeakMap<QueueSettings, Gathering>();

interface Gathering {
  readonly graph: TargetGraph<EntryId>;
  entries: readonly Entry[];
  candidates: readonly Candidate[];
}

/** Moves the cached graph to changed settings. The groups are computed again, since settings affect them. */
export function handGatheringOver(from: QueueSettings, to: QueueSettings): void {
  const gathering = gatherings.get(from);
  if (gathering === undefined) return;
  gatherings.delete(from);
  gatherings.set(to, { ...gathering, entries: NOBODY });
}

/** Updates the cached grouping: only entries that joined, left or changed their targets are processed. */
function gathered(settings: QueueSettings, entries: readonly Entry[]): readonly Candidate[] {
  const gathering = gatherings.get(settings) ?? { graph: new TargetGraph(), entries: NOBODY, candidates: [] };
  gatherings.set(settings, gathering);
  const first = gathering.graph.follow(
    entries.map(({ id }) => id),
    entries.map((entry) => touchedBy(settings.mode, entry)),
  );
  if (first !== null || !entries.every((entry, index) => isAsAlone(gathering.entries[index], entry))) {
    gathering.candidates = candidatesAmong(settings, entries, gathering.graph.nextAhead(0));
  }
  gathering.entries = entries;
  return gathering.candidates;
}

function isAsAlone(known: Entry | undefined, entry: Entry): boolean {
  return (
    known?.noBatch === entry.noBatch && known.priority === entry.priority && known.isApart === entry.isApart
  );
}

/**
 * An entry joins the newest group of its lane if that group is open and all older groups of the lane are closed.
 * Otherwise it starts a group and closes those of its lane: a later entry that joined one of them would overtake it.
 */
function candidatesAmong(
  settings: QueueSettings,
  entries: readonly Entry[],
  nextAhead: readonly (readonly number[])[],
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const groupOf: number[] = [];
  const isClosed = (group: number): boolean => candidates[group]?.isClosed === true;
  for (const [index, entry] of entries.entries()) {
    const ofLane = (nextAhead[index] ?? NOBODY).map((ahead) => groupOf[ahead] ?? -1);
    const newest = Math.max(-1, ...ofLane);
    const host = candidates[newest];
    const isAlone = settings.batchingMinSize === 1 || isIsolated(settings, entry);
    if (
      !isAlone &&
      host?.isClosed === false &&
      ofLane.every((group) => group === newest || isClosed(group))
    ) {
      groupOf.push(newest);
      host.members.push(index);
      host.isClosed = host.members.length === settings.batchingMinSize;
      continue;
    }
    for (const group of ofLane) {
      const other = candidates[group];
      if (other !== undefined) other.isClosed = true;
    }
    groupOf.push(candidates.length);
    candidates.push({ members: [index], isClosed: isAlone });
  }
  return candidates;
}

/** Urgent entries are tested alone too: they neither wait for a batch nor share its risk. */
function isIsolated({ mode, batchingRules }: QueueSettings, entry: Entry): boolean {
  const { noBatch, priority, targets, isApart = false } = entry;
  if (isApart || noBatch || priority === PRIORITIES.urgent) return true;
  if (mode === "single" || targets === null || batchingRules.length === 0) return false;
  const known = isolations.get(targets);
  if (known?.rules === batchingRules) return known.isIsolated;
  const isIsolated = isMatched(targets, batchingRules);
  isolations.set(targets, { rules: batchingRules, isIsolated });
  return isIsolated;
}

const isolations = new WeakMap<
  ImpactedTargets,
  { readonly rules: readonly BatchingRule[]; readonly isIsolated: boolean }
>();

function isMatched(targets: ImpactedTargets, rules: readonly BatchingRule[]): boolean {
  if (targets.kind === "all") return true;
  const patterns = rules.map(({ targetPattern }) => targetPattern);
  const asWritten = new Set(patterns);
  const beginnings = patterns
    .filter((pattern) => pattern.endsWith("*"))
    .map((pattern) => pattern.slice(0, -1));
  return targets.names.some(
    (name) => asWritten.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
  );
}
