/** Defines the options of `serve`, and runs or checks the service. */
import type { Command } from "commander";
import type { RunningService } from "../../../service/app/main.js";
import { STOP_DEADLINE_MS } from "../../../service/app/startup.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { ConfigError, configOf, type Examined, examineConfig } from "../../../service/settings/config.js";
import type { Sources } from "../../../service/settings/layers.js";
import { SETTING_KEYS, SETTINGS } from "../../../service/settings/settings.js";
import { withTimeout } from "../../../service/work/within.js";
import { EXIT, type ExitCode, type Finish } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings, TextOutput } from "../../surroundings.js";
import { programVersion } from "../../version.js";
import { addSettingFlags, type SettingFlags, sourcesOf } from "./setting-flags.js";

const EPILOGUE = `
A setting comes from its flag, else from the environment variable in brackets, else from the YAML file, where it is
called as the variable is: MERGE_QUEUE_POLL_INTERVAL is pollInterval. A secret may be in a separate file: the name of
its variable then ends in _FILE, its key in File. The schema of the YAML file is schema/service-config.schema.json.

SIGTERM and SIGINT stop the service within 30 seconds; a second signal ends it immediately.

Exit codes: 0 stopped, 2 cannot serve, 4 stopping took too long.`;

export function defineServeCommand(command: Command, surroundings: Surroundings, finish: Finish): void {
  addSettingFlags(command);
  command
    .option("--check-config", "print the effective settings and their sources; start nothing")
    .addHelpText("after", EPILOGUE)
    .action(async (flags: SettingFlags) => finish(await act(flags, surroundings)));
}

async function act(flags: SettingFlags, surroundings: Surroundings) {
  const { environment, stderr } = surroundings;
  const sources = sourcesOf(flags, environment);
  if (flags["checkConfig"] === true) return checkConfig(sources, surroundings);
  try {
    return await serve(sources, surroundings);
  } catch (error) {
    if (error instanceof ConfigError) return explain(error.problems, stderr);
    throw error;
  }
}

/** Prints the effective settings and their sources. Reads what the settings name, and changes nothing. */
function checkConfig(sources: Sources, { stdout, stderr }: Surroundings): ExitCode {
  const examined = examineConfig(sources);
  stdout.write(tableOf(examined));
  warn(examined.warnings, stderr);
  if (examined.problems.length === 0) return EXIT.done;
  const lines = examined.problems.map((problem) => `  - ${plainText(problem)}\n`);
  stderr.write(`merge-queue cannot serve with these settings:\n${lines.join("")}`);
  return EXIT.wrongUse;
}

function tableOf({ held }: Examined): string {
  const rows = [...held].map(([key, { shown, origin }]) => [
    SETTINGS[key].name,
    plainText(shown),
    plainText(origin),
  ]);
  const widths = [0, 1].map((column) =>
    Math.min(40, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  );
  return rows
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`)
    .join("");
}

/** Runs the service until a signal stops it. Reports why it cannot start, with advice. */
async function serve(sources: Sources, { stdout, stderr }: Surroundings): Promise<ExitCode> {
  const examined = examineConfig(sources);
  warn(examined.warnings, stderr);
  const config = configOf(examined, SETTING_KEYS);
  const { startService } = await import("../../../service/app/main.js");
  let service: RunningService;
  try {
    service = await startService(config, programVersion());
  } catch (error) {
    const problem = startProblem(error);
    if (problem === null) throw error;
    return explain([problem], stderr);
  }
  const told = stopSignal();
  stdout.write(`merge-queue serves ${service.apiUrl}\n${served(examined)}`);
  const signal = await told;
  stderr.write(`merge-queue stops on ${signal}; another signal ends it immediately\n`);
  return stopped(service, stderr);
}

function explain(problems: readonly string[], stderr: TextOutput): ExitCode {
  const lines = problems.map((problem) => `  - ${plainText(problem)}\n`);
  stderr.write(`merge-queue cannot serve:\n${lines.join("")}`);
  return EXIT.wrongUse;
}

function warn(warnings: readonly string[], stderr: TextOutput): void {
  for (const warning of warnings) stderr.write(`merge-queue: warning: ${plainText(warning)}\n`);
}

/** The settings that help most when the service does not behave as expected. */
function served({ held }: Examined): string {
  const whoTests = held.get("forge")?.value === "github" ? "forge" : "testCommand";
  const keys = ["repositories", whoTests, "database", "dataFolder"] as const;
  return keys
    .map((key) => {
      const { shown = "", origin = "" } = held.get(key) ?? {};
      return `  ${SETTINGS[key].name}: ${plainText(shown)} (${plainText(origin)})\n`;
    })
    .join("");
}

async function stopped(service: RunningService, stderr: TextOutput): Promise<ExitCode> {
  const ended = await withTimeout(service.stop(), STOP_DEADLINE_MS, () => "late" as const);
  if (ended !== "late") return EXIT.done;
  stderr.write("merge-queue did not stop in 30 s and exits now; the next start continues from the store\n");
  process.exit(EXIT.deadline);
}

/** The first signal starts a graceful stop; a second one ends the process by the default action. */
async function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const keepAlive = setInterval(() => undefined, 1 << 30);
    // A closed terminal sends SIGHUP. Settings are not reloaded on it; they are fixed from start to stop.
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    const stop = (signal: NodeJS.Signals) => {
      clearInterval(keepAlive);
      for (const name of signals) process.off(name, stop);
      resolve(signal);
    };
    for (const name of signals) process.on(name, stop);
  });
}

const ADVICE: ReadonlyMap<string, string> = new Map([
  ["EADDRINUSE", "another program listens there; stop it, or give another port with --listen"],
  ["EACCES", "this user may not use that port; give a port above 1023 with --listen"],
  ["EADDRNOTAVAIL", "this machine does not have that address; give one of its addresses with --listen"],
]);
const OTHERWISE = "give an address of this machine with --listen";

/** The reason why the service could not start, with advice; null if unexpected. */
function startProblem(error: unknown): string | null {
  if (error instanceof WorldError) return error.message;
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return null;
  if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") return null;
  return `${error.message}: ${ADVICE.get(String(error.code)) ?? OTHERWISE}`;
}
