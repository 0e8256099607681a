/** The `merge-queue` command: parses words and hands over to one file per subcommand, loaded when it is called. */
import { Command, CommanderError } from "commander";
import { addClientCommands, wantsJson } from "./client-commands.js";
import { addDemoCommand } from "./demo-command.js";
import { addDoctorCommand } from "./doctor-command.js";
import { EXIT, type ExitCode, type Finish } from "./exit-codes.js";
import { addExportLogCommand } from "./export-log-command.js";
import { addReplayCommand } from "./replay-command.js";
import { addServeCommand } from "./serve.js";
import { addStoreCommands } from "./store-commands.js";
import { letReadersLeave, type Surroundings, THIS_PROCESS } from "./surroundings.js";
import { addTargetsCommand } from "./targets-command.js";
import { addTokensCommand } from "./tokens-command.js";
import { programVersion } from "./version.js";
import { addWebhooksCommand } from "./webhooks-command.js";

export async function run(
  words: readonly string[],
  surroundings: Surroundings = THIS_PROCESS,
): Promise<ExitCode> {
  if (surroundings === THIS_PROCESS) letReadersLeave();
  let exitCode: ExitCode = EXIT.done;
  const finish: Finish = (code) => {
    exitCode = code;
  };
  const program = new Command("merge-queue")
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
      "\nExit codes: 0 done, 1 the queue said no, 2 wrong use, 3 service unreachable, 4 deadline.",
    );
  await addServeCommand(program, words, surroundings, finish);
  await addDoctorCommand(program, words, surroundings, finish);
  addDemoCommand(program, finish);
  addTargetsCommand(program, surroundings, finish);
  addTokensCommand(program, surroundings, finish);
  addReplayCommand(program, surroundings, finish);
  addExportLogCommand(program, surroundings, finish);
  addStoreCommands(program, surroundings, finish);
  addWebhooksCommand(program, surroundings, finish);
  await addClientCommands(program, words, surroundings, finish);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isKnown = program.commands.some((command) => command.name() === words[0]);
    // A known command has said so itself.
    if (error.exitCode !== 0 && !isKnown && wantsJson(words)) await tellAsJson(error, words, surroundings);
    return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
  }
  return exitCode;
}

async function tellAsJson(
  { message }: CommanderError,
  words: readonly string[],
  { stdout }: Surroundings,
): Promise<void> {
  const { jsonLine } = await import("./client/json-line.js");
  const command = words.find((word) => !word.startsWith("-")) ?? null;
  // Help that was shown because nothing else could be done has no message of its own.
  const said = message.startsWith("(") ? "no such command" : message.replace(/^error: /, "");
  stdout.write(jsonLine({ command, exitCode: EXIT.wrongUse, message: said, error: "wrong-use" }));
}
