/**
 * Webhook endpoints, and deliveries that are still due. Messages themselves are written with the
 * decision they come from. A store is ready when it passes `__tests__/contract/webhook-store.ts`.
 */
import type { WebhookEvent, WebhookFilter } from "../../domain/webhook-event.js";
import type { Decision } from "../../engine/model/decision.js";
import type { StoredQueue } from "./queue-store.js";
import type { Claim, Claimant } from "./session.js";

/** One event, as every receiver gets it. */
export interface WebhookMessage {
  /** The same for every receiver and every attempt: receivers recognise repeated deliveries by it. */
  readonly id: string;
  readonly event: WebhookEvent;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `repositoryKey` of the queue. */
  readonly repository: string;
  /** JSON text, sent and signed byte for byte. */
  readonly body: string;
}

/** The messages of a decision that is being saved, in order. */
export type DescribeDecision = (
  before: StoredQueue,
  after: StoredQueue,
  decision: Decision,
) => readonly WebhookMessage[];

export interface NewEndpoint {
  readonly id: string;
  readonly url: string;
  readonly filters: readonly WebhookFilter[];
  /** `repositoryKey`s; empty for every repository. */
  readonly repositories: readonly string[];
  readonly secret: string;
  readonly createdAt: number;
}

/** Without its secrets. */
export interface WebhookEndpoint extends Omit<NewEndpoint, "secret"> {
  /** Null while it is enabled. */
  readonly disabled: { readonly at: number; readonly reason: string } | null;
  /** When the first attempt failed that none succeeded after; null when the last one succeeded. */
  readonly failingSince: number | null;
  /** Deliveries that are still to be attempted. */
  readonly waiting: number;
  /** Deliveries given up since the endpoint was added, as far as they are still kept. */
  readonly givenUp: number;
}

/** Where and how a message is to be sent. */
export interface Destination {
  readonly endpoint: string;
  readonly url: string;
  /** Every secret that a receiver may check with now, the newest first. */
  readonly secrets: readonly string[];
}

/** A delivery that one process works on. */
export interface ClaimedDelivery extends Destination {
  readonly message: Pick<WebhookMessage, "id" | "body">;
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly claim: Claim;
}

export interface DeliveryClaim {
  readonly claimant: Claimant;
  readonly now: number;
  /** How many deliveries to one endpoint this process may hold. */
  readonly mostPerEndpoint: number;
  readonly held: readonly ClaimedDelivery[];
}

/** What became of an attempt. */
export type AttemptOutcome =
  | { readonly kind: "delivered"; readonly at: number; readonly status: number }
  | {
      readonly kind: "failed";
      readonly at: number;
      readonly status: number | null;
      readonly error: string;
      /** Null: it is not attempted again. */
      readonly nextAt: number | null;
      /** Whether the endpoint itself is at fault; an answer that only refuses this message is none. */
      readonly countsAgainst: boolean;
      /** An endpoint that has failed since then, or longer, is disabled with this reason. */
      readonly disable: { readonly ifFailingSince: number; readonly reason: string };
    };

export interface WebhookStore {
  /** "tooMany": the limit of endpoints is reached. */
  add(endpoint: NewEndpoint): Promise<"added" | "tooMany">;
  /** In order of creation. */
  list(): Promise<readonly WebhookEndpoint[]>;
  /** Takes its deliveries away too. */
  remove(endpoint: string): Promise<"removed" | "noSuchEndpoint">;
  /** The secret until now stays active beside the new one until `until`; one that was active beside it is gone. */
  rotateSecret(endpoint: string, secret: string, until: number): Promise<"rotated" | "noSuchEndpoint">;
  /** Also forgets its failures; waiting deliveries are due immediately. Enabling twice is harmless. */
  enable(endpoint: string): Promise<"enabled" | "noSuchEndpoint">;
  /** Null when there is no such endpoint. */
  destination(endpoint: string, now: number): Promise<Destination | null>;
  /**
   * Makes every message since then that the endpoint wants due immediately, delivered ones too; returns how many.
   * Null when there is no such endpoint.
   */
  replay(endpoint: string, since: number): Promise<number | null>;

  /** Deliveries that are due and free; for each endpoint the oldest due first. */
  claim(claim: DeliveryClaim): Promise<readonly ClaimedDelivery[]>;
  /** Whether no other claim on the delivery followed. */
  isClaimed(delivery: ClaimedDelivery): Promise<boolean>;
  /** The delivery is due as before. */
  giveBack(delivery: ClaimedDelivery): Promise<void>;
  /** "lost": another claim on the delivery followed, or it is gone; nothing is changed then. */
  settle(delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<"settled" | "disabled" | "lost">;
  /** When the first delivery is due after this moment; null when there is none. */
  nextAttemptAt(after: number): Promise<number | null>;
  /**
   * Removes messages older than that, with their deliveries; returns how many. Deliveries that an enabled endpoint still has
   * to get are kept, however old they seem: a clock may be wrong.
   */
  forget(before: number): Promise<number>;
}

/** More endpoints than this are refused: each is asked about with every decision. */
export const MAX_ENDPOINTS = 100;
