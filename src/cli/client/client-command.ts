/** Defines a client command and runs one call of it: check all input, call the service, show the answer. */
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import type { Command } from "commander";
import { timeLimit } from "../../client/deadline.js";
import { deadlineOf, type OperationInput, type Planned } from "../../operations/operation.js";
import { EXIT, type ExitCode, type Finish } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { openSession, type Session } from "./api-session.js";
import { readCiEnvironment } from "./ci-environment.js";
import { type Ending, failureEnding, problem } from "./failure-ending.js";
import { MissingParts } from "./missing-input.js";
import { type Environment, OptionReader, UsageError } from "./option-reader.js";
import { COMMON_OPTIONS, descriptionOf, flagsOf, type OptionName } from "./options.js";
import { jsonLine, Screen, SLOW_MS } from "./screen.js";
import { type GitDefaults, NO_DEFAULTS, readGitDefaults, Subject } from "./subject.js";
import { withRemainderShown } from "./waiting.js";

/** The positional arguments that each operation input is read from. */
const ARGUMENTS_OF: Readonly<Partial<Record<OperationInput, readonly [name: string, meaning: string]>>> = {
  pullRequest: ["[pr]", "number of the pull request"],
  targets: ["[targets...]", "names of the impacted targets; ALL alone means everything"],
  testRun: ["[run]", "id of the test run, or its test branch"],
};
const OPTIONS_OF: Readonly<Record<OperationInput, readonly OptionName[]>> = {
  repositories: ["repo"],
  queue: ["repo", "branch"],
  pullRequest: ["repo", "branch"],
  headSha: ["sha"],
  targets: ["file", "all"],
  priority: ["priority"],
  noBatch: ["batch"],
  wait: ["wait", "watch", "waitTimeout", "pollInterval", "cancelOnAbort"],
  settings: ["set", "config"],
  testRun: [],
};

interface Definition<Plan, Outcome> {
  readonly inputs: readonly OperationInput[];
  /** Options besides those of the inputs, which only the command line has. */
  readonly options?: readonly OptionName[];
  /** It ends with an interruption: without `--timeout` it has no deadline. */
  readonly isEndless?: true;
  /** The default branch of the git remote is a harmless guess for the queue, because the command only reads. */
  readonly guessesBranch?: boolean;
  /** Reads and checks all input; sends nothing. Throws `UsageError`. */
  plan(given: Given): (Plan & Planned<Outcome>) | Promise<Plan & Planned<Outcome>>;
  /** Complete command lines for the help text. */
  readonly examples: readonly string[];
  /** Throws `MergeQueueError`. */
  end(outcome: Outcome, plan: Plan, session: Session): Ending | Promise<Ending>;
}

export interface ClientCommand {
  readonly inputs: readonly OperationInput[];
  readonly options?: readonly OptionName[];
  readonly isEndless?: true;
  readonly guessesBranch?: boolean;
  readonly examples: readonly string[];
  readonly prepare: Prepare;
}

type Prepare = (given: Given) => Promise<(session: Session) => Promise<Ending>>;

/** The arguments and options of the call. */
export interface Given extends Subject {
  readonly words: readonly string[];
  readonly options: OptionReader;
  readonly stdin: Readable;
  readonly screen: Screen;
  readonly environment: Environment;
  /** Aborts the reading of input on an interruption or at the deadline. */
  readonly signal: AbortSignal;
}

/** Hides the plan type that the operation uses internally. */
export function clientCommand<Plan, Outcome>(definition: Definition<Plan, Outcome>): ClientCommand {
  return {
    ...definition,
    prepare: async (given) => {
      const plan = await definition.plan(given);
      const { remains } = plan;
      return (session) => {
        const perform = async () => definition.end(await plan.run(session), plan, session);
        return remains === undefined || remains === null
          ? perform()
          : withRemainderShown(remains, session, perform);
      };
    },
  };
}

/** `isJson` also applies to mistakes found before the options are parsed. */
export function defineClientCommand(
  command: Command,
  definition: ClientCommand,
  { surroundings, isJson, finish }: { surroundings: Surroundings; isJson: boolean; finish: Finish },
): void {
  command.optionsGroup("Options:");
  for (const input of definition.inputs) {
    const [name, meaning] = ARGUMENTS_OF[input] ?? [];
    if (name !== undefined) command.argument(name, meaning);
  }
  for (const option of ownOptionsOf(definition)) addOption(command, option);
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
      finish(await performCommand(command.name(), definition, call, surroundings));
    });
}

function ownOptionsOf({ inputs, options = [] }: ClientCommand): readonly OptionName[] {
  return [...new Set([...inputs.flatMap((input) => OPTIONS_OF[input]), ...options])];
}

/** Every option of the command. */
export function optionsOf(command: ClientCommand): readonly OptionName[] {
  return [...ownOptionsOf(command), ...COMMON_OPTIONS];
}

function addOption(command: Command, name: OptionName): void {
  const collect = (value: string, before: readonly string[] = []) => [...before, value];
  if (name === "set") command.option(flagsOf(name), descriptionOf(name), collect);
  else command.option(flagsOf(name), descriptionOf(name));
}

export async function performCommand(
  name: string,
  definition: ClientCommand,
  call: Pick<Given, "words" | "options">,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { options } = call;
  const screen = new Screen(surroundings, {
    command: name,
    isJson: options.isGiven("json"),
    isQuiet: options.isGiven("quiet"),
  });
  const ending = await endingOf(definition, { ...call, screen }, surroundings).catch(failureEnding);
  screen.end(ending);
  return ending.exitCode;
}

async function endingOf(
  { inputs, prepare, guessesBranch = false, isEndless }: ClientCommand,
  call: Pick<Given, "words" | "options" | "screen">,
  surroundings: Surroundings,
): Promise<Ending> {
  const { environment, stdin } = surroundings;
  const interruption = surroundings.interruption();
  const { options } = call;
  const waitMs = isEndless === true ? Number.POSITIVE_INFINITY : waitMsOf(options);
  const deadline = deadlineOf(options.value("timeout"), waitMs);
  const late = timeLimit(deadline.remainingMs());
  const signal = AbortSignal.any([interruption, late]);
  // A wait has a display of its own.
  const slow =
    waitMs === null
      ? setTimeout(() => call.screen.live("waiting for the service"), SLOW_MS).unref()
      : undefined;
  try {
    const limits = { deadline, interruption, signal };
    const found = await defaultsFor(options, surroundings);
    // A command that changes a queue must not do that to a guessed one.
    const isGuessed = guessesBranch || !inputs.includes("queue");
    const defaults = isGuessed ? found : { ...found, branch: null };
    const subject = new Subject(call.words, options, environment, defaults);
    const missing = new MissingParts();
    const session = await missing.collectFrom(() => openSession(options, environment, call.screen, limits));
    for (const need of subject.needs(inputs)) missing.collect(need);
    missing.throwIfAny();
    if (session === undefined) throw new Error("a session without missing parts was not opened");
    const run = await prepare(Object.assign(subject, { ...call, environment, stdin, signal }));
    return await run(session);
  } catch (error) {
    if (!(error instanceof UsageError) || !signal.aborted) throw error;
    return interruption.aborted
      ? problem(EXIT.refused, "aborted", "interrupted; nothing was sent.")
      : problem(EXIT.deadline, "deadline-passed", "the deadline has passed; nothing was sent.");
  } finally {
    clearTimeout(slow);
  }
}

/** null: the command does not wait. */
function waitMsOf(options: OptionReader): number | null {
  const waits = options.isGiven("wait") || options.isGiven("watch");
  return waits ? options.required("waitTimeout") : null;
}

/** Asks git only when the call and the environment leave something open. */
async function defaultsFor(
  options: OptionReader,
  { folder, environment }: Surroundings,
): Promise<GitDefaults> {
  if (folder === undefined || options.value("repo") !== undefined) return NO_DEFAULTS;
  return readCiEnvironment(environment).repository === null
    ? readGitDefaults(resolve(folder, options.value("checkout") ?? ""), environment)
    : NO_DEFAULTS;
}

/** Removes the value from the message, in case it is a token given by mistake. */
function withoutValue(message: string): string {
  return message.replace(/^error: /, "").replace(/^(unknown option '[^=]*)=.*'/s, "$1'");
}
