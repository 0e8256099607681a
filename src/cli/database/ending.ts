/** How a command on the database of a service ends. */
import { WorldError } from "../../service/ports/world-error.js";
import { jsonLine } from "../client/screen.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";

/** A mistake in how such a command was called; nothing was done. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

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

export interface Failure {
  readonly exitCode: ExitCode;
  /** As JSON names it. */
  readonly kind: "wrong-use" | "unreachable" | "refused";
  readonly message: string;
}

/** Null for what nobody foresaw. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof WrongUse) {
    return { exitCode: EXIT.wrongUse, kind: "wrong-use", message: error.message };
  }
  if (!(error instanceof WorldError)) return null;
  const { message } = error;
  return error.retryable
    ? { exitCode: EXIT.unreachable, kind: "unreachable", message }
    : { exitCode: EXIT.refused, kind: "refused", message };
}
