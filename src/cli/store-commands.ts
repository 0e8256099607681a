/** `merge-queue db`, `backup` and `restore`: looking after the store of a service. */
import type { Command } from "commander";
import { DATABASE_OPTION } from "./database/database-option.js";
import type { StoreFlags } from "./database/settings-of-service.js";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

const EXITS =
  "\nExit codes: 0 done, 1 the store or the file is not as it should be, 2 wrong use, 3 the database does not let us now.";

export function addStoreCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  const db = program.command("db").description("Look after the database of a service.");
  db.command("migrate")
    .description("Bring the schema of the store up to date, as `serve` does when it starts.")
    .option(...DATABASE_OPTION)
    .option("--json", "one JSON document on stdout")
    .addHelpText("after", EXITS)
    .action(async (flags: StoreFlags) => {
      const { dbMigrate } = await import("./store/db.js");
      finish(await dbMigrate(flags, surroundings));
    });
  db.command("check")
    .description("Look through the whole store for damage, also while a service has it; changes nothing.")
    .option(...DATABASE_OPTION)
    .option("--json", "one JSON document on stdout")
    .addHelpText("after", EXITS)
    .action(async (flags: StoreFlags) => {
      const { dbCheck } = await import("./store/db.js");
      finish(await dbCheck(flags, surroundings));
    });
  program
    .command("backup")
    .description("Write everything a store has at this moment to a file, also while a service has it.")
    .argument("<file>", "where to write it; must not be there yet")
    .option(...DATABASE_OPTION)
    .addHelpText("after", EXITS)
    .action(async (file: string, flags: StoreFlags) => {
      const { backup } = await import("./store/backup.js");
      finish(await backup(file, flags, surroundings));
    });
  program
    .command("restore")
    .description("Put a backup into an empty database, SQLite or Postgres, wherever it came from.")
    .argument("<file>", "what `merge-queue backup` wrote")
    .option(...DATABASE_OPTION)
    .addHelpText("after", EXITS)
    .action(async (file: string, flags: StoreFlags) => {
      const { restore } = await import("./store/backup.js");
      finish(await restore(file, flags, surroundings));
    });
}
