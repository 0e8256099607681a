/** `merge-queue webhooks`: manages the webhook endpoints in the database of a service. */
import type { Command } from "commander";
import { type Finish } from "./exit-codes.js";
import { DATABASE_OPTION } from "./program.js";
import type { StoreFlags } from "./server/database/settings-of-service.js";
import type { Surroundings } from "./surroundings.js";

interface AddFlags extends StoreFlags {
  readonly events: string;
  readonly repo?: string;
}

const HELP = `
The service may be running: a change applies from its next decision. docs/reference/webhooks.md describes each event and
how to verify signatures.

Examples:
  merge-queue webhooks add https://example.com/hooks --events pull_request.merged,pull_request.failed --repo acme/shop
  merge-queue webhooks list
  merge-queue webhooks test ep_0c9b7a3e
  merge-queue webhooks replay ep_0c9b7a3e --since 2h
  merge-queue webhooks rotate-secret ep_0c9b7a3e --overlap 24h

Exit codes: 0 done, 1 no such endpoint, a test message not accepted, or no store of this version in the database, 2 wrong
use, 3 database unavailable.`;

type Subcommand = (words: string, description: string) => Command;

export function addWebhooksCommand(program: Command, surroundings: Surroundings, finish: Finish): void {
  const webhooks = program
    .command("webhooks")
    .description("Manage the endpoints that receive events of the queues.")
    .addHelpText("after", HELP);
  const subcommand: Subcommand = (words, description) =>
    webhooks
      .command(words)
      .description(description)
      .option(...DATABASE_OPTION)
      .option("--json", "one JSON document on stdout");
  addEndpointCommands(subcommand, surroundings, finish);
  addDeliveryCommands(subcommand, surroundings, finish);
}

function addEndpointCommands(subcommand: Subcommand, surroundings: Surroundings, finish: Finish): void {
  subcommand("add <url>", "Add an endpoint. Its secret is shown once.")
    .option("--events <list>", "events or families such as pull_request.*, comma-separated", "*")
    .option("--repo <list>", "owner/name on github.com, or host/owner/name; comma-separated. Default: all")
    .addHelpText(
      "after",
      "\nExample:\n  merge-queue webhooks add https://example.com/hooks --events 'queue.*'",
    )
    .action(async (url: string, flags: AddFlags) => {
      const { addEndpoint } = await import("./server/webhooks/with-webhooks.js");
      finish(await addEndpoint({ url, ...flags }, surroundings));
    });
  subcommand("list", "Show every endpoint and the state of its deliveries.").action(
    async (flags: StoreFlags) => {
      const { listEndpoints } = await import("./server/webhooks/with-webhooks.js");
      finish(await listEndpoints(flags, surroundings));
    },
  );
  subcommand("remove <id>", "Remove an endpoint and its pending deliveries.").action(
    async (id: string, flags: StoreFlags) => {
      const { removeEndpoint } = await import("./server/webhooks/with-webhooks.js");
      finish(await removeEndpoint(id, flags, surroundings));
    },
  );
  subcommand(
    "rotate-secret <id>",
    "Create a new secret; deliveries are signed with both secrets during the overlap.",
  )
    .option("--overlap <duration>", "how long the old secret stays active", "24h")
    .action(async (id: string, flags: StoreFlags & { readonly overlap: string }) => {
      const { rotateSecret } = await import("./server/webhooks/with-webhooks.js");
      finish(await rotateSecret(id, flags, surroundings));
    });
  subcommand("enable <id>", "Enable a disabled endpoint, and deliver its pending messages.").action(
    async (id: string, flags: StoreFlags) => {
      const { enableEndpoint } = await import("./server/webhooks/with-webhooks.js");
      finish(await enableEndpoint(id, flags, surroundings));
    },
  );
}

function addDeliveryCommands(subcommand: Subcommand, surroundings: Surroundings, finish: Finish): void {
  subcommand("test <id>", "Send a `webhook.test` now from this machine, and report the response.").action(
    async (id: string, flags: StoreFlags) => {
      const { testEndpoint } = await import("./server/webhooks/with-webhooks.js");
      finish(await testEndpoint(id, flags, surroundings));
    },
  );
  subcommand("replay <id>", "Deliver the messages since a given time again, with the same ids.")
    .requiredOption(
      "--since <moment>",
      "a duration before now, such as 2h, or a time such as 2026-01-31T12:00:00Z",
    )
    .action(async (id: string, flags: StoreFlags & { readonly since: string }) => {
      const { replayMessages } = await import("./server/webhooks/with-webhooks.js");
      finish(await replayMessages(id, flags, surroundings));
    });
}
