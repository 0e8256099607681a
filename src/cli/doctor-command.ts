/** `merge-queue doctor`: the line for the list of commands; the rest is loaded when it is called. */
import type { Command } from "commander";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

export async function addDoctorCommand(
  program: Command,
  words: readonly string[],
  surroundings: Surroundings,
  finish: Finish,
): Promise<void> {
  const command = program
    .command("doctor")
    .description("Look at everything that the service needs, and say what to mend; changes nothing.");
  const called = words[0] === "help" ? words[1] : words[0];
  if (called !== "doctor") return;
  const { defineDoctorCommand } = await import("./doctor/define-doctor-command.js");
  defineDoctorCommand(command, surroundings, finish);
}
