/**
 * Who brings due work to this process: orders that were given, alarms of queues, and looks at repositories. With
 * several processes on one store, each piece comes to one of them; when that one dies, to another. Implementations pass
 * `__tests__/contract/dispatch.ts`. Work may come twice: doing it twice does no harm.
 */
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { StoredEffect } from "./queue-store.js";

export type Attempt =
  /** Carried out or given up, and marked done. */
  | { readonly kind: "over" }
  /** Its turn never came. */
  | { readonly kind: "notBegun" }
  /** To be tried again after a while; nothing of this is stored yet. */
  | { readonly kind: "failed"; readonly delayMs: number; readonly error: string };

/** What the loop does with work that is brought to it. */
export interface Work {
  /**
   * Tries to carry out an order, after those about the same test run that came to this process before. `mayBegin` is
   * asked when its turn has come. Throws nothing but what the store throws.
   */
  attempt(order: StoredEffect, mayBegin: () => boolean): Promise<Attempt>;
  /** Tells the queue that time has passed, if its alarm is due. Answers when it is to be rung (again); null is never. */
  ring(name: QueueName): Promise<number | null>;
  /** Looks at the world of queues of one repository, one after the other. */
  look(names: readonly QueueName[]): Promise<void>;
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
