/** A log that tells of what must never be logged: broken invariants, and failures that nobody simulated. */
import type { Log } from "../../../src/service/ports/log.js";

/** What the loop itself says of a commit that is not there, or no longer, and of landings that others bring to an end. */
const EXPECTED =
  /simulated: |is not in the repository or was removed from it|the entries of test run \S+ are landing|landing \S+ has ended/;

export function watchfulLog(tell: (sentence: string) => void): Log {
  const look = (fields: Readonly<Record<string, unknown>>, message: string): void => {
    const error = fields["error"];
    if (typeof error === "string" && !EXPECTED.test(error)) tell(`${message}: ${error}`);
  };
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: look,
    error: (fields, message) => {
      look(fields, message);
      if ("broken" in fields) tell(`${message}: ${JSON.stringify(fields["broken"])}`);
    },
  };
}
