/**
 * Whom something has happened to that people are to see, and what they were shown last. Marks are written with the
 * decision they come from, so that a crash loses none. A store is ready when it passes `__tests__/contract/status-store.ts`.
 */
import type { PullRequestNumber, QueueId, TestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { Decision } from "../../engine/model/decision.js";
import type { StoredQueue } from "./queue-store.js";
import type { Claim, Claimant } from "./session.js";

export type StatusSubject =
  | { readonly kind: "pullRequest"; readonly number: PullRequestNumber }
  | { readonly kind: "testRun"; readonly run: TestRunId };

/** Something of the subject may have changed. */
export interface StatusMark {
  readonly subject: StatusSubject;
  /** What is to be shown waits for so long, as more may follow. */
  readonly waitMs: number;
  /** Nothing is written of a subject of which nothing was ever shown. */
  readonly onlyIfKnown: boolean;
}

/** What a decision that is being saved marks. */
export type MarkStatuses = (before: StoredQueue, decision: Decision) => readonly StatusMark[];

/** One that a single process works on. */
export interface ClaimedStatus {
  /** `repositoryKey`. */
  readonly repository: string;
  readonly subject: StatusSubject;
  /** The queue that marked it last. */
  readonly queueId: QueueId;
  readonly name: QueueName;
  /** Counts its marks, so that one that comes meanwhile is noticed. */
  readonly marks: number;
  /** Failed attempts since something was shown. */
  readonly attempts: number;
  /** An earlier claim ended without an outcome that was stored, or with a doubt: GitHub may show more than `shown` names. */
  readonly isUncertain: boolean;
  /** What `save` was given last; empty at first. */
  readonly shown: string;
  readonly claim: Claim;
}

export interface StatusClaim {
  readonly claimant: Claimant;
  readonly now: number;
  readonly limit: number;
  /** What the process still works on: claimed anew, it would pass for one that was never lost. */
  readonly held: readonly Pick<ClaimedStatus, "repository" | "subject">[];
  /** `repositoryKey`s of those that the process works for; null: all. */
  readonly repositories: readonly string[] | null;
}

export interface StatusOutcome {
  readonly shown: string;
  readonly now: number;
  /** No change is expected for its present submission. */
  readonly isFinal: boolean;
  /** When it is checked once more; null: only after the next mark. */
  readonly againAt: number | null;
  readonly isUncertain: boolean;
}

export interface StatusFailure {
  /** It is not tried again before. */
  readonly until: number;
  readonly error: string;
}

/** A subject that was not shown to be over. */
export interface UnfinishedStatus {
  readonly subject: StatusSubject;
  readonly queueId: QueueId;
  readonly name: QueueName;
  readonly shown: string;
}

export interface StatusStore {
  /** Like the marks of a decision; `isUncertain` applies only to statuses without a stored row. */
  mark(name: QueueName, queueId: QueueId, marks: readonly StatusMark[], now: number): Promise<void>;
  /** Claims statuses that are due and unclaimed, the oldest first. */
  claim(claim: StatusClaim): Promise<readonly ClaimedStatus[]>;
  /** Saves what is about to be published, as if it were. "lost": another process has claimed it since. */
  save(status: ClaimedStatus, shown: string): Promise<"saved" | "lost">;
  /** The status as claimed is published. Later marks are due after a pause, also if the result is uncertain. */
  settle(status: ClaimedStatus, outcome: StatusOutcome): Promise<"settled" | "markedMeanwhile" | "lost">;
  /** Counts a failed attempt, which leaves the status uncertain. */
  postpone(status: ClaimedStatus, failure: StatusFailure): Promise<"postponed" | "lost">;
  /** GitHub may show something else than what was stored: every part is read and written again at that moment. */
  doubt(status: Pick<ClaimedStatus, "repository" | "subject">, at: number): Promise<void>;
  /** What was last saved for a subject, by any process; empty: nothing. */
  shownOf(repository: Repository, subject: StatusSubject): Promise<string>;
  /** False: it is settled, or another process has claimed it since. */
  isClaimed(status: ClaimedStatus): Promise<boolean>;
  /** Gives back a claim whose outcome is not known: the next process looks for what this one may have shown. */
  giveBack(status: ClaimedStatus): Promise<void>;
  /** When the first is due after this moment; null when there is none. */
  nextAt(after: number): Promise<number | null>;
  /** Subjects with nothing due whose last shown state was not final. */
  unfinished(): Promise<readonly UnfinishedStatus[]>;
  /** Also a queue that was deleted. */
  queueOf(queueId: QueueId): Promise<StoredQueue>;
}
