/** START HERE: the `merge-queue` command: parses the arguments and loads the file of the subcommand that was called. */
import type { Command } from "commander";
import type { OperationName } from "../operations/operation-names.js";
import type { ExplainingCommand } from "./client/explaining/explaining-commands.js";
import type { ExitCode, Finish } from "./exit-codes.js";
import { runProgram, wantsJson } from "./program.js";
import { openOutputs, type Surroundings, THIS_PROCESS } from "./surroundings.js";

/** The commands that call a service, with their summaries for the list of commands. */
const CLIENT_SUMMARIES = {
  submit: "Put a pull request in the queue, or change its priority and batching there.",
  cancel: "Take a pull request out of the queue.",
  "restart-tests": "Test a pull request again, in place.",
  status: "Show the state of a pull request, also after it has left the queue.",
  "set-impacted-targets": "Set the impacted targets of a pull request, for one head commit.",
  "testing-details": "Show what a test run tests, and the state of its checks.",
  "create-queue": "Create the queue of a target branch.",
  "delete-queue": "Delete an empty queue.",
  "get-queue": "Show a queue, its pull requests in order, and its settings.",
  "update-queue": "Change settings and state of a queue.",
  metrics: "Print the metrics as Prometheus text.",
  list: "Show the pull requests of a queue, in order.",
  queues: "Show the queues of the service.",
} as const satisfies Readonly<Record<Exclude<OperationName, "compute-targets"> | "list" | "queues", string>>;

const EXPLAINING_SUMMARIES = {
  why: "Explain why a pull request has not landed, or why it left the queue.",
  watch: "Show a queue as it moves, until interrupted.",
} as const satisfies Readonly<Record<ExplainingCommand, string>>;

interface LocalCommands {
  /** A call of one of these needs no other command. */
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command, surroundings: Surroundings, finish: Finish) => void>;
}

/** Commands that call no service, in the order of the help. */
const LOCAL_COMMANDS: readonly LocalCommands[] = [
  { names: ["github"], load: async () => (await import("./github-command.js")).addGitHubCommand },
  { names: ["demo"], load: async () => (await import("./demo-command.js")).addDemoCommand },
  { names: ["login", "logout"], load: async () => (await import("./login-commands.js")).addLoginCommands },
  { names: ["targets"], load: async () => (await import("./targets-command.js")).addTargetsCommand },
  { names: ["tokens"], load: async () => (await import("./tokens-command.js")).addTokensCommand },
  { names: ["replay", "export-log"], load: async () => (await import("./log-commands.js")).addLogCommands },
  { names: ["verify"], load: async () => (await import("./verify-command.js")).addVerifyCommand },
  {
    names: ["db", "backup", "restore"],
    load: async () => (await import("./store-commands.js")).addStoreCommands,
  },
  { names: ["webhooks"], load: async () => (await import("./webhooks-command.js")).addWebhooksCommand },
];

export async function run(
  words: readonly string[],
  surroundings: Surroundings = THIS_PROCESS,
): Promise<ExitCode> {
  if (surroundings === THIS_PROCESS) openOutputs();
  return runProgram(words, surroundings, async (program, finish) => {
    const called = LOCAL_COMMANDS.filter(({ names }) => names.includes(words[0] ?? ""));
    if (called.length > 0) await addLocalCommands(called, program, surroundings, finish);
    else {
      await addServerCommands(program, words, surroundings, finish);
      await addClientCommands(program, words, surroundings, finish);
    }
  });
}

/** The name of the subcommand that is called, or whose help is. */
function calledIn(words: readonly string[]): string | undefined {
  return words[0] === "help" ? words[1] : words[0];
}

/** Options are defined only for the command that is called, because their modules take long to load. */
async function addServerCommands(
  program: Command,
  words: readonly string[],
  surroundings: Surroundings,
  finish: Finish,
): Promise<void> {
  const called = calledIn(words);
  const serve = program.command("serve").description("Run the merge queue service.");
  const doctor = program
    .command("doctor")
    .description("Check everything that the service needs, and report what to fix; changes nothing.");
  if (called === "serve") {
    (await import("./server/serve/define-serve-command.js")).defineServeCommand(serve, surroundings, finish);
  } else if (called === "doctor") {
    (await import("./server/doctor/define-doctor-command.js")).defineDoctorCommand(
      doctor,
      surroundings,
      finish,
    );
  }
  await addLocalCommands(LOCAL_COMMANDS, program, surroundings, finish);
}

async function addLocalCommands(
  commands: typeof LOCAL_COMMANDS,
  program: Command,
  surroundings: Surroundings,
  finish: Finish,
): Promise<void> {
  const definitions = await Promise.all(commands.map(({ load }) => load()));
  for (const define of definitions) define(program, surroundings, finish);
}

async function addClientCommands(
  program: Command,
  words: readonly string[],
  surroundings: Surroundings,
  finish: Finish,
): Promise<void> {
  for (const [name, summary] of Object.entries({ ...CLIENT_SUMMARIES, ...EXPLAINING_SUMMARIES })) {
    const command = program.command(name).description(summary).helpGroup("Commands that call a service:");
    if (name !== calledIn(words)) continue;
    const [{ defineClientCommand }, definition] = await Promise.all([
      import("./client/client-command.js"),
      Object.hasOwn(EXPLAINING_SUMMARIES, name)
        ? import("./client/explaining/explaining-commands.js").then((all) =>
            all.EXPLAINING_COMMANDS.get(name),
          )
        : import("./client/commands.js").then((all) => all.CLIENT_COMMANDS.get(name)),
    ]);
    if (definition === undefined) throw new Error(`the command ${name} is listed but not defined`);
    defineClientCommand(command, definition, { surroundings, isJson: wantsJson(words), finish });
  }
}
