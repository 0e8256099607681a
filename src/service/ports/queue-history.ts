/**
 * What a store keeps of a queue's past, for pages and figures. Everything is read in slices, so that no answer holds up
 * decisions. Implementations pass `__tests__/contract/queue-history.ts`.
 */
import type { PullRequestNumber, QueueId, TestRunId } from "../../domain/ids.js";
import type { ReasonCode } from "../../domain/reason.js";
import type { ENTRY_ENDINGS } from "../../domain/states.js";
import type { EndedRun, LandingRecord, Transition } from "../../engine/model/decision.js";
import type { Entry, Queue, QueueState } from "../../engine/model/queue.js";

export type EntryEnding = (typeof ENTRY_ENDINGS)[number];

/** A place in the list of entries that left, which is ordered by both. */
export interface ExitKey {
  readonly endedAt: number;
  readonly sequence: number;
}

/** Empty lists and texts, and null, filter nothing. */
export interface ExitFilter {
  /** The first moment that counts. */
  readonly since: number | null;
  /** The first moment that no longer counts. */
  readonly until: number | null;
  readonly endings: readonly EntryEnding[];
  readonly reasons: readonly ReasonCode[];
  /** A part of the author's name, in any case. */
  readonly author: string;
  readonly pullRequests: readonly PullRequestNumber[];
}

export const ALL_EXITS: ExitFilter = {
  since: null,
  until: null,
  endings: [],
  reasons: [],
  author: "",
  pullRequests: [],
};

/** What figures need of an entry that left, without the entry itself. */
export interface ExitFact extends ExitKey {
  readonly pullRequest: PullRequestNumber;
  readonly submittedAt: number;
  readonly ending: EntryEnding;
  readonly reason: ReasonCode | null;
}

/** A transition with its place in the log. */
export interface LoggedMove {
  readonly version: number;
  /** Order within the decision. */
  readonly position: number;
  readonly transition: Transition;
}

export type MovePlace = Pick<LoggedMove, "version" | "position">;

/** A landing with its place in the log. */
export interface LoggedLanding {
  readonly version: number;
  readonly landing: LandingRecord;
}

/** An event that times are measured by. */
export type Moment = { readonly version: number; readonly at: number } & (
  | { readonly kind: "testRunBuilt" | "testRunStarted"; readonly run: TestRunId }
  /** `hasBegun`: a check is past its queue. */
  | { readonly kind: "checksReported"; readonly run: TestRunId; readonly hasBegun: boolean }
  | { readonly kind: "settingsChanged"; readonly state: QueueState | null }
);

export const MOMENT_KINDS = [
  "testRunBuilt",
  "testRunStarted",
  "checksReported",
  "settingsChanged",
] as const satisfies readonly Moment["kind"][];

/** Of an ended run, in the order in which runs end. */
export interface EndedRunKey {
  readonly endedAt: number;
  readonly run: TestRunId;
}

export interface QueueHistory {
  /** Entries that left, the newest exit first, after the place `after` of that order. Without their targets. */
  exits(
    queueId: QueueId,
    filter: ExitFilter,
    after: ExitKey | null,
    limit: number,
  ): Promise<readonly Entry[]>;
  /** The newest exit first; cheaper than `exits`. */
  exitFacts(queueId: QueueId, since: number, limit: number): Promise<readonly ExitFact[]>;
  /** Runs that ended at `since` or later, oldest end first, after the place `after` of that order. */
  runsEnded(
    queueId: QueueId,
    since: number,
    after: EndedRunKey | null,
    limit: number,
  ): Promise<readonly EndedRun[]>;
  /** The version of the first decision at `at` or later that moved an entry; null: none. */
  versionAt(queueId: QueueId, at: number): Promise<number | null>;
  /** Newest first, at most `limit`; only those of a version before `before`, unless that is null. Kept forever. */
  landings(queueId: QueueId, before: number | null, limit: number): Promise<readonly LoggedLanding[]>;
  /** In the order of the log, from the place after `after`. */
  moves(queueId: QueueId, after: MovePlace, limit: number): Promise<readonly LoggedMove[]>;
  /** The nearest decision before or after a version that moved an entry; null: none. */
  nearestMove(queueId: QueueId, version: number, direction: "before" | "after"): Promise<number | null>;
  /** The moments among the events after `after`, up to version `upTo`. */
  moments(queueId: QueueId, after: number, upTo: number): Promise<readonly Moment[]>;
  /** The newest stored state of the queue at `version` or before; null: none but the birth. */
  snapshotBefore(
    queueId: QueueId,
    version: number,
  ): Promise<{ readonly version: number; readonly queue: Queue } | null>;
}
