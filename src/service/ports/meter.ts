/** What the process counts. Label values come from small fixed sets; no call ever fails. */
import type { EffectKind } from "../../engine/model/effect.js";
import type { QueueEventKind } from "../../engine/model/event.js";

export type Outcome = "succeeded" | "failed";
export type OrderOutcome = "done" | "failed" | "givenUp";

export type DeliveryOutcome = "heard" | "ignored" | "notSigned" | "notUnderstood" | "full" | "failed";
/** "retried": not settled; "left": another process has it or can do it; "failed": the store did not save the result. */
export type WorkOutcome = "settled" | "retried" | "left" | "failed";
export type CommandAttemptOutcome = "done" | "void" | "failed" | "givenUp";

/** The labels of each counted activity. */
export interface Activities {
  /** `endpoint` is the path of a route, never the path of a request. */
  readonly request: { readonly endpoint: string; readonly status: string };
  /** Measured from loading the queue to committing the decision. */
  readonly decision: { readonly event: QueueEventKind };
  /** Another writer committed first; the decision is made again. */
  readonly conflict: { readonly outcome?: never };
  readonly storeCommit: { readonly outcome: Outcome | "conflict" };
  /** A run of an item by a worker; `work` is the kind of work. */
  readonly workRun: { readonly work: string; readonly outcome: WorkOutcome };
  readonly orderAttempt: { readonly order: EffectKind; readonly outcome: OrderOutcome };
  /** `operation` is a method of the port. */
  readonly gitCall: { readonly operation: string; readonly outcome: Outcome };
  readonly forgeCall: { readonly operation: string; readonly outcome: Outcome };
  /** `route` has placeholders in place of values; status 0 means no response. */
  readonly gitHubRequest: { readonly method: string; readonly route: string; readonly status: string };
  /** A webhook from the code host with a signature. */
  readonly gitHubDelivery: { readonly outcome: DeliveryOutcome };
  /** An attempt at a command that a person gave on the code host. */
  readonly commandAttempt: { readonly outcome: CommandAttemptOutcome };
  /** An attempt at delivering a webhook. */
  readonly webhookAttempt: { readonly outcome: "delivered" | "failed" | "givenUp" };
}

export interface Meter {
  count<Name extends keyof Activities>(activity: Name, labels: Activities[Name]): void;
  /** Counts the activity and records its duration. */
  observe<Name extends keyof Activities>(activity: Name, labels: Activities[Name], seconds: number): void;
  /** The remaining requests of GitHub's rate limit, from its latest response. */
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
