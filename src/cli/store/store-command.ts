/** What the commands about a store have in common: how they end, and how they tell how far they are. */
import { WorldError } from "../../service/ports/world-error.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { NoDatabase } from "./database-of.js";

const PROGRESS_EVERY_MS = 1000;

export interface StoreScreen {
  readonly say: (line: string) => void;
  /** On stderr, from time to time only. */
  readonly progress: (table: string, rows: number) => void;
}

/** Errors of the store and the disk end a command in words: 3 where trying again may help, else 1. */
export async function storeCommand(
  command: string,
  surroundings: Surroundings,
  work: (screen: StoreScreen) => Promise<ExitCode>,
): Promise<ExitCode> {
  const say = (line: string): void => {
    surroundings.stderr.write(`merge-queue ${command}: ${plainText(line)}\n`);
  };
  let told = Date.now();
  const progress = (table: string, rows: number): void => {
    if (Date.now() - told < PROGRESS_EVERY_MS) return;
    told = Date.now();
    say(`${table}: ${rows} rows so far`);
  };
  try {
    return await work({ say, progress });
  } catch (error) {
    if (error instanceof NoDatabase) say(error.message);
    else if (error instanceof WorldError || isSystemError(error)) say(error.message);
    else throw error;
    if (error instanceof NoDatabase) return EXIT.wrongUse;
    return error instanceof WorldError && error.retryable ? EXIT.unreachable : EXIT.refused;
  }
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
