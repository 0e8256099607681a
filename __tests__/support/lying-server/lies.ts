/**
 * What a server does with one request, and what it answers. A lie that no client can detect is left out: a success, or a
 * refusal by the API's own code, that is not true of the request, with nothing that a later answer shows of it.
 */
import type { Chance } from "../seeded-chance.js";
import { type Answer, refusal } from "./executions.js";
import { isDrawn, pick } from "./habits.js";

/** `late`: after the answer, when other requests have arrived. */
export type Deal = "whole" | "half" | "none" | "twice" | "late";

export type Reply =
  | { readonly kind: "true" }
  /** The connection ends before the answer, or in the middle of it; or there is no answer. */
  | { readonly kind: "resets" | "breaksOff" | "withholds" }
  /** Another answer than the true one. */
  | { readonly kind: "says"; readonly answer: Answer; readonly retryAfter?: string }
  /** The true one, but cut, or about something else. */
  | { readonly kind: "cuts" | "empties" | "another" | "otherType" };

export interface Lie {
  readonly deal: Deal;
  readonly reply: Reply;
}

export const HONEST: Lie = { deal: "whole", reply: { kind: "true" } };

const HTML = "text/html";
const page = (status: number, title: string): Answer => ({
  status,
  body: `<!DOCTYPE html><html><title>${title}</title><body>${title}</body></html>`,
  contentType: HTML,
});
const plain = (status: number, body: string): Answer => ({ status, body, contentType: "text/plain" });
const asJson = (status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body),
  contentType: "application/json",
});

/** Nothing follows from them about the request. */
const UNKNOWING: readonly Answer[] = [
  page(502, "Bad gateway"),
  plain(503, "upstream connect error"),
  plain(504, ""),
  refusal(500, "INTERNAL_ERROR"),
  refusal(502, "UPSTREAM_ERROR"),
  page(200, "Sign in"),
];
/** Said before the request is carried out, by the service or by something in front of it. */
const REFUSING: readonly Answer[] = [
  refusal(429, "RATE_LIMIT_EXCEEDED"),
  plain(429, "slow down"),
  refusal(401, "INVALID_TOKEN"),
  refusal(403, "INSUFFICIENT_PERMISSIONS"),
  plain(302, ""),
  plain(404, "404 page not found"),
  plain(404, ""),
  page(404, "Not found"),
  asJson(404, { message: "no Route matched with those values" }),
  plain(409, "conflict"),
  page(409, "Conflict"),
  asJson(200, { success: false, message: "closed today" }),
  asJson(200, { ok: false }),
  asJson(200, false),
  asJson(200, { error: "closed today" }),
];

/** By their status alone. */
const SUCCESSES = [...UNKNOWING, ...REFUSING].filter(({ status }) => status === 200);

const READS = /^(?:get|list)/;

export function isRead(endpoint: string): boolean {
  return READS.test(endpoint);
}

export function drawLie(endpoint: string, chance: Chance): Lie {
  return isRead(endpoint) ? drawReadingLie(endpoint, chance) : drawWritingLie(endpoint, chance);
}

function drawReadingLie(endpoint: string, chance: Chance): Lie {
  const kinds = ["resets", "breaksOff", "withholds", "otherType"] as const;
  const isAboutOne = endpoint === "getSubmittedPullRequest";
  // Of metrics, which are lines of text, a part is metrics too, and so is none.
  const isText = endpoint === "getMergeQueueMetrics";
  const parts = isText ? [] : (["cuts", "empties"] as const);
  const reply: Reply = pick(chance, [
    ...[...kinds, ...parts].map((kind): Reply => ({ kind })),
    ...(isAboutOne ? [{ kind: "another" } as const, { kind: "another" } as const] : []),
    { kind: "says", answer: pick(chance, UNKNOWING) },
    { kind: "says", answer: pick(chance, REFUSING) },
    ...(isText ? [...SUCCESSES].map((answer): Reply => ({ kind: "says", answer })) : []),
    { kind: "says", answer: pick(chance, REFUSING) },
  ]);
  return { deal: "whole", reply: withDelay(reply, chance) };
}

function drawWritingLie(endpoint: string, chance: Chance): Lie {
  if (isDrawn(chance, 0.3)) {
    const refusing = endpoint === "setImpactedTargets" ? [...REFUSING, plain(413, "too large")] : REFUSING;
    const reply: Reply = { kind: "says", answer: pick(chance, refusing) };
    return { deal: "none", reply: withDelay(reply, chance) };
  }
  if (isDrawn(chance, isShown(endpoint) ? 0.3 : 0.1)) return drawShownLie(endpoint, chance);
  const lost: Reply = pick(chance, [
    { kind: "resets" },
    { kind: "withholds" },
    { kind: "breaksOff" },
    { kind: "cuts" },
    { kind: "says", answer: pick(chance, UNKNOWING) },
    { kind: "says", answer: pick(chance, UNKNOWING) },
    { kind: "says", answer: pick(chance, UNKNOWING) },
  ]);
  const deals: readonly Deal[] = ["whole", "whole", "half", "none", "none", "twice", "late"];
  return { deal: pick(chance, deals), reply: withDelay(lost, chance) };
}

/** Done, and answered in another way; or done by half, where the answer or a read after it shows as much. */
function drawShownLie(endpoint: string, chance: Chance): Lie {
  const deal = pick<Deal>(
    chance,
    isShown(endpoint) ? ["half", "half", "twice", "whole"] : ["twice", "whole"],
  );
  const kind = deal === "half" ? "true" : pick(chance, ["true", "empties", "otherType"] as const);
  return { deal, reply: { kind } };
}

function isShown(endpoint: string): boolean {
  return endpoint === "updateQueue" || endpoint === "submitPullRequest";
}

function withDelay(reply: Reply, chance: Chance): Reply {
  if (reply.kind !== "says" || ![429, 503].includes(reply.answer.status)) return reply;
  return isDrawn(chance, 0.5) ? { ...reply, retryAfter: String(chance.whole(1, 30)) } : reply;
}
