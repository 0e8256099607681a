/** Looks at everything at once. No check waits for ever, and none keeps another one from being made. */
import { WorldError } from "../ports/world-error.js";
import { withTimeout } from "../rounds/within.js";
import { broken, type Check, doubtful, type Finding, type Found, RestsOn } from "./finding.js";

/** Findings in the order of the checks. */
export async function runChecks(checks: readonly Check[], deadlineMs: number): Promise<readonly Finding[]> {
  const found = await Promise.all(
    checks.map(async (check) =>
      (await inTime(check, deadlineMs)).map((one) => ({ check: check.name, ...one })),
    ),
  );
  return found.flat();
}

async function inTime(check: Check, deadlineMs: number): Promise<readonly Found[]> {
  const late = () => [
    broken(
      `could not be looked at: no answer within ${deadlineMs / 1000} s`,
      "see whether it is overloaded or out of reach from this machine",
    ),
  ];
  try {
    return await withTimeout(check.look(), deadlineMs, late);
  } catch (error) {
    return [failed(error)];
  }
}

function failed(error: unknown): Found {
  if (error instanceof RestsOn) {
    return doubtful("not looked at", `mend what is said of ${error.check} first, then ask again`);
  }
  if (!(error instanceof WorldError)) {
    const name = error instanceof Error ? error.name : typeof error;
    return broken(`could not be looked at: ${name}`, "report this with the command that you called");
  }
  const next = error.retryable ? "ask again; if it stays, mend what is named" : "mend what is named";
  return broken(error.message, next);
}
