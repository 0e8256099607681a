/** What all steps of one run share: the options, the recorded state, the dialog, and the time limits. */
import { unlessAborted, withTimeout } from "../../../service/work/within.js";
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

/** Rejects with `TimeIsUp` after the limit, and with the reason of the signal on an interruption. */
export async function untilTimeIsUp<Result>(
  { signal, options: { timeoutMs } }: SetupRun,
  message: string,
  work: (over: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  const late = () => {
    throw new TimeIsUp(message);
  };
  try {
    return await withTimeout(unlessAborted(work(end.signal), signal), timeoutMs, late);
  } finally {
    end.abort(new Interrupted("over"));
  }
}
