/**
 * What the service needs from storage. A store is ready when it passes `__tests__/contract/queue-store.ts`.
 * What a promise acknowledged survives a crash of the process and of the machine.
 */
import type { CommitId, EffectId, PullRequestNumber, QueueId, TestRunId } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { Decision, EndedRun, LandingRecord, Transition } from "../../engine/decision.js";
import type { Effect } from "../../engine/effect.js";
import type { QueueEvent } from "../../engine/event.js";
import type { QueueBirth } from "../../engine/new-queue.js";
import type { Entry, Queue } from "../../engine/queue.js";
import type { MoveGroup } from "./move-group.js";
import type { Claim, Taker } from "./session.js";
import type { TraceContext } from "./tracer.js";

/** Counts the decisions of one queue, from 0 at its creation. */
export type Version = number;

export interface StoredQueue {
  readonly name: QueueName;
  readonly queue: Queue;
  readonly version: Version;
  /** As the last decision said; milliseconds since 1970. */
  readonly wakeAt: number | null;
}

export interface StoredEffect {
  readonly name: QueueName;
  readonly queueId: QueueId;
  readonly effect: Effect;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Not to be tried before; milliseconds since 1970. */
  readonly notBefore: number;
  /** Of the process that works on it; there is none where it was only read. */
  readonly claim?: Claim;
}

export interface EffectClaim {
  readonly taker: Taker;
  readonly now: number;
  readonly limit: number;
  /** What the taker has already. */
  readonly held: readonly StoredEffect[];
  /** Queues whose orders are left to others. */
  readonly unserved: readonly QueueId[];
}

/** When a queue is to be woken, and where it is to be found. */
export interface Waking {
  readonly name: QueueName;
  readonly queueId: QueueId;
  readonly wakeAt: number | null;
}

/** What has become of an order to land: pushed, it may have moved the branch at any time since; withdrawn, it never will. */
export type LandingFate = "pushed" | "withdrawn";

export interface MarkedDone {
  /** Whether an effect about the same test run may have waited for this one. */
  readonly isWaitedFor: boolean;
}

export interface SettledLanding {
  readonly fate: LandingFate;
  /** Settled by this very call, and nobody before. */
  readonly isFirst: boolean;
}

export interface StoredEvent {
  /** The version the queue had after this event. */
  readonly version: Version;
  readonly event: QueueEvent;
  /** Null: nobody kept it then. */
  readonly recorded: RecordedDecision | null;
}

/** What a decision was, and which engine took it, as its commit kept it. */
export interface RecordedDecision {
  /** `decisionDigest` of it. */
  readonly digest: string;
  /** The version of the program. */
  readonly engine: string;
}

/** Orders that are not done. */
export interface OutboxSize {
  readonly pending: number;
  /** When the oldest was given; null when there is none, or nobody kept it then. */
  readonly oldestAt: number | null;
}

/** A queue as it was after a decision. */
export interface LogBeginning {
  readonly version: Version;
  readonly queue: Queue;
}

export interface QueueStore {
  /** "exists" says the target branch has a queue already; nothing is changed then. */
  create(name: QueueName, queue: Queue): Promise<"created" | "exists">;
  /** The repository compares without regard to case, the branch exactly. Null: there is no such queue. */
  load(name: QueueName): Promise<StoredQueue | null>;
  /** What this process saw of the queue last, which may be old or of a deleted queue. Null: nothing. */
  lastSeen(name: QueueName): Promise<StoredQueue | null>;
  /** Every queue there is, or every one of the repository, in order of creation. */
  list(repository?: Repository): Promise<readonly StoredQueue[]>;
  /**
   * Saves an event and the decision it led to, with effects, transitions, concluded entries, ended runs and
   * landing, and with the decision's digest and this program's version, together or not at all. "conflict" says
   * another writer came first or the queue is gone: load again and decide again. When the queue's time goes back,
   * effects that were postponed are due: they were put off by the clock that was wrong.
   */
  commit(
    name: QueueName,
    basedOn: Version,
    event: QueueEvent,
    decision: Decision,
  ): Promise<"committed" | "conflict">;
  /** Takes the queue away; its effects that are not done stay to be performed. */
  delete(name: QueueName, basedOn: Version): Promise<"deleted" | "conflict">;

  /**
   * Effects whose time has come and that nobody alive works on, at most `limit`; from now on they are the taker's. One waits
   * for those before it about the same test run.
   */
  claimEffects(request: EffectClaim): Promise<readonly StoredEffect[]>;
  /** Whether nobody has claimed the effect since; the database is asked. */
  isClaimed(claimed: StoredEffect): Promise<boolean>;
  /** Others may claim it at once. */
  giveBack(claimed: StoredEffect): Promise<void>;
  /** Effects not done whose time has come, oldest first within a queue, at most `limit`, whoever works on them. */
  pendingEffects(now: number, limit: number): Promise<readonly StoredEffect[]>;
  /** The earliest `notBefore` later than `after` of an effect that is not done; null when there is none. */
  nextEffectAt(after: number): Promise<number | null>;
  /** Marking twice is harmless. With a claim nothing is changed where another process has claimed the effect since. */
  markDone(queueId: QueueId, effect: EffectId, claim?: Claim): Promise<MarkedDone>;
  /** Null: nobody has settled it yet, or there is no such effect. */
  landingFate(queueId: QueueId, effect: EffectId): Promise<LandingFate | null>;
  /** The first fate of an order to land stands for ever; answers with it. Null: there is no such effect. */
  settleLanding(queueId: QueueId, effect: EffectId, fate: LandingFate): Promise<SettledLanding | null>;
  outboxSize(): Promise<OutboxSize>;
  /** Counts a failed attempt, and gives the effect back. With a claim as `markDone`. */
  postpone(
    queueId: QueueId,
    effect: EffectId,
    notBefore: number,
    error: string,
    claim?: Claim,
  ): Promise<void>;

  /** Every queue there is, in order of creation: without its entries it costs little. */
  wakings(): Promise<readonly Waking[]>;
  /** True for one process in so long, of all that ask. */
  takeTurn(what: string, now: number, everyMs: number): Promise<boolean>;

  /** The newest concluded stay of a pull request; null when it never left this queue. */
  findConcluded(queueId: QueueId, pullRequest: PullRequestNumber): Promise<Entry | null>;
  /**
   * The newest concluded stay of each pull request, newest submission first, at most `limit`; only those submitted
   * before the one of this sequence, unless it is null. Their targets are left out: they may be long, and nobody
   * lists them.
   */
  newestStays(queueId: QueueId, before: number | null, limit: number): Promise<readonly Entry[]>;
  findEndedRun(queueId: QueueId, run: TestRunId): Promise<EndedRun | null>;
  /** Why the branch moved to where it is, newest first, at most `limit`; kept for ever. */
  landings(queueId: QueueId, limit: number): Promise<readonly LandingRecord[]>;
  /** Oldest first. */
  timeline(queueId: QueueId, pullRequest: PullRequestNumber): Promise<readonly Transition[]>;
  /**
   * What entries of all queues did since a moment, counted by what they have in common, durations by the first of
   * `boundsMs` that holds them. Costs what happened since, whatever came before.
   */
  movesSince(since: number, boundsMs: readonly number[]): Promise<readonly MoveGroup[]>;
  /** What the queue was created with: from here the log tells everything. Null: nobody kept it. */
  birth(queueId: QueueId): Promise<QueueBirth | null>;
  /** Where the log begins whose older part was removed; null while it begins with the birth. */
  logBeginning(queueId: QueueId): Promise<LogBeginning | null>;
  /** The log, oldest first, from the version after `after`, at most `limit`. */
  events(queueId: QueueId, after: Version, limit: number): Promise<readonly StoredEvent[]>;

  /** The last upload for a head replaces earlier ones. */
  saveTargets(
    queueId: QueueId,
    pullRequest: PullRequestNumber,
    headSha: CommitId,
    targets: ImpactedTargets,
  ): Promise<void>;
  loadTargets(
    queueId: QueueId,
    pullRequest: PullRequestNumber,
    headSha: CommitId,
  ): Promise<ImpactedTargets | null>;

  /** The trace of the newest stay of a pull request replaces that of an earlier one. */
  saveTrace(queueId: QueueId, pullRequest: PullRequestNumber, trace: TraceContext): Promise<void>;
  /** Of those asked for, the ones that have a trace. */
  loadTraces(
    queueId: QueueId,
    pullRequests: readonly PullRequestNumber[],
  ): Promise<ReadonlyMap<PullRequestNumber, TraceContext>>;

  /** Fails when the store cannot be reached, takes nothing that is to be written, or has not this program's schema. */
  requireReady(): Promise<void>;
  close(): Promise<void>;
}

/** A look at a store, as it was at one moment, that may be served by somebody else meanwhile. */
export type QueueReader = Pick<QueueStore, "load" | "birth" | "logBeginning" | "events" | "close">;
