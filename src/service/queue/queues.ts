/** Everything that other parts may ask of the queues: the API, the dashboard and the loop's own parts use it. */
import type { QueueName } from "../../domain/queue-name.js";
import type { LandingWay, QueueSettings } from "../../domain/queue-settings.js";
import type { Repository } from "../../domain/repository.js";
import type { Decision } from "../../engine/model/decision.js";
import type { QueueEvent } from "../../engine/model/event.js";
import type { Queue } from "../../engine/model/queue.js";
import type { Forge } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";
import type { QueueStore, StoredQueue } from "../ports/queue-store.js";
import type { TestDrafts } from "../ports/test-drafts.js";
import type { UnavailableRepositories } from "./unavailable-repositories.js";

/** The result of judging a queue: an event to record, or an expected refusal. */
export type Judgement<Refusal> = { readonly event: QueueEvent } | { readonly refusal: Refusal };

/** What it reads from the store itself is at least as new as the queue it receives. */
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
  /** All queues, or all of one repository, in order of creation. */
  list(repository?: Repository): Promise<readonly StoredQueue[]>;
  /**
   * Loads the queue, calls `judge`, decides on the event it returns, and saves the decision. `judge` is called again
   * after a conflicting write, so it must have no side effects.
   */
  act<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal>>;
  /** For reading history and targets, which are stored beside the queue. */
  readonly store: QueueStore;
  readonly forge: Forge;
  /** Repositories that the code host keeps from the service. */
  readonly unavailable: Pick<UnavailableRepositories, "of">;
  /** See `Clock`. */
  now(): number;
  /** See `Clock`. */
  monotonic(): number;
}

type WithoutTime<Event> = Event extends QueueEvent ? Omit<Event, "at"> : never;
export type Fact = WithoutTime<QueueEvent>;

export interface World {
  readonly git: Git;
  readonly forge: Forge;
  readonly testBranchPrefix: string;
  /** Absent if the code host has no draft pull requests. */
  readonly drafts?: TestDrafts;
  /**
   * Whether the service pushes or the code host merges. A queue adopts a change once none of its entries has a place.
   */
  readonly landing?: LandingWay;
  readonly log: Log;
}
