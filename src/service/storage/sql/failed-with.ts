/** What the database itself says of a failure of the store: one of these codes (SQLSTATE). */
import { StoreError } from "../../ports/world-error.js";

export function failedWith(error: unknown, codes: ReadonlySet<unknown>): boolean {
  if (!(error instanceof StoreError)) return false;
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "code" in cause && codes.has(cause.code);
}
