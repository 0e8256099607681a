/**
 * What the service needs from storage. An acknowledged write survives a crash of the process and of the machine.
 * Implementations pass `__tests__/contract/queue-store.ts`.
 */
import type { CommitId, EffectId, PullRequestNumber, QueueId, TestRunId } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { Decision, EndedRun, LandingRecord, Transition } from "../../engine/model/decision.js";
import type { Effect } from "../../engine/model/effect.js";
import type { QueueEvent } from "../../engine/model/event.js";
import type { InitialQueue } from "../../engine/model/new-queue.js";
import type { Entry, Queue } from "../../engine/model/queue.js";
import type { MoveGroup } from "./moves.js";
import type { QueueHistory } from "./queue-history.js";
import type { Claim, Claimant } from "./session.js";
import type { TraceContext } from "./tracer.js";

/** Counts the decisions of one queue, from 0 at its creation. */
export type Version = number;

export interface StoredQueue {
  readonly name: QueueName;
  readonly queue: Queue;
  readonly version: Version;
  /** From the latest decision; milliseconds since 1970. */
  readonly wakeAt: number | null;
}

export interface StoredEffect {
  readonly name: QueueName;
  readonly queueId: QueueId;
  readonly effect: Effect;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Earliest time of the next attempt; milliseconds since 1970. */
  readonly notBefore: number;
  /** The claim of the process that works on it; absent if it was only read. */
  readonly claim?: Claim;
}

export interface EffectClaim {
  readonly claimant: Claimant;
  readonly now: number;
  readonly limit: number;
  /** Effects the claimant already holds. */
  readonly held: readonly StoredEffect[];
  /** Queues whose effects are left to other processes. */
  readonly unserved: readonly QueueId[];
}

/** When to wake a queue, with its name and id. */
export interface Waking {
  readonly name: QueueName;
  readonly queueId: QueueId;
  readonly wakeAt: number | null;
}

/**
 * The fate of a `land` effect: "pushed" means it may have moved the branch at any time since; "withdrawn" means it never
 * will.
 */
export type LandingFate = "pushed" | "withdrawn";

export interface MarkedDone {
  /** Whether an effect about the same test run may have waited for this one. */
  readonly isWaitedFor: boolean;
}

export interface SettledLanding {
  readonly fate: LandingFate;
  /** True if this call settled it. */
  readonly isFirst: boolean;
}

export interface StoredEvent {
  /** The version of the queue after this event. */
  readonly version: Version;
  readonly event: QueueEvent;
  /** null: an older version did not record it. */
  readonly recorded: RecordedDecision | null;
}

/** What a commit recorded about a decision: its digest and the engine that made it. */
export interface RecordedDecision {
  /** The decision's `decisionDigest`. */
  readonly digest: string;
  /** The version of the program. */
  readonly engine: string;
}

/** Effects that are not done. */
export interface OutboxSize {
  readonly pending: number;
  /** When the oldest was created; null if there is none or an older version did not record it. */
  readonly oldestAt: number | null;
}

export type Turn =
  | { readonly kind: "taken" }
  /** Another caller has it; the next one begins at this time, in milliseconds since 1970. */
  | { readonly kind: "later"; readonly at: number };

/** A queue as it was after a decision. */
export interface LogBeginning {
  readonly version: Version;
  readonly queue: Queue;
}

/** What brought an upload of impacted targets; no decision depends on it. */
export interface UploadOrigin {
  /** The name of the token; absent for a workflow run of a fork. */
  readonly by?: string;
  /** Why everything is impacted, in the words of the uploading program; untrusted. */
  readonly cause?: string;
}

export interface Upload extends UploadOrigin {
  /** By the store's clock, in milliseconds since 1970. */
  readonly at: number;
}

export interface QueueStore {
  /** What is kept of the past, for pages and figures. */
  readonly past: QueueHistory;
  /** "exists": the target branch already has a queue, and nothing was changed. */
  create(name: QueueName, queue: Queue): Promise<"created" | "exists">;
  /** Compares the repository case-insensitively and the branch exactly. null: no such queue. */
  load(name: QueueName): Promise<StoredQueue | null>;
  /** The state that this process saw last: it may be old, or of a deleted queue. null: none. */
  lastSeen(name: QueueName): Promise<StoredQueue | null>;
  /** All queues, or all of one repository, in order of creation. */
  list(repository?: Repository): Promise<readonly StoredQueue[]>;
  /**
   * Saves an event and its decision in one transaction: effects, transitions, concluded entries, ended runs, landing,
   * digest and program version. "conflict": another writer committed first or the queue is gone; load and decide again.
   * If the queue's time goes back, postponed effects become due, because the wrong clock postponed them.
   */
  commit(
    name: QueueName,
    basedOn: Version,
    event: QueueEvent,
    decision: Decision,
  ): Promise<"committed" | "conflict">;
  /** Deletes the queue; its unfinished effects are still performed. */
  delete(name: QueueName, basedOn: Version): Promise<"deleted" | "conflict">;

  /**
   * Claims due effects that no live process holds, at most `limit`. An effect waits for earlier ones of the same test
   * run.
   */
  claimEffects(request: EffectClaim): Promise<readonly StoredEffect[]>;
  /** True if no other process has claimed the effect since; reads the database. */
  isClaimed(claimed: StoredEffect): Promise<boolean>;
  /** Other processes may claim it immediately. */
  giveBack(claimed: StoredEffect): Promise<void>;
  /**
   * Unfinished effects that are due, claimed or not, oldest first within a queue, at most `limit`. For tests: a claim
   * changes what it reads, and leaves out what others hold or what waits for earlier effects.
   */
  pendingEffects(now: number, limit: number): Promise<readonly StoredEffect[]>;
  /** The earliest `notBefore` later than `after` of an unfinished effect; null if there is none. */
  nextEffectAt(after: number): Promise<number | null>;
  /** Repeating is harmless. With a claim, changes nothing if another process has claimed the effect since. */
  markDone(queueId: QueueId, effect: EffectId, claim?: Claim): Promise<MarkedDone>;
  /** null: not settled yet, or no such effect. */
  landingFate(queueId: QueueId, effect: EffectId): Promise<LandingFate | null>;
  /** The first fate of a `land` effect is permanent; returns it. null: no such effect. */
  settleLanding(queueId: QueueId, effect: EffectId, fate: LandingFate): Promise<SettledLanding | null>;
  outboxSize(): Promise<OutboxSize>;
  /** Counts a failed attempt, if `isCounted` is not false, and releases the effect. Treats a claim as `markDone` does. */
  postpone(
    queueId: QueueId,
    effect: EffectId,
    notBefore: number,
    error: string,
    claim?: Claim,
    isCounted?: boolean,
  ): Promise<void>;

  /** All queues without their entries, in order of creation; cheap. */
  wakings(): Promise<readonly Waking[]>;
  /** Taken by one caller per interval, across all processes. */
  takeTurn(what: string, now: number, everyMs: number): Promise<Turn>;

  /** The latest concluded entry of a pull request; null if none has left this queue. */
  findConcluded(queueId: QueueId, pullRequest: PullRequestNumber): Promise<Entry | null>;
  /**
   * The latest concluded entry of each pull request, newest submission first, at most `limit`; only submissions before
   * sequence `before`, unless that is null. Omits targets, which may be long and are not listed.
   */
  newestSubmissions(queueId: QueueId, before: number | null, limit: number): Promise<readonly Entry[]>;
  findEndedRun(queueId: QueueId, run: TestRunId): Promise<EndedRun | null>;
  /**
   * Why the branch moved, newest first, at most `limit`; only landings of a version before `before`, unless that is
   * null or absent. Kept forever.
   */
  landings(queueId: QueueId, limit: number, before?: Version | null): Promise<readonly LandingRecord[]>;
  /** Oldest first. */
  timeline(queueId: QueueId, pullRequest: PullRequestNumber): Promise<readonly Transition[]>;
  /**
   * Moves of entries of all queues since a moment, grouped by their common properties, with durations grouped by the
   * first of `boundsMs` that contains them. The cost depends only on what happened since.
   */
  movesSince(since: number, boundsMs: readonly number[]): Promise<readonly MoveGroup[]>;
  /** The queue's initial state, from which the log is complete. null: an older version did not record it. */
  birth(queueId: QueueId): Promise<InitialQueue | null>;
  /** The state at which the log begins after its older part was removed; null while it begins with the birth. */
  logBeginning(queueId: QueueId): Promise<LogBeginning | null>;
  /** The log, oldest first, from the version after `after`, at most `limit`. */
  events(queueId: QueueId, after: Version, limit: number): Promise<readonly StoredEvent[]>;

  /** A new upload for a head replaces the earlier one. */
  saveTargets(
    queueId: QueueId,
    pullRequest: PullRequestNumber,
    headSha: CommitId,
    targets: ImpactedTargets,
    origin?: UploadOrigin,
  ): Promise<void>;
  loadTargets(
    queueId: QueueId,
    pullRequest: PullRequestNumber,
    headSha: CommitId,
  ): Promise<ImpactedTargets | null>;
  /** When the targets of a head were uploaded, and by what; null: they were not. */
  findUpload(queueId: QueueId, pullRequest: PullRequestNumber, headSha: CommitId): Promise<Upload | null>;

  /** The trace of a pull request's latest entry replaces that of an earlier one. */
  saveTrace(queueId: QueueId, pullRequest: PullRequestNumber, trace: TraceContext): Promise<void>;
  /** The requested pull requests that have a trace. */
  loadTraces(
    queueId: QueueId,
    pullRequests: readonly PullRequestNumber[],
  ): Promise<ReadonlyMap<PullRequestNumber, TraceContext>>;

  /** Throws if the store cannot be reached, is read-only, or has another schema than this program's. */
  requireReady(): Promise<void>;
  close(): Promise<void>;
}

/** Read access to a store at one moment, which another process may be serving. */
export type QueueReader = Pick<QueueStore, "load" | "birth" | "logBeginning" | "events" | "close">;
