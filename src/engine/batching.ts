/** Which of those that wait go into one batch, and when a batch that could still grow starts nevertheless. */
import type { ImpactedTargets } from "../domain/impacted-targets.js";
import { PRIORITIES } from "../domain/priority.js";
import type { BatchingRule, QueueSettings } from "../domain/queue-settings.js";
import { NewestPlaces } from "./newest-places.js";
import { touchedBy } from "./overlap.js";
import type { Entry, Queue } from "./queue.js";
import { waitingEntries } from "./waiting.js";

const MINUTE_MS = 60_000;

/** So many more of those that wait are looked at than could be seated: nobody fills a batch from further back. */
const LOOK_AHEAD = 50;

/** Entries that are tested together, in order. */
export type Group = readonly Entry[];

export interface Groups {
  /** To be given places now, at most as many as asked for. */
  readonly ready: readonly Group[];
  /** When the first of those that wait to be filled up starts as it is; null when none waits. */
  readonly nextAt: number | null;
}

/** Of each queue the newest gathering, by what stays the same object from decision to decision. */
const gatherings = new WeakMap<QueueSettings, Gathering>();

/** The next groups, front to back. Without batching, each entry is one. */
export function nextGroups(queue: Queue, seats: number): Groups {
  if (seats <= 0) return { ready: [], nextAt: null };
  const { settings } = queue;
  const mostLookedAt = settings.batch ? seats * settings.batchingMinSize + LOOK_AHEAD : seats;
  let gathering = gatherings.get(settings) ?? new Gathering(settings, []);
  let lookedAt = 0;
  for (const entry of waitingEntries(queue)) {
    if (lookedAt === mostLookedAt || (lookedAt >= gathering.size && gathering.isSettled(seats))) break;
    if (!gathering.hasAt(lookedAt, entry)) {
      if (lookedAt < gathering.size) gathering = gathering.first(lookedAt);
      gathering.add(entry);
    }
    lookedAt += 1;
  }
  if (lookedAt < gathering.size) gathering = gathering.first(lookedAt);
  gatherings.set(settings, gathering);
  return gathering.groups(queue, seats);
}

interface Candidate {
  readonly entries: Entry[];
  /** Nobody can join any more without overtaking somebody. */
  isClosed: boolean;
}

/** Goes on with those that waited before, so that only who comes later is looked at. */
class Gathering {
  readonly #settings: QueueSettings;
  readonly #groupSize: number;
  readonly #entries: Entry[] = [];
  readonly #candidates: Candidate[] = [];
  readonly #newest = new NewestPlaces();
  /** So many from the first one on can grow no more. */
  #settled = 0;

  constructor(settings: QueueSettings, entries: readonly Entry[]) {
    this.#settings = settings;
    this.#groupSize = settings.batch ? settings.batchingMinSize : 1;
    for (const entry of entries) this.add(entry);
  }

  /** How many entries it holds. */
  get size(): number {
    return this.#entries.length;
  }

  hasAt(index: number, entry: Entry): boolean {
    const known = this.#entries[index];
    return known === entry || (known !== undefined && isGatheredAlike(known, entry));
  }

  /** Another one of the first so many only. */
  first(count: number): Gathering {
    return new Gathering(this.#settings, this.#entries.slice(0, count));
  }

  /**
   * It joins the newest group of its lane, when that may still grow and the others of its lane may not. When it cannot,
   * it closes them all, since whoever came later would overtake it there, and begins a group of its own.
   */
  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#groupSize === 1) this.#candidates.push({ entries: [entry], isClosed: true });
    else this.#join(entry);
  }

  #join(entry: Entry): void {
    const touched = touchedBy(this.#settings.mode, entry);
    const ofLane = [...this.#newest.meeting(touched)];
    const place = Math.max(-1, ...ofLane);
    const host = this.#candidates[place];
    const isAlone = isIsolated(this.#settings, entry);
    const others = ofLane.filter((other) => other !== place);
    if (!isAlone && host?.isClosed === false && others.every((other) => this.#isClosed(other))) {
      this.#newest.put(place, touched);
      host.entries.push(entry);
      host.isClosed = host.entries.length === this.#groupSize;
      return;
    }
    for (const other of ofLane) this.#close(other);
    this.#newest.put(this.#candidates.length, touched);
    this.#candidates.push({ entries: [entry], isClosed: isAlone });
  }

  /** Whoever comes later changes nothing about the groups that get the seats. */
  isSettled(seats: number): boolean {
    while (this.#isClosed(this.#settled)) this.#settled += 1;
    return this.#settled >= seats;
  }

  #isClosed(place: number): boolean {
    return this.#candidates[place]?.isClosed === true;
  }

  #close(place: number): void {
    const candidate = this.#candidates[place];
    if (candidate !== undefined) candidate.isClosed = true;
  }

  groups(queue: Queue, seats: number): Groups {
    const ready: Group[] = [];
    let nextAt: number | null = null;
    for (const { entries, isClosed } of this.#candidates) {
      const startsAt = isClosed ? -Infinity : this.#startsAt(entries);
      if (startsAt > queue.now) nextAt = Math.min(nextAt ?? Infinity, startsAt);
      else ready.push([...entries]);
      if (ready.length === seats) return { ready, nextAt: null };
    }
    return { ready, nextAt };
  }

  /** The oldest has waited long enough then. */
  #startsAt(entries: Group): number {
    const waitMs = this.#settings.batchingMaxWaitTimeMinutes * MINUTE_MS;
    return Math.min(...entries.map(({ admittedAt, submittedAt }) => admittedAt ?? submittedAt)) + waitMs;
  }
}

function isGatheredAlike(one: Entry, other: Entry): boolean {
  return (
    one.facts.number === other.facts.number &&
    one.targets === other.targets &&
    one.earlierTargets === other.earlierTargets &&
    one.priority === other.priority &&
    one.noBatch === other.noBatch &&
    one.admittedAt === other.admittedAt &&
    one.submittedAt === other.submittedAt
  );
}

/** Urgent ones wait for nobody, and nobody shares their risk. */
function isIsolated({ mode, batchingRules }: QueueSettings, { noBatch, priority, targets }: Entry): boolean {
  if (noBatch || priority === PRIORITIES.urgent) return true;
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
  const exact = new Set(patterns.filter((pattern) => !pattern.endsWith("*")));
  const beginnings = patterns.flatMap((pattern) => (pattern.endsWith("*") ? [pattern.slice(0, -1)] : []));
  return targets.names.some(
    (name) => exact.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
  );
}
