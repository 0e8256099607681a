/** What a client command is, and how one call of it goes: check everything, then ask the service, then say the answer. */
import type { Readable } from "node:stream";
import type { Command } from "commander";
import { timeLimit } from "../../client/time-limit.js";
import { EXIT, type ExitCode, type Finish } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import type { Ending } from "./ending.js";
import { failureEnding, problem } from "./failure-ending.js";
import { jsonLine } from "./json-line.js";
import { OptionReader } from "./option-reader.js";
import { COMMON_OPTIONS, descriptionOf, flagsOf, type OptionName } from "./options.js";
import { Screen } from "./screen.js";
import { deadlineOf, openSession, type Session } from "./session.js";
import { Subject } from "./subject.js";
import { UsageError } from "./usage-error.js";

export interface ClientCommand {
  /** As help shows them, such as `[pr]`, each with its meaning. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Beyond the common ones. */
  readonly options: readonly OptionName[];
  /** Complete calls to copy. */
  readonly examples: readonly string[];
  /** Reads and checks everything, and sends nothing. Throws `UsageError`. */
  readonly prepare: Prepare;
}

type Prepare = (given: Given) => Run | Promise<Run>;

/** Throws `MergeQueueError`. */
export type Run = (session: Session) => Promise<Ending>;

/** What the caller wrote. */
export interface Given {
  readonly words: readonly string[];
  readonly options: OptionReader;
  readonly subject: Subject;
  readonly stdin: Readable;
  readonly screen: Screen;
  /** Aborts when reading what the caller wrote has to end, because of an interruption or of the deadline. */
  readonly signal: AbortSignal;
}

/** `isJson` holds for mistakes too that are found before the options are known. */
export function defineClientCommand(
  command: Command,
  definition: ClientCommand,
  { surroundings, isJson, finish }: { surroundings: Surroundings; isJson: boolean; finish: Finish },
): void {
  for (const [name, meaning] of Object.entries(definition.arguments)) command.argument(name, meaning);
  command.optionsGroup("Options:");
  for (const name of definition.options) addOption(command, name);
  command.optionsGroup("Common options:");
  for (const name of COMMON_OPTIONS) addOption(command, name);
  command
    .helpOption("-h, --help", "show this")
    .addHelpText("after", `\nExamples:\n${definition.examples.map((example) => `  ${example}\n`).join("")}`)
    .showHelpAfterError(false)
    .configureOutput({
      outputError: (text) => {
        const message = `${plainText(withoutValue(text))} (merge-queue ${command.name()} --help)`;
        surroundings.stderr.write(`merge-queue ${command.name()}: ${message}\n`);
        if (!isJson) return;
        surroundings.stdout.write(
          jsonLine({ command: command.name(), exitCode: EXIT.wrongUse, message, error: "wrong-use" }),
        );
      },
    })
    .action(async () => {
      const given = command.opts<Readonly<Record<string, unknown>>>();
      const call = { words: command.args, options: new OptionReader(given, surroundings.environment) };
      finish(await performCommand(command.name(), definition.prepare, call, surroundings));
    });
}

function addOption(command: Command, name: OptionName): void {
  const collect = (value: string, before: readonly string[] = []) => [...before, value];
  if (name === "set") command.option(flagsOf(name), descriptionOf(name), collect);
  else command.option(flagsOf(name), descriptionOf(name));
}

async function performCommand(
  name: string,
  prepare: Prepare,
  call: Pick<Given, "words" | "options">,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { options } = call;
  const screen = new Screen(surroundings, {
    command: name,
    isJson: options.isGiven("json"),
    isQuiet: options.isGiven("quiet"),
  });
  const ending = await endingOf(prepare, { ...call, screen }, surroundings).catch(failureEnding);
  screen.end(ending);
  return ending.exitCode;
}

async function endingOf(
  prepare: Prepare,
  call: Pick<Given, "words" | "options" | "screen">,
  surroundings: Surroundings,
): Promise<Ending> {
  const { environment, stdin } = surroundings;
  const interruption = surroundings.interruption();
  const deadline = deadlineOf(call.options);
  const late = timeLimit(deadline.remainingMs());
  const signal = AbortSignal.any([interruption, late]);
  try {
    const limits = { deadline, interruption, signal };
    const session = await openSession(call.options, environment, call.screen, limits);
    const subject = new Subject(call.options, environment);
    const run = await prepare({ ...call, subject, stdin, signal });
    return await run(session);
  } catch (error) {
    if (!(error instanceof UsageError) || !signal.aborted) throw error;
    return interruption.aborted
      ? problem(EXIT.refused, "aborted", "interrupted: nothing was sent.")
      : problem(EXIT.deadline, "deadline-passed", "the deadline has passed: nothing was sent.");
  }
}

/** A token that was given as an argument by mistake is not repeated. */
function withoutValue(message: string): string {
  return message.replace(/^error: /, "").replace(/^(unknown option '[^=]*)=.*'/s, "$1'");
}
