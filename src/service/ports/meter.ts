/** What the process counts. Values of labels are few and known; nothing here ever fails. */
import type { EffectKind } from "../../engine/effect.js";
import type { QueueEventKind } from "../../engine/event.js";

export type Outcome = "succeeded" | "failed";
export type OrderOutcome = "done" | "failed" | "givenUp";

export type DeliveryOutcome = "heard" | "ignored" | "notSigned" | "notUnderstood" | "full" | "failed";
export type WishAttemptOutcome = "done" | "void" | "failed" | "givenUp";

/** The labels of each activity that is counted. */
export interface Activities {
  /** `endpoint` is the path of a route, never the path of a request. */
  readonly request: { readonly endpoint: string; readonly status: string };
  /** Takes from loading the queue to the commit of the decision. */
  readonly decision: { readonly event: QueueEventKind };
  /** Another writer came first; the decision is taken again. */
  readonly conflict: { readonly outcome?: never };
  readonly storeCommit: { readonly outcome: Outcome | "conflict" };
  readonly orderAttempt: { readonly order: EffectKind; readonly outcome: OrderOutcome };
  /** `operation` is a method of the port. */
  readonly gitCall: { readonly operation: string; readonly outcome: Outcome };
  readonly forgeCall: { readonly operation: string; readonly outcome: Outcome };
  /** `route` has names in place of values, and status 0 is no answer. */
  readonly gitHubRequest: { readonly method: string; readonly route: string; readonly status: string };
  /** One webhook of the code host that has a signature. */
  readonly gitHubDelivery: { readonly outcome: DeliveryOutcome };
  /** One attempt at what was asked for on the code host. */
  readonly wishAttempt: { readonly outcome: WishAttemptOutcome };
  /** One attempt at delivering a webhook. */
  readonly webhookAttempt: { readonly outcome: "delivered" | "failed" | "givenUp" };
}

export interface Meter {
  count<Name extends keyof Activities>(activity: Name, labels: Activities[Name]): void;
  /** Counts, and records how long it took. */
  observe<Name extends keyof Activities>(activity: Name, labels: Activities[Name], seconds: number): void;
  /** What GitHub's limit leaves, by its last answer. */
  setGitHubLimit(remaining: number): void;
}

export const NO_METER: Meter = {
  count: () => undefined,
  observe: () => undefined,
  setGitHubLimit: () => undefined,
};

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
