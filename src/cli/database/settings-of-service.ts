/**
 * What a command on the database of a service goes by: `--database` and, as `serve` would read them in this environment,
 * from files too, the other settings that it names.
 */
import { ConfigError, readSettings, type ServiceConfig } from "../../service/config.js";
import { WorldError } from "../../service/ports/world-error.js";
import { jsonLine } from "../client/screen.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

/** Throws `WrongUse`; what may hold a password is not repeated. */
export function settingsOfService<Key extends keyof ServiceConfig>(
  keys: readonly Key[],
  { database }: StoreFlags,
  { environment }: Surroundings,
): Pick<ServiceConfig, Key> {
  try {
    return readSettings(keys, environment, { databaseUrl: database });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The flag of `serve` has the setting's name.
    throw new WrongUse(error.problems.join("; ").replaceAll("--database-url", "--database"));
  }
}

export const DATABASE_OPTION = [
  "--database <url>",
  "sqlite:PATH or postgres://…, without a password. Else the one of the service: as MERGE_QUEUE_DATABASE_URL, MERGE_QUEUE_DATABASE_URL_FILE, MERGE_QUEUE_CONFIG or MERGE_QUEUE_DATA say",
] as const;

export const JSON_OPTION = ["--json", "one JSON document on stdout"] as const;

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
