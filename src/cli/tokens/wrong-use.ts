/** A command about tokens that cannot be carried out, and how that ends. */
import { WorldError } from "../../service/ports/world-error.js";
import { jsonLine } from "../client/json-line.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";

export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** Runs a command; what stops it is said in one line, or in JSON where that was asked for. */
export async function ending(
  command: string,
  { json = false }: { readonly json?: boolean },
  { stdout, stderr }: Surroundings,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof WrongUse || error instanceof WorldError)) throw error;
    const { message } = error;
    if (json) stdout.write(jsonLine({ command, exitCode: EXIT.wrongUse, message, error: "wrong-use" }));
    else stderr.write(`merge-queue ${command}: ${plainText(message)}\n`);
    return EXIT.wrongUse;
  }
}
