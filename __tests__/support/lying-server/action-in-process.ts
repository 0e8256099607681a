/** The Action from its sources, or from a copy of them, without a process for it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Told } from "./told.js";

/** What a step of the Action runs in: it remembers all that is claimed. */
export class RememberingRuntime {
  readonly outputs: Record<string, string> = {};
  readonly logs: string[] = [];
  readonly warnings: string[] = [];
  readonly errors: string[] = [];
  readonly mistakes: string[] = [];
  summary = "";
  readonly #inputs: Readonly<Record<string, string>>;
  readonly #folder: string;

  constructor(inputs: Readonly<Record<string, string>>, folder: string) {
    this.#inputs = inputs;
    this.#folder = folder;
  }

  input(name: string): string {
    return this.#inputs[name] ?? "";
  }

  environment(name: string): string {
    if (name === "GITHUB_SERVER_URL") return "https://github.com";
    return name === "GITHUB_WORKSPACE" || name === "RUNNER_TEMP" ? this.#folder : "";
  }

  mask(): void {}

  takeInput(): void {}

  takeVariable(): void {}

  redact(text: string): string {
    return text;
  }

  log(line: string): void {
    this.logs.push(line);
  }

  debug(message: string): void {
    this.mistakes.push(message);
  }

  warn(message: string): void {
    this.warnings.push(message);
  }

  error(message: string): void {
    this.errors.push(message);
  }

  setOutput(name: string, value: string): void {
    this.outputs[name] = value;
  }

  writeSummary(summary: unknown): Promise<void> {
    this.summary = JSON.stringify(summary);
    return Promise.resolve();
  }

  told(exitCode: number | null, metrics: string): Told {
    const { outputs, logs, warnings, errors, summary } = this;
    return { exitCode, outputs, logs, warnings, errors, summary, metrics };
  }
}

export interface Signals {
  readonly stop: AbortSignal;
  readonly end: AbortSignal;
}

export type RunStep = (runtime: RememberingRuntime, signals: Signals) => Promise<0 | 1>;

/** What it loads when it needs it: loading takes a time of its own, which no step is to wait for. */
const LOADED_LATER = [
  "action/perform",
  "action/sending",
  "action/checked-settings",
  "action/impacted-targets-input",
  "client/conforming",
  "client/metrics-problem",
];

/** `sources` is a folder such as `src`. */
export async function loadAction(sources: string): Promise<RunStep> {
  const load = (name: string): Promise<unknown> => import(pathToFileURL(join(sources, `${name}.ts`)).href);
  const module = await load("action/run-step");
  for (const name of LOADED_LATER) await load(name).catch(() => undefined);
  if (!isAction(module)) throw new Error(`${sources} has no action`);
  return module.runStep;
}

function isAction(module: unknown): module is { readonly runStep: RunStep } {
  return typeof module === "object" && module !== null && "runStep" in module;
}
