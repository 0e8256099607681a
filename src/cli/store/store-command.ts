/** What the commands about a store have in common: how they end, and how they tell how far they are. */
import { type Failure, failureOf } from "../database/ending.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";

const PROGRESS_EVERY_MS = 1000;

export interface StoreScreen {
  readonly say: (line: string) => void;
  /** On stderr, from time to time only. */
  readonly progress: (table: string, rows: number) => void;
}

/** Errors of the store and the disk end a command in words. */
export async function storeCommand(
  command: string,
  surroundings: Surroundings,
  work: (screen: StoreScreen) => Promise<ExitCode>,
): Promise<ExitCode> {
  const say = (line: string): void => {
    surroundings.stderr.write(`merge-queue ${command}: ${plainText(line)}\n`);
  };
  let toldAt = performance.now();
  const progress = (table: string, rows: number): void => {
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    say(`${table}: ${rows} rows so far`);
  };
  try {
    return await work({ say, progress });
  } catch (error) {
    const failure = failureOf(error) ?? diskFailureOf(error);
    if (failure === null) throw error;
    say(failure.message);
    return failure.exitCode;
  }
}

function diskFailureOf(error: unknown): Pick<Failure, "exitCode" | "message"> | null {
  const isSystemError = error instanceof Error && "syscall" in error;
  return isSystemError ? { exitCode: EXIT.refused, message: error.message } : null;
}
