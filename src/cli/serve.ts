/** `merge-queue serve`: the line for the list of commands; the rest is loaded when it is called. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

export async function addServeCommand(
  program: Command,
  words: readonly string[],
  surroundings: Surroundings,
  finish: Finish,
): Promise<void> {
  const command = program.command("serve").description("Run the merge queue service.");
  const called = words[0] === "help" ? words[1] : words[0];
  if (called !== "serve") return;
  const { defineServeCommand } = await import("./serve/define-serve-command.js");
  defineServeCommand(command, surroundings, finish);
}
