/** Whether GitHub sent these bytes: an HMAC of them as they came, compared in a time that tells nothing about it. */
import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Every secret is tried, whichever it is: there are two while one gives way to another. */
export function isSigned(bytes: Uint8Array, signature: string, secrets: readonly string[]): boolean {
  const [, digits] = SIGNATURE.exec(signature) ?? [];
  if (digits === undefined) return false;
  const given = Buffer.from(digits, "hex");
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(bytes).digest(), given),
  );
  return matches.includes(true);
}
