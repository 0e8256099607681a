/** `merge-queue verify`: was every commit of a branch landed by its queue as tested? */
import type { Command } from "commander";
import { COMMON_OPTIONS, descriptionOf, flagsOf } from "./client/options.js";
import type { Finish } from "./exit-codes.js";
import { DATABASE_OPTION } from "./program.js";
import type { VerifyFlags } from "./server/verify/verify-landings.js";
import type { Surroundings } from "./surroundings.js";

const HELP = `
Compares the first parents of the branch in a checkout with the proofs of the landings, which the service keeps forever. The
service lists them for a token of the scope read. With --database, or with its variables and no address of a service, they are
read from the database. Each commit that the queue did not land as tested is printed: when, how and by whom.

Examples:
  merge-queue verify main
  merge-queue verify main --repo acme/shop --since v1.4.0 --json | jq '.strangers[].commit'
  merge-queue verify main --repo acme/shop --database sqlite:merge-queue.sqlite

Exit codes: 0 all were landed as tested, 1 some were not, or the service refused, 2 wrong use, 3 the service or the database is
unreachable, 4 the deadline has passed.`;

const OPTIONS = ["repo", "checkout", "since", ...COMMON_OPTIONS] as const;
const DATABASE_VARIABLES = [
  "MERGE_QUEUE_DATABASE_URL",
  "MERGE_QUEUE_DATABASE_URL_FILE",
  "MERGE_QUEUE_CONFIG",
  "MERGE_QUEUE_DATA",
];

interface Flags extends VerifyFlags {
  readonly apiUrl?: string;
}

export function addVerifyCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  const command = program
    .command("verify")
    .description("Verify that the queue landed every commit of a branch as tested.")
    .argument("<branch>", "the target branch of the queue");
  for (const name of OPTIONS) command.option(flagsOf(name), descriptionOf(name));
  command
    .option(...DATABASE_OPTION)
    .addHelpText("after", HELP)
    .action(async (branch: string, flags: Flags) => {
      const { verifyLandings, VERIFY } = await import("./server/verify/verify-landings.js");
      if (await readsDatabase(flags, surroundings)) {
        finish(await verifyLandings(branch, flags, surroundings));
        return;
      }
      const [{ performCommand }, { OptionReader }] = await Promise.all([
        import("./client/client-command.js"),
        import("./client/option-reader.js"),
      ]);
      const options = new OptionReader({ ...flags, branch }, surroundings.environment);
      finish(await performCommand("verify", VERIFY, { words: [branch], options }, surroundings));
    });
}

/** A service that is known by its address is asked, unless `--database` is given. */
async function readsDatabase({ database, apiUrl }: Flags, { environment }: Surroundings): Promise<boolean> {
  if (database !== undefined || apiUrl !== undefined) return database !== undefined;
  const isSet = (name: string) => (environment[name] ?? "").trim() !== "";
  if (isSet("MERGE_QUEUE_API_URL") || !DATABASE_VARIABLES.some(isSet)) return false;
  const { readLogins } = await import("./client/saved-logins.js");
  // The way through the service reports a file that cannot be read.
  const logins = await readLogins(environment).catch(() => null);
  return logins?.length === 0;
}
