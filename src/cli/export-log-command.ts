/** `merge-queue export-log`: writes the whole log of one queue of a store, for `merge-queue replay`. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import { DATABASE_OPTION } from "./server/database/database-option.js";
import type { Surroundings } from "./surroundings.js";

interface ExportFlags {
  readonly database?: string;
  readonly queue: string;
  readonly out?: string;
}

const HELP = `
The store is only read, also while a service uses it. The log contains each decision as it was recorded, so it may be
exported after an upgrade. It also contains titles, names of checks and files, and who submitted what: protect it like
the store.

Examples:
  merge-queue export-log --database sqlite:merge-queue.sqlite --queue github.com/acme/shop:main --out queue.jsonl
  merge-queue export-log --database sqlite:merge-queue.sqlite --queue github.com/acme/shop:main | gzip > queue.jsonl.gz

Exit codes: 0 done, 1 this version decides differently, or the reader of the output ended, 2 wrong use, or nothing to read.`;

export function addExportLogCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  program
    .command("export-log")
    .description("Write the whole log of a queue, one JSON line per event.")
    .option(...DATABASE_OPTION)
    .requiredOption("--queue <host/owner/name:branch>", "the queue to export")
    .option("--out <file>", "file to write to (default: stdout)")
    .addHelpText("after", HELP)
    .action(async ({ database, queue, out }: ExportFlags) => {
      const { exportLogTo } = await import("./server/replay/export-log-to.js");
      finish(await exportLogTo({ database: database ?? null, queue, out: out ?? null }, surroundings));
    });
}
