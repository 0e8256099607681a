/** `merge-queue webhooks test`: one attempt, made from here under the service's own rules, and what came of it. */
import { randomUUID } from "node:crypto";
import { addressRules } from "../../service/webhooks/private-addresses.js";
import { type WebhookAnswer, webhookSender } from "../../service/webhooks/send-webhook.js";
import { signedHeaders } from "../../service/webhooks/signature.js";
import type { StoreFlags } from "../database/settings-of-service.js";
import type { ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { programVersion } from "../version.js";
import { done, noSuchEndpoint, refused, withWebhooks } from "./with-webhooks.js";

export async function testEndpoint(
  id: string,
  flags: StoreFlags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  return withWebhooks("webhooks test", flags, surroundings, async (webhooks, settings) => {
    const now = Date.now();
    const destination = await webhooks.destination(id, now);
    if (destination === null) return noSuchEndpoint(id);
    const rules = addressRules(settings.webhookPrivateAddresses);
    const body = JSON.stringify({ type: "webhook.test", timestamp: new Date(now).toISOString() });
    const headers = signedHeaders(destination.secrets, `msg_test_${randomUUID()}`, now, body);
    const send = webhookSender({ rules, version: programVersion() });
    const answer = await send({ url: destination.url, headers, body }, surroundings.interruption());
    const words = wordsOf(answer);
    const status = answer.kind === "answered" ? answer.status : null;
    if (status !== null && status >= 200 && status < 300) return done([`${id} ${words}.`], { id, status });
    const ending = refused(`${id} did not accept it: ${words}`, "not-accepted");
    return { ...ending, document: { ...ending.document, id, status } };
  });
}

function wordsOf(answer: WebhookAnswer): string {
  if (answer.kind === "unanswered") return answer.why;
  const said = answer.excerpt.trim();
  return `answered ${answer.status}${said === "" ? "" : `: ${said}`}`;
}
