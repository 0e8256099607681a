/**
 * Runs the built action as a runner runs it: a process of its own in the workspace, a cleaned environment,
 * inputs as variables, the event as a file, and files for outputs and summary that are read strictly.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { commandsIn, fileCommandPairs, type LogCommand } from "./runner-files.js";
import { ROOT } from "./source-files.js";

/** From SIGINT to SIGTERM, and from there to the kill, as the runner does when a job is cancelled. */
export const RUNNER_ENDS_MS = { SIGINT: 7500, SIGTERM: 2500 } as const;

export interface ActionCall {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly eventName?: string;
  readonly event?: unknown;
  /** Added to the runner's environment, or replacing it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Files that an earlier step left in the workspace. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Symbolic links in the workspace, by name: where they lead. */
  readonly links?: Readonly<Record<string, string>>;
  /** Another Node than `MERGE_QUEUE_TEST_NODE`, or than the one the tests run on. */
  readonly node?: string;
}

export interface ActionRun {
  /** Null when the process was killed. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly stdout: string;
  readonly stderr: string;
  /** In the order of the log; masks included. */
  readonly commands: readonly LogCommand[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What the step left in the workspace, by name. */
  file(name: string): string;
}

/** A dropped summary is a summary that nobody sees. */
const MAX_SUMMARY_BYTES = 1_048_576;
/** A step that does not end by itself is killed, as the runner does, so that no test leaves one behind. */
const LONGEST_RUN_MS = 60_000;
const RUNNER_TOKEN = "ghs_the-token-of-these-runs";
const BUNDLE = join(ROOT, "dist/index.js");

export async function runAction(call: ActionCall): Promise<ActionRun> {
  return startAction(call).finished;
}

export interface RunningAction {
  readonly finished: Promise<ActionRun>;
  /** Resolves as soon as the log matches. */
  logMatches(pattern: RegExp): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

export function startAction(call: ActionCall): RunningAction {
  const folder = new StepFolder(call);
  const startedAt = performance.now();
  const child = spawn(call.node ?? process.env["MERGE_QUEUE_TEST_NODE"] ?? process.execPath, [BUNDLE], {
    cwd: folder.workspace,
    env: environmentOf(call, folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = new Log(child);
  const tooLong = setTimeout(() => child.kill("SIGKILL"), LONGEST_RUN_MS);
  const finished = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  })
    .finally(() => clearTimeout(tooLong))
    .then((exitCode) => folder.take(exitCode, performance.now() - startedAt, log));
  return {
    finished,
    logMatches: (pattern) => log.matches(pattern),
    signal: (name) => child.kill(name),
  };
}

/** What the runner keeps for one step. */
class StepFolder {
  readonly workspace = mkdtempSync(join(tmpdir(), "merge-queue-workspace-"));
  readonly commandFiles = mkdtempSync(join(tmpdir(), "merge-queue-step-"));
  readonly event = join(this.commandFiles, "event.json");
  readonly output = join(this.commandFiles, "set_output");
  readonly summary = join(this.commandFiles, "step_summary");

  constructor({ event, files, links }: ActionCall) {
    writeFileSync(this.event, JSON.stringify(event ?? {}));
    writeFileSync(this.output, "");
    writeFileSync(this.summary, "");
    for (const [name, content] of Object.entries(files ?? {}))
      writeFileSync(join(this.workspace, name), content);
    for (const [name, to] of Object.entries(links ?? {})) symlinkSync(to, join(this.workspace, name));
  }

  /** Reads everything and removes it. */
  take(exitCode: number | null, durationMs: number, { stdout, stderr }: Log): ActionRun {
    const commands = [...commandsIn(stdout), ...commandsIn(stderr)];
    const texts = (name: string) =>
      commands.filter((command) => command.name === name).map(({ text }) => text);
    const legacy = commands.filter(({ name }) => name === "set-output");
    const files = readFiles(this.workspace);
    const summary = readFileSync(this.summary);
    const run: ActionRun = {
      exitCode,
      durationMs,
      stdout,
      stderr,
      commands,
      errors: texts("error"),
      warnings: texts("warning"),
      outputs: {
        ...Object.fromEntries(legacy.map(({ properties, text }) => [properties["name"] ?? "", text])),
        ...fileCommandPairs(readFileSync(this.output, "utf8")),
      },
      summary: summary.byteLength > MAX_SUMMARY_BYTES ? "" : summary.toString(),
      file: (name) => files.get(name) ?? "",
    };
    rmSync(this.workspace, { recursive: true, force: true });
    rmSync(this.commandFiles, { recursive: true, force: true });
    return run;
  }
}

function readFiles(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(entries.map(({ name }) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** The child's log, and who waits for something in it. */
class Log {
  stdout = "";
  stderr = "";
  #waiting: { readonly pattern: RegExp; readonly resolve: () => void }[] = [];

  constructor({ stdout, stderr }: ChildProcess) {
    stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      this.#settle();
    });
    stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
  }

  matches(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ pattern, resolve });
      this.#settle();
    });
  }

  #settle(): void {
    this.#waiting = this.#waiting.filter(({ pattern, resolve }) => {
      const isThere = pattern.test(this.stdout);
      if (isThere) resolve();
      return !isThere;
    });
  }
}

function environmentOf(call: ActionCall, folder: StepFolder): Record<string, string> {
  const github = {
    GITHUB_REPOSITORY: "acme/shop",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_RUN_ID: "4242",
    GITHUB_ACTOR: "mona",
    GITHUB_TRIGGERING_ACTOR: "mona",
    GITHUB_REF: "refs/heads/main",
    ...call.environment,
  };
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: call.eventName ?? "pull_request",
    GITHUB_EVENT_PATH: folder.event,
    GITHUB_WORKSPACE: folder.workspace,
    GITHUB_OUTPUT: folder.output,
    GITHUB_STEP_SUMMARY: folder.summary,
    ...inputVariables(call.inputs ?? {}, github.GITHUB_REPOSITORY),
    ...github,
  };
}

/** Every declared input is there, empty when it has neither a value nor a default; expressions are filled in. */
function inputVariables(given: Readonly<Record<string, string>>, repository: string): Record<string, string> {
  const expressions: Readonly<Record<string, string>> = {
    "${{ github.repository }}": repository,
    "${{ github.token }}": RUNNER_TOKEN,
  };
  const defaults = declaredDefaults();
  const undeclared = Object.keys(given).filter((name) => !defaults.has(name));
  if (undeclared.length > 0) throw new Error(`action.yml declares no input ${undeclared.join(", ")}`);
  return Object.fromEntries(
    [...defaults].map(([name, byDefault]) => {
      const text = given[name] ?? expressions[byDefault] ?? byDefault;
      return [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, text];
    }),
  );
}

let declared: ReadonlyMap<string, string> | undefined;

/** Input names of action.yml with their defaults. */
function declaredDefaults(): ReadonlyMap<string, string> {
  declared ??= readDeclaredDefaults();
  return declared;
}

function readDeclaredDefaults(): ReadonlyMap<string, string> {
  const action: unknown = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
  const inputs = member(action, "inputs");
  if (typeof inputs !== "object" || inputs === null) throw new Error("action.yml declares no inputs");
  return new Map(
    Object.entries(inputs).map(([name, input]) => {
      const byDefault = member(input, "default");
      return [name, typeof byDefault === "string" ? byDefault : ""];
    }),
  );
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
