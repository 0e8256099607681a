/** What all steps of one run share: the options, the recorded state, the dialog, and the time limits. */
import type { Surroundings } from "../../surroundings.js";
import { type Dialog, Interrupted } from "./dialog.js";
import type { SetupOptions } from "./setup-options.js";
import type { SetupState } from "./setup-state.js";

export interface SetupRun {
  readonly options: SetupOptions;
  readonly state: SetupState;
  readonly dialog: Dialog;
  readonly surroundings: Surroundings;
  /** Aborts on an interruption. */
  readonly signal: AbortSignal;
  /** Opens an address in a browser; the address was printed already. */
  readonly open: (url: string) => void;
}

/** The person, or GitHub, did not act within the time limit. */
export class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";
}

/** Rejects with `TimeIsUp` after the limit, and with `Interrupted` on an interruption. */
export async function untilTimeIsUp<Result>(
  { signal, options: { timeoutMs } }: SetupRun,
  message: string,
  work: (over: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(new TimeIsUp(message)), timeoutMs);
  const interrupt = () => over.reject(new Interrupted("interrupted"));
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  try {
    return await Promise.race([over.promise, work(end.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
    end.abort(new Interrupted("over"));
  }
}
