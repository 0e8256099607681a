/**
 * Commands that people give on the code host, from their delivery until they are carried out: stored before the delivery is
 * acknowledged, so that a crash loses none, and kept for a while afterwards, so that none is carried out twice. A store is
 * ready when it passes `__tests__/contract/command-store.ts`.
 */
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import type { Repository } from "../../domain/repository.js";
import type { Asker } from "../../engine/model/event.js";
import type { Claim, Claimant } from "./session.js";

/** The command of a comment, after the prefix. */
export type CommentCommand =
  | { readonly kind: "merge"; readonly priority: number | null; readonly noBatch: boolean }
  | { readonly kind: "cancel" }
  | { readonly kind: "retry" }
  /** It is a command, and not one that can be carried out. The problem quotes nothing but cleaned text. */
  | { readonly kind: "unclear"; readonly problem: string };

export type Trigger =
  | { readonly kind: "comment"; readonly comment: number; readonly command: CommentCommand }
  | { readonly kind: "labeled"; readonly label: string }
  | { readonly kind: "unlabeled"; readonly label: string };

export interface Command {
  /** The delivery that brought it. */
  readonly delivery: string;
  /** The comment or label event that it comes from: another delivery of the same source is the same command. */
  readonly source: string;
  readonly repository: Repository;
  readonly pullRequest: PullRequestNumber;
  readonly by: { readonly login: string; readonly isBot: boolean };
  readonly said: Trigger;
  /** By the forge's clock, in milliseconds since 1970. */
  readonly saidAt: number;
  /** The head at that time, where the code host reports it. */
  readonly headSha: CommitId | null;
}

export interface ClaimedCommand {
  readonly command: Command;
  /** By our clock. */
  readonly heardAt: number;
  /** Earlier attempts to carry it out. */
  readonly attempts: number;
  /**
   * It came late: a later command of the same pull request has been carried out already. For what takes a
   * pull request back, only what submits or takes back counts.
   */
  readonly isOvertaken: boolean;
  /** The pull request was pushed to since, so the person has not seen the commit that the command would apply to. */
  readonly isPushedTo: boolean;
  /** The last earlier command that waits for its next attempt and would submit the pull request. */
  readonly resting: Command | null;
  readonly claim: Claim;
}

export interface CommandClaim {
  readonly claimant: Claimant;
  readonly now: number;
  readonly limit: number;
  readonly held: readonly ClaimedCommand[];
}

export type CommandOutcome =
  /** A cancel voids the commands before it. */
  | { readonly kind: "done" }
  /** Nothing was changed by it, so that it overtakes no other. */
  | { readonly kind: "void" }
  | { readonly kind: "again"; readonly notBefore: number };

export interface CommandStore {
  /** "known": the delivery or the source was there before. "full": as many as `mostOpen` wait already. */
  add(command: Command, heardAt: number, mostOpen: number): Promise<"added" | "known" | "full">;
  /** Marks its open commands up to that time; not later ones. */
  notePush(repository: Repository, pullRequest: PullRequestNumber, at: number): Promise<void>;
  /**
   * The first open command of each pull request, if it is due and none of that pull request is claimed. While the first one
   * waits for its next attempt, the first cancel that is due: the pull request must not land meanwhile.
   */
  claim(claim: CommandClaim): Promise<readonly ClaimedCommand[]>;
  /** Whether no other claim on it followed. */
  isClaimed(claimed: ClaimedCommand): Promise<boolean>;
  /** It is due as before. */
  giveBack(claimed: ClaimedCommand): Promise<void>;
  /** Nothing is changed where another claim followed. */
  settle(claimed: ClaimedCommand, outcome: CommandOutcome): Promise<void>;
  /** When the first that was put off is due after this moment; null when there is none. */
  nextAt(after: number): Promise<number | null>;
  /** The last command that submitted the pull request, or changed how it is submitted. */
  lastSubmission(repository: Repository, pullRequest: PullRequestNumber): Promise<Command | null>;
  /** Up to when all commands in the repository have been read or do not count; null before the first read. */
  foundUntil(repository: Repository): Promise<number | null>;
  noteFound(repository: Repository, until: number): Promise<void>;
  /** Removes commands that were received before then. Returns how many. */
  forget(before: number): Promise<number>;
}

/** As it came: nothing of it is believed before its signature is. */
export interface RawDelivery {
  readonly signature: string;
  readonly event: string;
  /** The forge's own name of the delivery; the same one when it is sent again. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export type ReceiptOutcome =
  /** Kept or noted: it will be acted on. */
  | "heard"
  /** Signed, and nothing follows from it, as it came before or is about something else. */
  | "ignored"
  | "notSigned"
  /** Signed, but not a delivery of the code host; the sentence gives the reason. */
  | { readonly problem: string }
  /** Nothing is kept of it: there is too much to do already. */
  | "full";

export interface WebhookIntake {
  /** Answers before anything is done about it. Throws what the store throws. */
  receive(delivery: RawDelivery): Promise<ReceiptOutcome>;
}

export interface Refresher {
  /** Reads nothing when the queue already has the reported tip. */
  refreshTip(name: QueueName, reportedTip: CommitId | null): Promise<void>;
  refreshPullRequest(name: QueueName, pullRequest: PullRequestNumber): Promise<void>;
  /** Refreshes pull requests of the repository's queues with this head, which its checks may have made ready. */
  refreshHead(repository: Repository, headSha: CommitId): Promise<void>;
}

export type ActAnswer =
  | { readonly kind: "done" }
  /** The sentence may hold text of others. */
  | { readonly kind: "refused"; readonly why: "notInQueue" | "other"; readonly sentence: string };

export interface SubmissionCommand {
  readonly by: Asker;
  /** Null is the default. */
  readonly priority: number | null;
  readonly noBatch: boolean;
  /** What it was found that it may be submitted as: another head fails, and is worth looking at again. */
  readonly headSha: string;
}

/** Each may fail with `WorldError`, and may be repeated after it. */
export interface PullRequestActs {
  submit(queue: QueueName, pullRequest: PullRequestNumber, command: SubmissionCommand): Promise<ActAnswer>;
  cancel(queue: QueueName, pullRequest: PullRequestNumber, reason: Reason): Promise<ActAnswer>;
  restart(queue: QueueName, pullRequest: PullRequestNumber, by: Asker): Promise<ActAnswer>;
}
