/** The program that the subcommands are added to, and one run of it. */
import { Command, CommanderError } from "commander";
import { EXIT, type ExitCode, type Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";
import { programVersion } from "./version.js";

/** Adds the subcommands that a run may need. */
export type AddCommands = (program: Command, finish: Finish) => Promise<void> | void;

export async function runProgram(
  words: readonly string[],
  surroundings: Surroundings,
  addCommands: AddCommands,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const program = createProgram(surroundings);
  await addCommands(program, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isKnown = program.commands.some((command) => command.name() === words[0]);
    // A client command reports its own mistakes.
    if (error.exitCode !== 0 && !isKnown && wantsJson(words))
      await printErrorAsJson(error, words, surroundings);
    return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
  }
  return exitCode;
}

function createProgram(surroundings: Surroundings): Command {
  return new Command("merge-queue")
    .description(
      "An open merge queue: tests each pull request on top of what lands before it, and lands only what passed.",
    )
    .version(programVersion())
    .exitOverride()
    .showHelpAfterError("(add --help for usage)")
    .configureOutput({
      writeOut: (text) => surroundings.stdout.write(text),
      writeErr: (text) => surroundings.stderr.write(text),
    })
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 refused or not landed, 2 wrong use, 3 service unreachable, 4 deadline passed.",
    );
}

async function printErrorAsJson(
  { message }: CommanderError,
  words: readonly string[],
  { stdout }: Surroundings,
): Promise<void> {
  const { jsonLine } = await import("./client/screen.js");
  const command = words.find((word) => !word.startsWith("-")) ?? null;
  // The parser shows help without a message when no subcommand is given.
  const said = message.startsWith("(") ? "no such command" : message.replace(/^error: /, "");
  stdout.write(jsonLine({ command, exitCode: EXIT.wrongUse, message: said, error: "wrong-use" }));
}

/** Reads the arguments directly, because parsing the options may fail. */
export function wantsJson(words: readonly string[]): boolean {
  return words.slice(0, [...words, "--"].indexOf("--")).includes("--json");
}

/** `--database`, for every command that opens the database of a service. */
export const DATABASE_OPTION = [
  "--database <url>",
  "sqlite:PATH or postgres://…, without a password. Default: the database of the service, from MERGE_QUEUE_DATABASE_URL, MERGE_QUEUE_DATABASE_URL_FILE, MERGE_QUEUE_CONFIG or MERGE_QUEUE_DATA",
] as const;

export const JSON_OPTION = ["--json", "one JSON document on stdout"] as const;
