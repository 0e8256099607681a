/** What an answer, or none, means for a delivery and for its endpoint. */
import type { AttemptOutcome } from "../ports/webhook-store.js";
import { DISABLED_AFTER_MS, retryAt } from "./retry-schedule.js";
import type { WebhookAnswer } from "./send-webhook.js";

/** `failedBefore` counts the attempts before this one. */
export function attemptOutcome(answer: WebhookAnswer, failedBefore: number, now: number): AttemptOutcome {
  if (answer.kind === "answered" && answer.status >= 200 && answer.status < 300) {
    return { kind: "delivered", at: now, status: answer.status };
  }
  const isAborted = answer.kind === "answered" && answer.isAborted;
  const error = wordsOf(answer);
  return {
    kind: "failed",
    at: now,
    status: answer.kind === "answered" ? answer.status : null,
    error,
    nextAt: isAborted ? null : retryAt(failedBefore + 1, now),
    countsAgainst: !isAborted,
    disable: {
      ifFailingSince: now - DISABLED_AFTER_MS,
      reason: `nothing could be delivered for five days; the last attempt: ${error}`,
    },
  };
}

function wordsOf(answer: WebhookAnswer): string {
  if (answer.kind === "unanswered") return answer.why;
  const { status, isAborted, excerpt } = answer;
  const said = excerpt.trim() === "" ? "" : `: ${excerpt.trim()}`;
  if (isAborted) return `answered ${status} and wants no other attempt${said}`;
  const isRedirect = status >= 300 && status < 400;
  return `answered ${status}${isRedirect ? ", a redirect, which is not followed" : ""}${said}`;
}
