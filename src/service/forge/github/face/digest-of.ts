/** Whether something is as it was shown last. */
import { createHash } from "node:crypto";

export function digestOf(shown: string): string {
  return createHash("sha256").update(shown).digest("hex");
}
