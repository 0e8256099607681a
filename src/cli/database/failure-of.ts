/** How a command on the database of a service ends that could not be carried out: 3 where later may help. */
import { WorldError } from "../../service/ports/world-error.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { WrongUse } from "./wrong-use.js";

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
