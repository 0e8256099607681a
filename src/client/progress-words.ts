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

/** `the queue is PAUSED: mona paused it at 12:04 UTC: release freeze`; the reason is the queue's own. */
export function pauseInWords({
  queueState,
  queueStateReason,
}: Pick<Progress, "queueState" | "queueStateReason">): string {
  return queueState === "PAUSED" ? `the queue is PAUSED: ${whyPausedInWords(queueStateReason)}` : "";
}

/** Without a full stop, and what a pause means when the queue gives no reason. */
export function whyPausedInWords(reason: string | null): string {
  const given = reason?.trim().replace(/\.$/, "") ?? "";
  return given === "" ? "nothing merges until its state is RUNNING" : given;
}

function timeInWords(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`;
}
