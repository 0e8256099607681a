/** Runs the service until it is told to stop. What keeps it from starting becomes a sentence that says what to do. */
import { configOf, type Examined, examineConfig } from "../../service/config.js";
import type { RunningService } from "../../service/main.js";
import { WorldError } from "../../service/ports/world-error.js";
import { withTimeout } from "../../service/rounds/within.js";
import type { Sources } from "../../service/settings/layers.js";
import { SETTING_KEYS, SETTINGS } from "../../service/settings/settings.js";
import { STOP_DEADLINE_MS } from "../../service/stop-deadline.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings, TextOutput } from "../surroundings.js";
import { programVersion } from "../version.js";

export async function serve(sources: Sources, { stdout, stderr }: Surroundings): Promise<ExitCode> {
  const examined = examineConfig(sources);
  warn(examined.warnings, stderr);
  const config = configOf(examined, SETTING_KEYS);
  const { startService } = await import("../../service/main.js");
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
  stderr.write(`merge-queue stops on ${signal}; another signal ends it at once\n`);
  return stopped(service, stderr);
}

export function explain(problems: readonly string[], stderr: TextOutput): ExitCode {
  const lines = problems.map((problem) => `  - ${plainText(problem)}\n`);
  stderr.write(`merge-queue cannot serve:\n${lines.join("")}`);
  return EXIT.wrongUse;
}

export function warn(warnings: readonly string[], stderr: TextOutput): void {
  for (const warning of warnings) stderr.write(`merge-queue: warning: ${plainText(warning)}\n`);
}

/** The settings that people look for first when something is not as they thought. */
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
  stderr.write("merge-queue did not stop in 30 s and ends as it is; the next start goes on from the store\n");
  process.exit(EXIT.deadline);
}

/** The first signal asks for a graceful stop; a second one ends the process as it would without us. */
async function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const keepAlive = setInterval(() => undefined, 1 << 30);
    // A terminal that is closed says SIGHUP. Nothing is read again: settings hold from start to stop.
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
  ["EADDRINUSE", "another program serves there; stop it, or name another port with --listen"],
  ["EACCES", "this user may not use that port; name one above 1023 with --listen"],
  ["EADDRNOTAVAIL", "this machine does not have that address; name one that it has with --listen"],
]);
const OTHERWISE = "name an address of this machine with --listen";

/** What kept the service from starting, as a sentence with advice; null for what is not foreseen. */
function startProblem(error: unknown): string | null {
  if (error instanceof WorldError) return error.message;
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return null;
  if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") return null;
  return `${error.message}: ${ADVICE.get(String(error.code)) ?? OTHERWISE}`;
}
