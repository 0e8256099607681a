/** `merge-queue replay` and `export-log`: the log of a queue as a file, and every decision of it again. */
import { type Command, InvalidArgumentError } from "commander";
import type { Finish } from "./exit-codes.js";
import { DATABASE_OPTION } from "./program.js";
import type { Surroundings } from "./surroundings.js";

interface ReplayFlags {
  readonly until?: number;
  readonly from?: number;
  readonly diff?: string;
  readonly rules?: boolean;
  readonly json?: boolean;
}

const REPLAY_HELP = `
Reads a log that \`merge-queue export-log\` wrote. Each event is decided again, and the queue drawn after it. The first
decision that is not the one in the log is named at the end, with both pictures and what each rule did; the replay goes
on from what this version decides, and counts the decisions that differ. Decisions that were not recorded are shown as
such. With --diff no decision is compared with this version's: the two logs are, so they may come from any two versions.

Examples:
  merge-queue replay queue.jsonl
  merge-queue replay queue.jsonl --from 120 --until 125 --rules
  merge-queue replay before.jsonl --diff after.jsonl
  merge-queue export-log --database sqlite:merge-queue.sqlite --queue github.com/acme/shop:main | merge-queue replay -

Exit codes: 0 the same, 1 at least one decision differs, or the reader of the output ended, 2 wrong use or a log that cannot be read.`;

export function addLogCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  addReplayCommand(program, surroundings, finish);
  addExportLogCommand(program, surroundings, finish);
}

/** Decides every event of a log again with this version, or compares two logs. */
function addReplayCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  program
    .command("replay")
    .description("Decide every event of a queue's log again, and report the first difference.")
    .argument("<log>", "path of the log; - reads stdin")
    .option("--until <version>", "stop after this version of the queue", version)
    .option("--from <version>", "show nothing before this version", version)
    .option("--diff <log>", "compare with another log of the same queue")
    .option("--rules", "show what each rule did")
    .option("--json", "one JSON document on stdout")
    .addHelpText("after", REPLAY_HELP)
    .action(async (log: string, flags: ReplayFlags, command: Command) => {
      const { from = 0, until = Number.POSITIVE_INFINITY, diff } = flags;
      if (from > until) command.error("error: --from is later than --until, so there is nothing to show");
      if (log === "-" && diff === "-")
        command.error("error: stdin can supply only one log; give a file for the other");
      const { replay } = await import("./server/replay/replay.js");
      const request = {
        log,
        from,
        until,
        other: diff ?? null,
        showsRules: flags.rules === true,
        isJson: flags.json === true,
      };
      finish(await replay(request, surroundings));
    });
}

function version(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a version of the queue, a whole number.");
}

interface ExportFlags {
  readonly database?: string;
  readonly queue: string;
  readonly out?: string;
}

const EXPORT_HELP = `
The store is only read, also while a service uses it. The log contains each decision as it was recorded, so it may be
exported after an upgrade. It also contains titles, names of checks and files, and who submitted what: protect it like
the store.

Examples:
  merge-queue export-log --database sqlite:merge-queue.sqlite --queue github.com/acme/shop:main --out queue.jsonl
  merge-queue export-log --database sqlite:merge-queue.sqlite --queue github.com/acme/shop:main | gzip > queue.jsonl.gz

Exit codes: 0 done, 1 this version decides differently, or the reader of the output ended, 2 wrong use, or nothing to read.`;

/** Writes the whole log of one queue of a store. */
function addExportLogCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  program
    .command("export-log")
    .description("Write the whole log of a queue, one JSON line per event.")
    .option(...DATABASE_OPTION)
    .requiredOption("--queue <host/owner/name:branch>", "the queue to export")
    .option("--out <file>", "file to write to (default: stdout)")
    .addHelpText("after", EXPORT_HELP)
    .action(async ({ database, queue, out }: ExportFlags) => {
      const { exportLogTo } = await import("./server/replay/export-log-to.js");
      finish(await exportLogTo({ database: database ?? null, queue, out: out ?? null }, surroundings));
    });
}
