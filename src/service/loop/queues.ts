/** Everything the outside may ask of the queues: the API, the dashboard and the loop's own parts speak to this. */
import type { QueueName } from "../../domain/queue-name.js";
import type { LandingWay, QueueSettings } from "../../domain/queue-settings.js";
import type { Repository } from "../../domain/repository.js";
import type { Decision } from "../../engine/decision.js";
import type { QueueEvent } from "../../engine/event.js";
import type { Queue } from "../../engine/queue.js";
import type { Forge } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";
import type { QueueStore, StoredQueue } from "../ports/queue-store.js";

/** What a look at the queue led to: a fact to record, or an expected "no". */
export type Judgement<Refusal> = { readonly event: QueueEvent } | { readonly refusal: Refusal };

/** What it reads from the store itself is at least as new as the queue it is shown. */
export type Judge<Refusal> = (queue: Queue) => Judgement<Refusal> | Promise<Judgement<Refusal>>;

export type ActOutcome<Refusal> =
  | { readonly kind: "done"; readonly decision: Decision }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "noSuchQueue" };

export interface Queues {
  create(
    name: QueueName,
    settings: Partial<QueueSettings>,
  ): Promise<"created" | "exists" | "noSuchRepository" | "noSuchBranch">;
  delete(
    name: QueueName,
  ): Promise<"deleted" | "noSuchQueue" | { readonly kind: "notEmpty"; readonly count: number }>;
  read(name: QueueName): Promise<StoredQueue | null>;
  /** Every queue there is, or every one of the repository, in order of creation. */
  list(repository?: Repository): Promise<readonly StoredQueue[]>;
  /**
   * Loads the queue, lets `judge` look at it, decides on the event it answers with, and saves the decision.
   * `judge` is asked again when another writer came first, so it only looks.
   */
  act<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal>>;
  /** For reading history and for targets, which stand beside the queue. */
  readonly store: QueueStore;
  readonly forge: Forge;
  /** As `Clock` has it. */
  now(): number;
  /** As `Clock` has it. */
  monotonic(): number;
}

type WithoutTime<Event> = Event extends QueueEvent ? Omit<Event, "at"> : never;
export type Fact = WithoutTime<QueueEvent>;

export interface World {
  readonly git: Git;
  readonly forge: Forge;
  readonly testBranchPrefix: string;
  /** Who moves the branches. A queue takes it over once nothing has a place in its line. */
  readonly landing?: LandingWay;
  readonly log: Log;
}
