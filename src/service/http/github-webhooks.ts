/**
 * Receives GitHub's webhooks. They are authenticated by a signature over the body, so the body is read before the
 * sender is known. It uses a separate memory budget, so that unauthenticated senders cannot exhaust the uploads' one.
 */
import type { Hono } from "hono";
import { assertNever } from "../../domain/assert-never.js";
import { GITHUB_WEBHOOKS_PATH } from "../ports/account-host.js";
import type { RawDelivery, ReceiptOutcome, WebhookIntake } from "../ports/command-store.js";
import type { Log } from "../ports/log.js";
import { ThrottledLog } from "../ports/log.js";
import { mediaTypeRefusal, receiveStrangersBody, UploadMemory } from "./receive-body.js";
import { type ApiContext, type ApiEnvironment, answerJson, refuse } from "./response.js";
import type { Wrap } from "./wrap-handler.js";

/** GitHub's own limit, so none of its deliveries is refused for its size. */
const MAX_DELIVERY_BYTES = 25 * 1024 * 1024;
const DELIVERIES_MEMORY_BYTES = 64 * 1024 * 1024;
/** GitHub's own timeout for the response. */
const PATIENCE_MS = 10_000;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/i;

export interface IntakeWorld {
  readonly intake: WebhookIntake;
  readonly log: Log;
  /** See `Clock`. */
  readonly monotonic: () => number;
}

export function addGitHubWebhooks(app: Hono<ApiEnvironment>, wrap: Wrap, world: IntakeWorld): void {
  const memory = new UploadMemory(DELIVERIES_MEMORY_BYTES);
  const log = new ThrottledLog(world);
  const answerDelivery = wrap(GITHUB_WEBHOOKS_PATH, async (c) => {
    const headers = headersOf(c);
    // Refused before the body is read.
    if (headers === null) return answerUnsigned(c, log);
    const undeclared = mediaTypeRefusal(c);
    if (undeclared !== null) return refuse(c, undeclared.code, undeclared.message);
    const received = await receiveStrangersBody(c, MAX_DELIVERY_BYTES, memory, PATIENCE_MS);
    if (!received.ok) return refuse(c, received.code, notReceived(received.code, received.message));
    try {
      const hearing = await world.intake.receive({ ...headers, bytes: received.bytes });
      return answerHearing(c, hearing, headers, log);
    } finally {
      received.release();
    }
  });
  app.post(GITHUB_WEBHOOKS_PATH, answerDelivery);
}

type Headers = Omit<RawDelivery, "bytes">;

function headersOf(c: ApiContext): Headers | null {
  const signature = c.req.header("x-hub-signature-256") ?? "";
  if (!SIGNATURE.test(signature)) return null;
  return {
    signature,
    event: c.req.header("x-github-event") ?? "",
    id: c.req.header("x-github-delivery") ?? "",
  };
}

function answerHearing(
  c: ApiContext,
  hearing: ReceiptOutcome,
  { event }: Headers,
  log: ThrottledLog,
): Response {
  switch (hearing) {
    case "heard":
    case "ignored":
      return answerJson(c, { status: hearing }, 202);
    case "notSigned":
      return answerUnsigned(c, log);
    case "full":
      log.warn({}, "webhooks from GitHub are rejected: too many are waiting to be processed");
      return refuse(
        c,
        "SERVICE_UNAVAILABLE",
        "too many webhooks are waiting to be processed; send it again later",
      );
    default:
      if (typeof hearing === "string") return assertNever(hearing);
      log.warn({ event, problem: hearing.problem }, "a signed webhook has an unexpected format");
      return refuse(c, "VALIDATION_FAILED", hearing.problem);
  }
}

function answerUnsigned(c: ApiContext, log: ThrottledLog): Response {
  log.warn({}, "received webhooks that are not signed with the configured secret");
  return refuse(
    c,
    "AUTHENTICATION_REQUIRED",
    "expected X-Hub-Signature-256 to contain the body's signature with the webhook secret",
  );
}

function notReceived(code: string, message: string): string {
  return code === "PAYLOAD_TOO_LARGE" ? `the body has more than ${MAX_DELIVERY_BYTES} bytes` : message;
}
