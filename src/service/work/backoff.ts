/** The delay before a failed effect is attempted again. */
import { backoffMs } from "../../domain/duration.js";

const FIRST_EFFECT_RETRY_MS = 500;
const LONGEST_EFFECT_RETRY_MS = 60_000;

/** After `failures` earlier failures and the current one. */
export function effectRetryMs(failures: number): number {
  return backoffMs(failures, FIRST_EFFECT_RETRY_MS, LONGEST_EFFECT_RETRY_MS);
}
