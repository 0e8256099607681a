/** The inputs that say whether the step waits, and how. */
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";

export interface Waiting {
  readonly pollIntervalMs: number;
}

export const WAIT_INPUTS: readonly InputName[] = ["wait", "wait-timeout", "poll-interval", "cancel-on-abort"];

/** Null when the step does not wait. */
export function readWaiting(inputs: InputReader): Waiting | null {
  return inputs.required("wait") ? { pollIntervalMs: inputs.required("poll-interval") } : null;
}
