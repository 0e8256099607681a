/** `merge-queue tokens`: manages the API tokens in the database of a service, whether the service runs or not. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import { DATABASE_OPTION, JSON_OPTION } from "./program.js";
import type { StoreFlags } from "./server/database/settings-of-service.js";
import type { CreateFlags } from "./server/tokens/shown-token.js";
import type { Surroundings } from "./surroundings.js";

const HELP = `
A running service applies a new or revoked token within two seconds, on every replica. A token is shown once, when it is made; the
database has its hash only.

Examples:
  merge-queue tokens create --name ci --scope targets,submit --repo acme/shop --expires 90d
  merge-queue tokens list
  merge-queue tokens revoke 3fQz8sTb0aLk

Exit codes: 0 done, 1 no such token, or no store of this version in the database, 2 wrong use, 3 database unavailable.`;

export function addTokensCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  const tokens = program
    .command("tokens")
    .description("Create, list and revoke the tokens of a service.")
    .addHelpText("after", HELP);
  tokens
    .command("create")
    .description("Create a token and print it; it is not shown again.")
    .requiredOption("--name <name>", "person or system that uses the token")
    .option("--scope <list>", "read, targets, submit, priority, admin; comma-separated. Default: all")
    .option("--repo <list>", "owner/name on github.com, or host/owner/name; comma-separated. Default: all")
    .option("--expires <duration>", "how long the token is valid, such as 90d; or never", "never")
    .option(...DATABASE_OPTION)
    .option(...JSON_OPTION)
    .action(async (flags: CreateFlags) => {
      const { createTokenCommand } = await import("./server/tokens/shown-token.js");
      finish(await createTokenCommand(flags, surroundings));
    });
  tokens
    .command("list")
    .description("Show all tokens, revoked and expired ones too, without their secrets.")
    .option(...DATABASE_OPTION)
    .option(...JSON_OPTION)
    .action(async (flags: StoreFlags) => {
      const { listTokens } = await import("./server/tokens/shown-token.js");
      finish(await listTokens(flags, surroundings));
    });
  tokens
    .command("revoke")
    .description("Revoke a token permanently.")
    .argument("<id>", "as `tokens list` shows it: the twelve characters after mqt_")
    .option(...DATABASE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, flags: StoreFlags) => {
      const { revokeToken } = await import("./server/tokens/shown-token.js");
      finish(await revokeToken(id, flags, surroundings));
    });
}
