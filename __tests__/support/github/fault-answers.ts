/** What a client sees of a fault: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
import { assertNever } from "../../../src/domain/assert-never.js";
import type { Fault } from "./faults.js";
import { type HttpAnswer, jsonAnswer } from "./http-answer.js";

/** Null for a fault that lets the call be performed, or that has no answer. */
export function refusalOf(fault: Fault | null): HttpAnswer | null {
  switch (fault?.kind) {
    case "error":
      return jsonAnswer({ status: fault.status, body: { message: "Server Error" } });
    case "tooMany":
      return jsonAnswer({ status: 429, body: SECONDARY }, { "retry-after": String(fault.retryAfter) });
    case "secondaryLimit":
      return jsonAnswer({ status: 403, body: SECONDARY }, { "retry-after": String(fault.retryAfter) });
    case "primaryLimit":
      return jsonAnswer(
        { status: 403, body: { message: "API rate limit exceeded" } },
        exhausted(fault.resetInSeconds),
      );
    case "answer":
      return { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? "" };
    case "hang":
    case "cutBefore":
    case "cutAfter":
    case "errorAfter":
    case "stale":
    case "notYet":
    case undefined:
      return null;
    default:
      return assertNever(fault);
  }
}

function exhausted(resetInSeconds: number): Readonly<Record<string, string>> {
  const reset = Math.ceil(Date.now() / 1000) + resetInSeconds;
  return { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
}

const SECONDARY = {
  message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
  documentation_url:
    "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
};
