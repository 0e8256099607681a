/** `merge-queue serve`: runs the service until it is told to stop. */
import type { Command } from "commander";
import { EXIT, type Finish } from "./exit-codes.js";
import { programVersion } from "./version.js";

/** Flags that stand for a setting of the environment; a flag wins. */
const FLAGS = {
  listen: "MERGE_QUEUE_LISTEN",
  data: "MERGE_QUEUE_DATA",
  database: "MERGE_QUEUE_DATABASE_URL",
  repositories: "MERGE_QUEUE_REPOSITORIES",
  testCommand: "MERGE_QUEUE_TEST_COMMAND",
  logLevel: "MERGE_QUEUE_LOG_LEVEL",
} as const;

export function addServeCommand(program: Command, finish: Finish): void {
  program
    .command("serve")
    .description("Run the merge queue service.")
    .option("--listen <host:port>", "address to serve on (MERGE_QUEUE_LISTEN)")
    .option("--data <folder>", "clones, work trees, outputs (MERGE_QUEUE_DATA)")
    .option("--database <url>", "sqlite:PATH or postgres://… (MERGE_QUEUE_DATABASE_URL)")
    .option(
      "--repositories <list>",
      "host/owner/name=PATH_OR_URL, comma-separated (MERGE_QUEUE_REPOSITORIES)",
    )
    .option("--test-command <command>", "shell command that tests a commit (MERGE_QUEUE_TEST_COMMAND)")
    .option("--log-level <level>", "debug, info, warn, error or silent (MERGE_QUEUE_LOG_LEVEL)")
    .addHelpText(
      "after",
      "\nThe token is read from MERGE_QUEUE_API_TOKEN only: arguments are visible to others.",
    )
    .action(async (options: Readonly<Record<string, string>>) => finish(await serve(options)));
}

async function serve(options: Readonly<Record<string, string>>) {
  const { ConfigError, readConfig } = await import("../service/config.js");
  const { startService } = await import("../service/main.js");
  const { WorldError } = await import("../service/ports/world-error.js");
  const environment = { ...process.env };
  for (const [flag, setting] of Object.entries(FLAGS)) {
    const value = options[flag];
    if (value !== undefined) environment[setting] = value;
  }
  try {
    const service = await startService(readConfig(environment), programVersion());
    process.stdout.write(`merge-queue serves ${service.apiUrl}\n`);
    await stopSignal();
    await service.stop();
    return EXIT.done;
  } catch (error) {
    if (error instanceof ConfigError) return explain(error.problems);
    if (error instanceof WorldError || isListenError(error)) return explain([error.message]);
    throw error;
  }
}

function explain(problems: readonly string[]) {
  process.stderr.write(
    `merge-queue cannot serve:\n${problems.map((problem) => `  - ${problem}\n`).join("")}`,
  );
  return EXIT.wrongUse;
}

function isListenError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}

/** The first signal asks for a graceful stop; a second one ends the process as it would without us. */
async function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const keepAlive = setInterval(() => undefined, 1 << 30);
    const stop = () => {
      clearInterval(keepAlive);
      resolve();
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}
