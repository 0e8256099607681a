/** Reports the end of a command on the database of a service. */
import { WorldError } from "../../../service/ports/world-error.js";
import { UsageError } from "../../client/missing-input.js";
import { jsonLine } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";

/** A usage mistake of such a command; nothing was done. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** Runs the command; reports an expected error in one line, or as JSON with --json. */
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

export interface Failure {
  readonly exitCode: ExitCode;
  /** The `error` member of the JSON document. */
  readonly kind: "wrong-use" | "unreachable" | "refused";
  readonly message: string;
}

/** null: an unexpected error. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof WrongUse || error instanceof UsageError) {
    return { exitCode: EXIT.wrongUse, kind: "wrong-use", message: error.message };
  }
  if (!(error instanceof WorldError)) return null;
  const { message } = error;
  return error.retryable
    ? { exitCode: EXIT.unreachable, kind: "unreachable", message }
    : { exitCode: EXIT.refused, kind: "refused", message };
}
