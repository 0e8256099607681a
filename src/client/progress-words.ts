/** Parts of a line about a wait: why it gets no answer, and that the queue is paused. Empty when there is nothing. */
import type { Progress } from "./wait.js";

/** `the service has not answered since 12:04:10 UTC; retrying (the service cannot be reached: …)`. */
export function troubleInWords({ trouble, answeredAt }: Pick<Progress, "trouble" | "answeredAt">): string {
  if (trouble === null) return "";
  if (trouble.kind === "notFound" || trouble.kind === "unauthorized") {
    return `still polling, because ${trouble.message}`;
  }
  return `the service has not answered since ${timeInWords(answeredAt)}; retrying (${trouble.message})`;
}

export function pauseInWords({ queueState }: Pick<Progress, "queueState">): string {
  return queueState === "PAUSED" ? "the queue is PAUSED: nothing merges until its state is RUNNING" : "";
}

function timeInWords(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}
