/** `merge-queue verify`: was every commit of a branch landed by its queue as tested? */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import { DATABASE_OPTION, JSON_OPTION } from "./server/database/database-option.js";
import type { VerifyFlags } from "./server/verify/verify-landings.js";
import type { Surroundings } from "./surroundings.js";

const HELP = `
Compares the first parents of the branch in a checkout with the proofs in the store of the service, which are kept forever.
Both are only read. Each commit that the queue did not land as tested is printed: when, how and by whom.

Examples:
  merge-queue verify main --repo acme/shop --database sqlite:merge-queue.sqlite
  merge-queue verify main --repo acme/shop --since v1.4.0 --json | jq '.strangers[].commit'

Exit codes: 0 all were landed as tested, 1 some were not, 2 wrong use, 3 the store is unreachable.`;

export function addVerifyCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  program
    .command("verify")
    .description("Verify that the queue landed every commit of a branch as tested.")
    .argument("<branch>", "the target branch of the queue")
    .option("--repo <host/owner/name>", "the repository (MERGE_QUEUE_REPOSITORY)")
    .option("--checkout <folder>", "a clone with the branch", ".")
    .option("--since <commit>", "verify what comes after this commit (default: before the first landing)")
    .option(...DATABASE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", HELP)
    .action(async (branch: string, flags: VerifyFlags) => {
      const { verifyLandings } = await import("./server/verify/verify-landings.js");
      finish(await verifyLandings(branch, flags, surroundings));
    });
}
