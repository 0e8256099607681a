/** Signatures and secrets as Standard Webhooks has them (https://www.standardwebhooks.com). */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

const SECRET_BYTES = 32;

export interface SignedHeaders {
  readonly "webhook-id": string;
  /** Seconds since 1970. */
  readonly "webhook-timestamp": string;
  /** One signature per secret, separated by spaces. */
  readonly "webhook-signature": string;
}

export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** `at` is the time of the attempt: receivers refuse old messages. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): SignedHeaders {
  const seconds = Math.floor(at / 1000);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(seconds * 1000), body));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}
