/** `merge-queue backup` and `merge-queue restore`, once their words are understood. */
import { restoreBackup } from "../../service/storage/backup/restore-backup.js";
import { writeBackup } from "../../service/storage/backup/write-backup.js";
import { placeOf } from "../../service/storage/database.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { programVersion } from "../version.js";
import { storeCommand } from "./store-command.js";

export function backup(file: string, flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return storeCommand("backup", surroundings, async ({ say, progress }) => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const facts = { program: programVersion(), now: Date.now(), onRows: progress };
    const rows = await writeBackup({ database, file, ...facts });
    say(
      `${rows} rows of ${placeOf(database)} are in ${file}; it holds secrets of the store, keep it like one`,
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
