/** Shared by the store commands: how they end, and how they report progress. */

import { isSystemError } from "../../../service/ports/world-error.js";
import { restoreBackup } from "../../../service/store/backup/restore-backup.js";
import { writeBackup } from "../../../service/store/backup/write-backup.js";
import { placeOf } from "../../../service/store/database.js";
import { checkStore, type StoreCheck } from "../../../service/store/maintenance/check-store.js";
import { migrateStore } from "../../../service/store/maintenance/examine-store.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import { programVersion } from "../../version.js";
import { type Failure, failureOf } from "../database/ending.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";

const PROGRESS_EVERY_MS = 1000;

export interface StoreScreen {
  readonly say: (line: string) => void;
  /** Prints to stderr at intervals. */
  readonly progress: (table: string, rows: number) => void;
}

/** Reports errors of the store and the disk as messages. */
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
  return isSystemError(error) ? { exitCode: EXIT.refused, message: error.message } : null;
}

/** `merge-queue backup` and `merge-queue restore`, after their arguments are parsed. */
export function backup(file: string, flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return storeCommand("backup", surroundings, async ({ say, progress }) => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const facts = { program: programVersion(), now: Date.now(), onRows: progress };
    const rows = await writeBackup({ database, file, ...facts });
    say(
      `${rows} rows of ${placeOf(database)} are in ${file}; it contains secrets of the store, so protect it accordingly`,
    );
    return EXIT.done;
  });
}

export function restore(file: string, flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return storeCommand("restore", surroundings, async ({ say, progress }) => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const rows = await restoreBackup({ database, file, onRows: progress });
    say(`${rows} rows of ${file} are in ${placeOf(database)}`);
    return EXIT.done;
  });
}

/** `merge-queue db migrate` and `merge-queue db check`, after their arguments are parsed. */
export function dbMigrate(flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return storeCommand("db migrate", surroundings, async () => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const applied = await migrateStore(database);
    const words =
      applied.length === 0
        ? `${placeOf(database)} is up to date`
        : `${placeOf(database)} was migrated: ${applied.join(", ")}`;
    surroundings.stdout.write(
      flags.json === true ? `${JSON.stringify({ applied })}\n` : `${plainText(words)}\n`,
    );
    return EXIT.done;
  });
}

export function dbCheck(flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return storeCommand("db check", surroundings, async ({ progress }) => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const check = await checkStore(database, progress);
    const isSound = check.schema === "current" && check.problemCount === 0;
    const text =
      flags.json === true
        ? `${JSON.stringify({ isSound, ...check })}\n`
        : linesOf(check, placeOf(database))
            .map((line) => `${plainText(line)}\n`)
            .join("");
    surroundings.stdout.write(text);
    return isSound ? EXIT.done : EXIT.refused;
  });
}

function linesOf(check: StoreCheck, place: string): readonly string[] {
  const { schema, version, rows, problems, problemCount, orphanedLists } = check;
  switch (schema) {
    case "none":
      return [
        `${place}: it contains no store; \`merge-queue serve\` or \`merge-queue db migrate\` creates one`,
      ];
    case "older":
      return [`${place}: an older version wrote it (${String(version)}); run \`merge-queue db migrate\``];
    case "newer":
      return [
        `${place}: a newer version wrote it (${String(version)}); use that version, or a backup made before`,
      ];
    case "current":
      break;
  }
  const hidden = problemCount - problems.length;
  return [
    `${place}: schema ${String(version)}, ${rows} rows, ${problemCount} problems, ${orphanedLists} lists that nothing refers to`,
    ...problems.map((problem) => `  - ${problem}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    ...(problemCount > 0 ? ["restore the store from a backup, and keep the damaged one for analysis"] : []),
  ];
}
