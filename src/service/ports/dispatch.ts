/**
 * Delivers due work to this process: effects, alarms of queues, polls of repositories. If several processes share a
 * store, each piece goes to one of them, and to another one if that one dies. Work may be delivered twice and must be
 * idempotent. Implementations pass `__tests__/contract/dispatch.ts`.
 */
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { StoredEffect } from "./queue-store.js";
import { WorldError } from "./world-error.js";

/** A process's claim on an effect. */
export interface Permit {
  /** Called when the effect's turn has come; false once the process stops. */
  mayBegin(): boolean;
  /** Called before each external effect; throws `ClaimLost` if another process may have claimed the effect. */
  requireClaim(): Promise<void>;
}

/** Another process has claimed the work; this one must stop working on it. */
export class ClaimLost extends WorldError {
  constructor() {
    super("another process has taken this over", true);
  }
}

export type Attempt =
  /** Done or given up, and marked done. */
  | { readonly kind: "over"; readonly isWaitedFor: boolean }
  /** Not started, or claimed by another process. */
  | { readonly kind: "left" }
  /** To be retried after the delay; the failure is not stored yet. */
  | {
      readonly kind: "failed";
      readonly delayMs: number;
      readonly error: string;
      /** False: the effect is not to blame, so the attempt does not bring it closer to being given up. */
      readonly isCounted: boolean;
    };

/** Which repositories this process can work for. Other processes that share the store do the work of the others. */
export interface Served {
  serves(repository: Repository): boolean;
  /** `repositoryKey`s of the repositories that this process works for now; it claims no work of another one. */
  keys(): readonly string[];
  /** Called after work failed. True: this process leaves the repository to others for a while, and they may succeed. */
  leaveIfRefused(name: QueueName, error: WorldError): Promise<boolean>;
}

/** How the loop handles delivered work. */
export interface Work {
  /** Attempts an effect, serialised with other work on the same test run in this process. Throws only store errors. */
  attempt(stored: StoredEffect, permit: Permit): Promise<Attempt>;
  /** Records that time has passed if the queue's alarm is due. Returns when to ring next; null: never. */
  ring(name: QueueName): Promise<number | null>;
  /** Refreshes the queues of one repository, one after the other. */
  poll(names: readonly QueueName[]): Promise<void>;
  /** False if this process cannot work for the repository; its effects and polls then go to other processes. */
  serves(repository: Repository): boolean;
  /** Checks whether this process can work for a repository that another process polls. */
  meet(name: QueueName): Promise<void>;
  /** Removes the repository's test branches that have no live run. */
  tidy(repository: Repository): Promise<void>;
}

export interface Dispatch {
  /** Also resumes work that earlier processes left. */
  start(work: Work): Promise<void>;
  /** This process has created a queue or committed a decision: when to ring, and whether there are new effects. */
  changed(name: QueueName, wakeAt: number | null, hasEffects: boolean): void;
  deleted(name: QueueName): void;
  /** Takes no new work; work in progress is finished or left to other processes. */
  stop(): Promise<void>;
}
