/** `merge-queue db`, `backup` and `restore`: looking after the store of a service. */
import type { Command } from "commander";
import { DATABASE_OPTION, JSON_OPTION } from "./database/database-option.js";
import type { StoreFlags } from "./database/settings-of-service.js";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

const EXITS =
  "\nExit codes: 0 done, 1 the store or the file is not as it should be, 2 wrong use, 3 the database does not let us now.";

export function addStoreCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  const add = (parent: Command, name: string, description: string) =>
    parent
      .command(name)
      .description(description)
      .option(...DATABASE_OPTION)
      .addHelpText("after", EXITS);
  const db = program.command("db").description("Look after the database of a service.");
  add(db, "migrate", "Bring the schema of the store up to date, as `serve` does when it starts.")
    .option(...JSON_OPTION)
    .action(async (flags: StoreFlags) => {
      const { dbMigrate } = await import("./store/store-command.js");
      finish(await dbMigrate(flags, surroundings));
    });
  add(db, "check", "Look through the whole store for damage, also while a service has it; changes nothing.")
    .option(...JSON_OPTION)
    .action(async (flags: StoreFlags) => {
      const { dbCheck } = await import("./store/store-command.js");
      finish(await dbCheck(flags, surroundings));
    });
  add(
    program,
    "backup",
    "Write everything a store has at this moment to a file, also while a service has it.",
  )
    .argument("<file>", "where to write it; must not be there yet")
    .action(async (file: string, flags: StoreFlags) => {
      const { backup } = await import("./store/store-command.js");
      finish(await backup(file, flags, surroundings));
    });
  add(program, "restore", "Put a backup into an empty database, SQLite or Postgres, wherever it came from.")
    .argument("<file>", "what `merge-queue backup` wrote")
    .action(async (file: string, flags: StoreFlags) => {
      const { restore } = await import("./store/store-command.js");
      finish(await restore(file, flags, surroundings));
    });
}
