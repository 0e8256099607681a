/**
 * Goes to any decision of a stored log: from the nearest known state, the decisions up to it are made again. Work is done
 * in short slices, one visit after the other, and states on the way are remembered, so that the next step is short.
 */
import { setImmediate } from "node:timers/promises";
import type { QueueId } from "../../domain/ids.js";
import { errorText } from "../../domain/thrown.js";
import { decide } from "../../engine/decide.js";
import { type Explanation, explain } from "../../engine/explain/explain.js";
import { newQueue } from "../../engine/model/new-queue.js";
import type { Queue } from "../../engine/model/queue.js";
import { type Comparison, compareDigests, decisionDigest } from "../ports/decision-digest.js";
import type { QueueStore, StoredEvent, StoredQueue, Version } from "../ports/queue-store.js";

export type Visit =
  | {
      readonly kind: "decision";
      readonly version: Version;
      readonly before: Queue;
      readonly stored: StoredEvent;
      readonly explanation: Explanation;
      /** Whether this program decides as the recorded decision. */
      readonly comparison: Comparison;
    }
  /** This program cannot repeat the decision, or one before it. The message is untrusted text. */
  | { readonly kind: "notRepeatable"; readonly version: Version; readonly message: string }
  /** The log begins with the decision after `first`. */
  | { readonly kind: "beforeLog"; readonly first: Version }
  /** Too far from a known state for one answer; another visit goes on at `reached`. */
  | { readonly kind: "underWay"; readonly reached: Version }
  /** Too many other visits wait; none was added. */
  | { readonly kind: "busy" };

export type LogOfQueue = Pick<QueueStore, "past" | "birth" | "logBeginning" | "events">;

interface State {
  readonly version: Version;
  readonly queue: Queue;
}

/** An event loop that waits no longer for a slice is not noticed by requests. */
const SLICE_MS = 8;
const LONGEST_VISIT_MS = 5000;
/** Beside the visit that is under way; each may take as long as the longest. */
const MOST_WAITING = 8;
const EVENTS_PER_READ = 100;
/** A step back replays at most so many decisions. */
const DECISIONS_PER_STATE = 200;
/** Of all remembered states together; most of them share their parts. */
const MOST_ENTRIES = 100_000;
const MOST_STATES = 500;

export class LogTraveller {
  readonly #log: LogOfQueue;
  readonly #monotonic: () => number;
  /** By version, for each queue; the queue that was visited last is last. */
  readonly #states = new Map<QueueId, Map<Version, Queue>>();
  /** By queue and version. */
  readonly #open = new Map<string, Promise<Visit>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(log: LogOfQueue, monotonic: () => number = () => performance.now()) {
    this.#log = log;
    this.#monotonic = monotonic;
  }

  /** The decision that led to `version`, which is between 1 and the version of the stored queue. */
  async visit(stored: StoredQueue, version: Version): Promise<Visit> {
    const key = `${stored.queue.id} ${version}`;
    const same = this.#open.get(key);
    if (same !== undefined) return same;
    if (this.#open.size > MOST_WAITING) return { kind: "busy" };
    const visit = this.#last
      .then(async () => this.#visit(stored.queue.id, version))
      .finally(() => this.#open.delete(key));
    this.#open.set(key, visit);
    this.#last = visit.catch(() => undefined);
    return visit;
  }

  async #visit(queueId: QueueId, version: Version): Promise<Visit> {
    const first = (await this.#log.logBeginning(queueId))?.version ?? 0;
    if (version <= first) return { kind: "beforeLog", first };
    const from = await this.#nearest(queueId, version - 1);
    if (from === null) return { kind: "beforeLog", first: version };
    const reached = await this.#replay(queueId, from, version - 1);
    if ("kind" in reached) return reached;
    const [stored] = await this.#log.events(queueId, version - 1, 1);
    if (stored?.version !== version) return { kind: "beforeLog", first: version };
    const { queue: before } = reached;
    try {
      const explanation = explain(before, stored.event);
      const digest = decisionDigest(before, explanation.decision);
      const comparison = compareDigests(digest, stored.recorded?.digest ?? null);
      return { kind: "decision", version, before, stored, explanation, comparison };
    } catch (error) {
      return { kind: "notRepeatable", version, message: errorText(error) };
    }
  }

  /** The newest known state at `version` or before: remembered here, stored, or the birth of the queue. */
  async #nearest(queueId: QueueId, version: Version): Promise<State | null> {
    const known = this.#remembered(queueId, version);
    if (known !== null && version - known.version <= DECISIONS_PER_STATE) return known;
    const snapshot = await this.#log.past.snapshotBefore(queueId, version);
    if (snapshot !== null) return known !== null && known.version > snapshot.version ? known : snapshot;
    if (known !== null) return known;
    const birth = await this.#log.birth(queueId);
    return birth === null ? null : { version: 0, queue: newQueue(birth) };
  }

  async #replay(queueId: QueueId, from: State, until: Version): Promise<State | Visit> {
    const begunAt = this.#monotonic();
    let sliceAt = begunAt;
    let { version, queue } = from;
    while (version < until) {
      const events = await this.#log.events(queueId, version, Math.min(EVENTS_PER_READ, until - version));
      if (events[0]?.version !== version + 1) return { kind: "beforeLog", first: until + 1 };
      for (const { version: next, event } of events) {
        try {
          ({ queue } = decide(queue, event));
        } catch (error) {
          return { kind: "notRepeatable", version: next, message: errorText(error) };
        }
        version = next;
        if (version % DECISIONS_PER_STATE === 0) this.#remember(queueId, { version, queue });
        if (this.#monotonic() - sliceAt < SLICE_MS) continue;
        await setImmediate();
        sliceAt = this.#monotonic();
      }
      if (this.#monotonic() - begunAt <= LONGEST_VISIT_MS || version >= until) continue;
      this.#remember(queueId, { version, queue });
      return { kind: "underWay", reached: version };
    }
    this.#remember(queueId, { version, queue });
    return { version, queue };
  }

  #remembered(queueId: QueueId, version: Version): State | null {
    let best: State | null = null;
    for (const [known, queue] of this.#states.get(queueId) ?? []) {
      if (known <= version && known > (best?.version ?? -1)) best = { version: known, queue };
    }
    return best;
  }

  #remember(queueId: QueueId, { version, queue }: State): void {
    const states = this.#states.get(queueId) ?? new Map<Version, Queue>();
    this.#states.delete(queueId);
    this.#states.set(queueId, states);
    states.delete(version);
    states.set(version, queue);
    while (this.#isTooMuch()) this.#forgetOne();
  }

  #isTooMuch(): boolean {
    let [count, entries] = [0, 0];
    for (const states of this.#states.values()) {
      count += states.size;
      for (const queue of states.values()) entries += queue.entries.length;
    }
    return count > 1 && (count > MOST_STATES || entries > MOST_ENTRIES);
  }

  /** The oldest of the queue that was visited longest ago. */
  #forgetOne(): void {
    const [longestAgo] = this.#states;
    if (longestAgo === undefined) return;
    const [queueId, states] = longestAgo;
    const [version] = states.keys();
    if (version !== undefined) states.delete(version);
    if (states.size === 0) this.#states.delete(queueId);
  }
}
