/** `merge-queue webhooks`: who is told of what happens in the queues, in the database of a service. */
import type { Command } from "commander";
import { DATABASE_OPTION } from "./database/database-option.js";
import type { StoreFlags } from "./database/settings-of-service.js";
import { type Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

interface AddFlags extends StoreFlags {
  readonly events: string;
  readonly repo?: string;
}

const HELP = `
The service may run meanwhile: it heeds a change with its next decision. docs/reference/webhooks.md tells of every event and
of how to check signatures.

Examples:
  merge-queue webhooks add https://example.com/hooks --events pull_request.merged,pull_request.failed --repo acme/shop
  merge-queue webhooks list
  merge-queue webhooks test ep_0c9b7a3e
  merge-queue webhooks replay ep_0c9b7a3e --since 2h
  merge-queue webhooks rotate-secret ep_0c9b7a3e --overlap 24h

Exit codes: 0 done, 1 there is no such endpoint, or it did not accept a test, or the database is no store of this version,
2 wrong use, 3 the database does not let us now.`;

export function addWebhooksCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  const webhooks = program
    .command("webhooks")
    .description("Say who is told of what happens in the queues.")
    .addHelpText("after", HELP);
  const subcommand = (words: string, description: string) =>
    webhooks
      .command(words)
      .description(description)
      .option(...DATABASE_OPTION)
      .option("--json", "one JSON document on stdout");

  subcommand("add <url>", "Tell this address too. Its secret is shown once.")
    .option("--events <list>", "events or families such as pull_request.*, comma-separated", "*")
    .option("--repo <list>", "owner/name on github.com, or host/owner/name; comma-separated. Default: all")
    .addHelpText(
      "after",
      "\nExample:\n  merge-queue webhooks add https://example.com/hooks --events 'queue.*'",
    )
    .action(async (url: string, flags: AddFlags) => {
      const { addEndpoint } = await import("./webhooks/with-webhooks.js");
      finish(await addEndpoint({ url, ...flags }, surroundings));
    });
  subcommand("list", "Show every endpoint and how its deliveries stand.").action(
    async (flags: StoreFlags) => {
      const { listEndpoints } = await import("./webhooks/with-webhooks.js");
      finish(await listEndpoints(flags, surroundings));
    },
  );
  subcommand("test <id>", "Send a `webhook.test` now, from here, and say what was answered.").action(
    async (id: string, flags: StoreFlags) => {
      const { testEndpoint } = await import("./webhooks/with-webhooks.js");
      finish(await testEndpoint(id, flags, surroundings));
    },
  );
  subcommand("replay <id>", "Deliver again what was told since a moment, with the same ids.")
    .requiredOption("--since <moment>", "how long ago, such as 2h, or a time such as 2026-01-31T12:00:00Z")
    .action(async (id: string, flags: StoreFlags & { readonly since: string }) => {
      const { replayMessages } = await import("./webhooks/with-webhooks.js");
      finish(await replayMessages(id, flags, surroundings));
    });
  subcommand("remove <id>", "Tell this endpoint nothing more, also not what waits for it.").action(
    async (id: string, flags: StoreFlags) => {
      const { removeEndpoint } = await import("./webhooks/with-webhooks.js");
      finish(await removeEndpoint(id, flags, surroundings));
    },
  );
  subcommand("rotate-secret <id>", "Make a new secret; deliveries are signed with both for a while.")
    .option("--overlap <duration>", "how long the old one stays active", "24h")
    .action(async (id: string, flags: StoreFlags & { readonly overlap: string }) => {
      const { rotateSecret } = await import("./webhooks/with-webhooks.js");
      finish(await rotateSecret(id, flags, surroundings));
    });
  subcommand("enable <id>", "Go on with an endpoint that was disabled, and with what waits for it.").action(
    async (id: string, flags: StoreFlags) => {
      const { enableEndpoint } = await import("./webhooks/with-webhooks.js");
      finish(await enableEndpoint(id, flags, surroundings));
    },
  );
}
