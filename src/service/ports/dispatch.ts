/**
 * Who brings due work to this process: orders that were given, alarms of queues, and looks at repositories. With
 * several processes on one store, each piece comes to one of them; when that one dies, to another. Implementations pass
 * `__tests__/contract/dispatch.ts`. Work may come twice: doing it twice does no harm.
 */
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { StoredEffect } from "./queue-store.js";
import { WorldError } from "./world-error.js";

/** The claim of a process on an order. */
export interface Permit {
  /** Asked when its turn has come: false once the process stops. */
  mayBegin(): boolean;
  /** Asked before each effect on the outside: throws `ClaimLost` where another process may have the order by now. */
  requireClaim(): Promise<void>;
}

/** Another process has the order, so that this one leaves everything to it. */
export class ClaimLost extends WorldError {
  constructor() {
    super("another process has taken this over", true);
  }
}

export type Attempt =
  /** Carried out or given up, and marked done. */
  | { readonly kind: "over"; readonly isWaitedFor: boolean }
  /** Its turn never came, or another process has it by now. */
  | { readonly kind: "left" }
  /** To be tried again after a while; nothing of this is stored yet. */
  | { readonly kind: "failed"; readonly delayMs: number; readonly error: string };

/** What the loop does with work that is brought to it. */
export interface Work {
  /**
   * Tries to carry out an order, after what else acts on the same test run in this process. Throws nothing but what the
   * store throws.
   */
  attempt(order: StoredEffect, permit: Permit): Promise<Attempt>;
  /** Tells the queue that time has passed, if its alarm is due. Answers when it is to be rung (again); null is never. */
  ring(name: QueueName): Promise<number | null>;
  /** Looks at the world of queues of one repository, one after the other. */
  look(names: readonly QueueName[]): Promise<void>;
  /** False where this process cannot work for the repository, so that orders and looks are for others. */
  serves(repository: Repository): boolean;
  /** Looks whether this process can work for a repository that it has not worked for, and whose poll is another one's. */
  meet(name: QueueName): Promise<void>;
  /** Removes test branches of a repository that no live run stands for. */
  tidy(repository: Repository): Promise<void>;
}

export interface Dispatch {
  /** Takes up also what earlier processes left. */
  start(work: Work): Promise<void>;
  /** This process has created a queue or committed a decision: when to ring, and whether orders were given. */
  changed(name: QueueName, wakeAt: number | null, hasOrders: boolean): void;
  deleted(name: QueueName): void;
  /** Takes no new work; what is under way is finished, or left to be done by others. */
  stop(): Promise<void>;
}
