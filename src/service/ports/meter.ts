/** What the process tells of its own work, to be counted. Values of labels are few and known; nothing here ever fails. */
import type { EffectKind } from "../../engine/effect.js";
import type { QueueEventKind } from "../../engine/event.js";

export type Outcome = "succeeded" | "failed";
export type OrderOutcome = "done" | "failed" | "givenUp";

export type DeliveryOutcome = "heard" | "ignored" | "notSigned" | "notUnderstood" | "full" | "failed";
export type WishAttemptOutcome = "done" | "void" | "failed" | "givenUp";

export interface Meter {
  /** `endpoint` is the path of a route, never the path of a request. */
  requestAnswered(endpoint: string, status: number, seconds: number): void;
  /** From loading the queue to the commit of the decision. */
  decided(event: QueueEventKind, seconds: number): void;
  /** Another writer came first; the decision is taken again. */
  conflicted(): void;
  storeCommitted(outcome: Outcome | "conflict", seconds: number): void;
  /** One attempt at an order; `seconds` for all of it. */
  orderAttempted(order: EffectKind, outcome: OrderOutcome, seconds: number): void;
  /** `operation` is a method of the port. */
  gitCalled(operation: string, outcome: Outcome, seconds: number): void;
  /** `operation` is a method of the port. */
  forgeCalled(operation: string, outcome: Outcome, seconds: number): void;
  /**
   * One request to GitHub; `route` has names in place of values, and status 0 is no answer. `remaining` is what GitHub's
   * limit leaves, where it says so.
   */
  gitHubAsked(method: string, route: string, status: number, seconds: number, remaining: number | null): void;
  /** One webhook of the code host that has a signature. */
  deliveryCame(outcome: DeliveryOutcome): void;
  /** One attempt at what somebody asked for on the code host. */
  wishAttempted(outcome: WishAttemptOutcome): void;
  /** One attempt at delivering a webhook. */
  webhookAttempted(outcome: "delivered" | "failed" | "givenUp", seconds: number): void;
}

export const NO_METER: Meter = {
  requestAnswered: () => undefined,
  decided: () => undefined,
  conflicted: () => undefined,
  storeCommitted: () => undefined,
  orderAttempted: () => undefined,
  gitCalled: () => undefined,
  forgeCalled: () => undefined,
  gitHubAsked: () => undefined,
  deliveryCame: () => undefined,
  wishAttempted: () => undefined,
  webhookAttempted: () => undefined,
};

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
