/** How a command on the database of a service ends. */
import { jsonLine } from "../client/json-line.js";
import type { ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { failureOf } from "./failure-of.js";

/** Runs it; what stops it is said in one line, or in JSON where that was asked for. */
export async function ending(
  command: string,
  { json = false }: { readonly json?: boolean },
  { stdout, stderr }: Surroundings,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    const { exitCode, kind, message } = failure;
    if (json) stdout.write(jsonLine({ command, exitCode, message, error: kind }));
    else stderr.write(`merge-queue ${command}: ${plainText(message)}\n`);
    return exitCode;
  }
}
