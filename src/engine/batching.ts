/** Which of those that wait go into one batch, and when a batch that could still grow starts nevertheless. */
import { PRIORITIES } from "../domain/priority.js";
import type { BatchingRule } from "../domain/queue-settings.js";
import { NewestPlaces } from "./newest-places.js";
import { touchedBy } from "./overlap.js";
import type { Entry, Queue } from "./queue.js";
import { waitingEntries } from "./waiting.js";

const MINUTE_MS = 60_000;

/** So many of those that wait are looked at for each batch that may be formed: nobody fills a batch from further back. */
const LOOK_AHEAD = 100;

/** Entries that are tested together, in order. */
export type Group = readonly Entry[];

export interface Groups {
  /** To be given places now, at most as many as asked for. */
  readonly ready: readonly Group[];
  /** When the first of those that wait to be filled up starts as it is; null when none waits. */
  readonly nextAt: number | null;
}

/** The next groups, front to back. Without batching, each entry is one. */
export function nextGroups(queue: Queue, seats: number): Groups {
  if (seats <= 0) return { ready: [], nextAt: null };
  const gathering = new Gathering(queue);
  const { batch, batchingMinSize } = queue.settings;
  const mostLookedAt = seats * (batch ? Math.max(batchingMinSize, LOOK_AHEAD) : 1);
  let lookedAt = 0;
  for (const entry of waitingEntries(queue)) {
    gathering.add(entry);
    lookedAt += 1;
    if (lookedAt === mostLookedAt || gathering.isSettled(seats)) break;
  }
  return gathering.groups(seats);
}

interface Candidate {
  readonly entries: Entry[];
  /** Nobody can join any more without overtaking somebody. */
  isClosed: boolean;
}

class Gathering {
  readonly #queue: Queue;
  readonly #size: number;
  readonly #candidates: Candidate[] = [];
  readonly #newest = new NewestPlaces();
  /** So many from the first one on can grow no more. */
  #settled = 0;

  constructor(queue: Queue) {
    this.#queue = queue;
    this.#size = queue.settings.batch ? queue.settings.batchingMinSize : 1;
  }

  /**
   * It joins the newest group of its lane, when that may still grow and the others of its lane may not. When it cannot,
   * it closes them all, since whoever came later would overtake it there, and begins a group of its own.
   */
  add(entry: Entry): void {
    if (this.#size === 1) this.#candidates.push({ entries: [entry], isClosed: true });
    else this.#join(entry);
  }

  #join(entry: Entry): void {
    const touched = touchedBy(this.#queue.settings.mode, entry);
    const ofLane = [...this.#newest.meeting(touched)];
    const place = Math.max(-1, ...ofLane);
    const host = this.#candidates[place];
    const isAlone = isIsolated(this.#queue, entry);
    const others = ofLane.filter((other) => other !== place);
    if (!isAlone && host?.isClosed === false && others.every((other) => this.#isClosed(other))) {
      this.#newest.put(place, touched);
      host.entries.push(entry);
      host.isClosed = host.entries.length === this.#size;
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

  groups(seats: number): Groups {
    const ready: Group[] = [];
    let nextAt: number | null = null;
    for (const { entries, isClosed } of this.#candidates) {
      const startsAt = isClosed ? -Infinity : this.#startsAt(entries);
      if (startsAt > this.#queue.now) nextAt = Math.min(nextAt ?? Infinity, startsAt);
      else if (ready.length < seats) ready.push(entries);
    }
    return { ready, nextAt };
  }

  /** The oldest has waited long enough then. */
  #startsAt(entries: Group): number {
    const waitMs = this.#queue.settings.batchingMaxWaitTimeMinutes * MINUTE_MS;
    return Math.min(...entries.map(({ admittedAt, submittedAt }) => admittedAt ?? submittedAt)) + waitMs;
  }
}

/** Urgent ones wait for nobody, and nobody shares their risk. */
function isIsolated({ settings }: Queue, { noBatch, priority, targets }: Entry): boolean {
  if (noBatch || priority === PRIORITIES.urgent) return true;
  if (settings.mode === "single" || targets === null) return false;
  return settings.batchingRules.some(
    (rule) => targets.kind === "all" || targets.names.some((name) => matches(rule, name)),
  );
}

function matches({ targetPattern }: BatchingRule, name: string): boolean {
  return targetPattern.endsWith("*") ? name.startsWith(targetPattern.slice(0, -1)) : name === targetPattern;
}
