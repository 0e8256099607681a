/** `merge-queue db migrate` and `merge-queue db check`, once their words are understood. */
import { placeOf } from "../../service/storage/database.js";
import { checkStore, type StoreCheck } from "../../service/storage/maintenance/check-store.js";
import { migrateStore } from "../../service/storage/maintenance/migrate-store.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { storeCommand } from "./store-command.js";

export function dbMigrate(flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return storeCommand("db migrate", surroundings, async () => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const applied = await migrateStore(database);
    const words =
      applied.length === 0
        ? `${placeOf(database)} is up to date`
        : `${placeOf(database)} is brought up to date: ${applied.join(", ")}`;
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
        `${place}: there is no store in it; \`merge-queue serve\` or \`merge-queue db migrate\` makes one`,
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
    ...(problemCount > 0
      ? ["restore the store from a backup, and keep this one for whoever looks into it"]
      : []),
  ];
}
