/**
 * Commands that people give on the code host. A command is stored before its delivery is acknowledged, so a crash loses
 * none, and is kept for a while afterwards, so none is performed twice. A store is
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
  /** A command that cannot be performed. The problem quotes only cleaned text. */
  | { readonly kind: "unclear"; readonly problem: string };

/** The command of a button on the queue's check run; "merge" submits again what has left. */
export type CheckRunCommand =
  | { readonly kind: "merge" }
  | { readonly kind: "cancel" }
  | { readonly kind: "retry" };

export type Trigger =
  | { readonly kind: "comment"; readonly comment: number; readonly command: CommentCommand }
  | { readonly kind: "checkRun"; readonly checkRun: number; readonly command: CheckRunCommand }
  | { readonly kind: "labeled"; readonly label: string }
  | { readonly kind: "unlabeled"; readonly label: string };

export interface Command {
  /** The delivery that brought it. */
  readonly delivery: string;
  /** The comment, label event or click that it comes from: another delivery of the same source is the same command. */
  readonly source: string;
  readonly repository: Repository;
  readonly pullRequest: PullRequestNumber;
  readonly by: { readonly login: string; readonly isBot: boolean };
  readonly trigger: Trigger;
  /** By the forge's clock, in milliseconds since 1970. */
  readonly givenAt: number;
  /** The head at that time, where the code host reports it. */
  readonly headSha: CommitId | null;
}

export interface ClaimedCommand {
  readonly command: Command;
  /** By our clock. */
  readonly receivedAt: number;
  /** Earlier attempts to perform it. */
  readonly attempts: number;
  /**
   * A later command of the same pull request was performed already. For a cancel, only later submissions and cancels
   * count.
   */
  readonly isSuperseded: boolean;
  /** The pull request was pushed to since, so the person has not seen the commit that the command would apply to. */
  readonly isPushedTo: boolean;
  /** The last earlier command that waits for its next attempt and would submit the pull request. */
  readonly waitingSubmission: Command | null;
  readonly claim: Claim;
}

export interface CommandClaim {
  readonly claimant: Claimant;
  readonly now: number;
  readonly limit: number;
  readonly held: readonly ClaimedCommand[];
  /** `repositoryKey`s of those that the process works for; null: all. */
  readonly repositories: readonly string[] | null;
}

export type CommandOutcome =
  /** A cancel voids the commands before it. */
  | { readonly kind: "done" }
  /** It changed nothing, so it supersedes no other command. */
  | { readonly kind: "void" }
  | { readonly kind: "again"; readonly notBefore: number };

export interface CommandStore {
  /** "known": the delivery or the source was there before. "full": as many as `mostOpen` wait already. */
  add(command: Command, receivedAt: number, mostOpen: number): Promise<"added" | "known" | "full">;
  /** Marks its open commands up to that time; not later ones. */
  notePush(repository: Repository, pullRequest: PullRequestNumber, at: number): Promise<void>;
  /**
   * The first open command of each pull request, if it is due and none of that pull request is claimed. While the first one
   * waits for its next attempt, the first cancel that is due: the pull request must not land meanwhile.
   */
  claim(claim: CommandClaim): Promise<readonly ClaimedCommand[]>;
  /** False: another process has claimed it since. */
  isClaimed(claimed: ClaimedCommand): Promise<boolean>;
  /** Ends the claim; the command is due as before. */
  giveBack(claimed: ClaimedCommand): Promise<void>;
  /** Changes nothing if another process has claimed it since. */
  settle(claimed: ClaimedCommand, outcome: CommandOutcome): Promise<void>;
  /** When the next waiting command is due after this moment; null: none waits. */
  nextAt(after: number): Promise<number | null>;
  /** The last command that submitted the pull request, or changed how it is submitted. */
  lastSubmission(repository: Repository, pullRequest: PullRequestNumber): Promise<Command | null>;
  /** Up to when all commands in the repository have been read or do not count; null before the first read. */
  foundUntil(repository: Repository): Promise<number | null>;
  noteFound(repository: Repository, until: number): Promise<void>;
  /** Removes commands that were received before then. Returns how many. */
  forget(before: number): Promise<number>;
}

/** As received: nothing in it is trusted before its signature is verified. */
export interface RawDelivery {
  readonly signature: string;
  readonly event: string;
  /** The forge's id of the delivery, which is the same when it is sent again. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export type ReceiptOutcome =
  /** Stored, or queued for a refresh. */
  | "heard"
  /** Signed, but a repetition or of no concern. */
  | "ignored"
  | "notSigned"
  /** Signed, but not a delivery of the code host; the sentence gives the reason. */
  | { readonly problem: string }
  /** Not stored: too many commands wait already. */
  | "full";

export interface WebhookIntake {
  /** Returns before the delivery is processed. Throws the errors of the store. */
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
  /** The sentence may contain untrusted text. */
  | { readonly kind: "refused"; readonly why: "notInQueue" | "other"; readonly sentence: string };

export interface SubmissionCommand {
  readonly by: Asker;
  /** null: the default */
  readonly priority: number | null;
  readonly noBatch: boolean;
  /** The head that was checked: the submission of another head fails, and a retry checks again. */
  readonly headSha: string;
}

/** Each may fail with `WorldError`, and may be repeated after it. */
export interface PullRequestActs {
  submit(queue: QueueName, pullRequest: PullRequestNumber, command: SubmissionCommand): Promise<ActAnswer>;
  cancel(queue: QueueName, pullRequest: PullRequestNumber, reason: Reason): Promise<ActAnswer>;
  restart(queue: QueueName, pullRequest: PullRequestNumber, by: Asker): Promise<ActAnswer>;
}
