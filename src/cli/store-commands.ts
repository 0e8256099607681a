/** `merge-queue db`, `backup` and `restore`: maintenance of a service's store. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import { DATABASE_OPTION, JSON_OPTION } from "./program.js";
import type { StoreFlags } from "./server/database/settings-of-service.js";
import type { Surroundings } from "./surroundings.js";

const EXITS =
  "\nExit codes: 0 done, 1 a problem with the store or the file, 2 wrong use, 3 database unavailable.";

export function addStoreCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  const add = (parent: Command, name: string, description: string) =>
    parent
      .command(name)
      .description(description)
      .option(...DATABASE_OPTION)
      .addHelpText("after", EXITS);
  const db = program.command("db").description("Maintain the database of a service.");
  add(db, "migrate", "Bring the schema of the store up to date, as `serve` does when it starts.")
    .option(...JSON_OPTION)
    .action(async (flags: StoreFlags) => {
      const { dbMigrate } = await import("./server/store/store-command.js");
      finish(await dbMigrate(flags, surroundings));
    });
  add(db, "check", "Check the whole store for damage, also while a service uses it; changes nothing.")
    .option(...JSON_OPTION)
    .action(async (flags: StoreFlags) => {
      const { dbCheck } = await import("./server/store/store-command.js");
      finish(await dbCheck(flags, surroundings));
    });
  add(program, "backup", "Write a consistent copy of the store to a file, also while a service uses it.")
    .argument("<file>", "file to write; must not exist")
    .action(async (file: string, flags: StoreFlags) => {
      const { backup } = await import("./server/store/store-command.js");
      finish(await backup(file, flags, surroundings));
    });
  add(
    program,
    "restore",
    "Restore a backup into an empty database, SQLite or Postgres, whichever of them it came from.",
  )
    .argument("<file>", "what `merge-queue backup` wrote")
    .action(async (file: string, flags: StoreFlags) => {
      const { restore } = await import("./server/store/store-command.js");
      finish(await restore(file, flags, surroundings));
    });
}
