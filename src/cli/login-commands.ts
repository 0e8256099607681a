/** `merge-queue login` and `logout`, and `merge-queue completion`. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

const LOGIN_HELP = `
Saves the address and the token in a file that only you can read: $MERGE_QUEUE_LOGINS, else merge-queue/logins.json in
$XDG_CONFIG_HOME or ~/.config. Commands without --api-url then use the newest login, and send a token to its own address only.
The token is read from stdin, or asked for without showing it; it is never an argument.

Examples:
  merge-queue login --api-url https://queue.example.com/v1
  merge-queue login --api-url http://127.0.0.1:8080/v1 < ~/.merge-queue-token`;

const COMPLETION_HELP = `
Examples:
  source <(merge-queue completion bash)
  source <(merge-queue completion zsh)
  merge-queue completion fish > ~/.config/fish/completions/merge-queue.fish`;

export function addLoginCommands(program: Command, surroundings: Surroundings, finish: Finish): void {
  program
    .command("login")
    .description("Save the address and the token of a service for later commands.")
    .requiredOption("--api-url <address>", "base address of the service, including /v1")
    .addHelpText("after", LOGIN_HELP)
    .action(async ({ apiUrl }: { readonly apiUrl: string }) => {
      const { login } = await import("./client/login.js");
      finish(await login(apiUrl, surroundings));
    });
  program
    .command("logout")
    .description("Remove a saved login.")
    .option("--api-url <address>", "address of the service. Default: the newest login")
    .action(async ({ apiUrl }: { readonly apiUrl?: string }) => {
      const { logout } = await import("./client/login.js");
      finish(await logout(apiUrl, surroundings));
    });
  program
    .command("completion")
    .description("Print a completion script for a shell.")
    .argument("<shell>", "bash, zsh or fish")
    .addHelpText("after", COMPLETION_HELP)
    .action(async (shell: string) => {
      const { printCompletion } = await import("./client/completion.js");
      finish(printCompletion(shell, program, surroundings));
    });
}
