/** A step of the action without a process for it: the sources, a runtime that remembers, and a scripted service. */
import { rendered } from "../../src/action/markup.js";
import type { Summary } from "../../src/action/report.js";
import { runStep } from "../../src/action/run-step.js";
import { Runtime } from "../../src/action/runtime.js";
import { TOKEN } from "./client-samples.js";
import { type Script, startScriptedService } from "./scripted-service.js";

export interface StepResult {
  readonly exitCode: number;
  readonly outputs: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  /** Of the job summary, as Markdown. */
  readonly rows: readonly string[];
}

class RememberingRuntime extends Runtime {
  readonly outputs: Record<string, string> = {};
  readonly warnings: string[] = [];
  readonly errors: string[] = [];
  rows: readonly string[] = [];
  readonly #inputs: Readonly<Record<string, string>>;

  constructor(inputs: Readonly<Record<string, string>>) {
    super();
    this.#inputs = inputs;
  }

  override input(name: string): string {
    return this.#inputs[name] ?? "";
  }

  override environment(name: string): string {
    return name === "GITHUB_SERVER_URL" ? "https://github.com" : "";
  }

  override mask(): void {}

  override log(): void {}

  override debug(): void {}

  override warn(message: string): void {
    this.warnings.push(message);
  }

  override error(message: string): void {
    this.errors.push(message);
  }

  override setOutput(name: string, value: string): void {
    this.outputs[name] = value;
  }

  override async writeSummary({ rows }: Summary): Promise<void> {
    this.rows = rows.map((row) => rendered(row, (text) => text));
    return Promise.resolve();
  }
}

export async function stepInProcess(
  script: Script,
  inputs: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const server = await startScriptedService(script);
  try {
    const runtime = new RememberingRuntime({
      "api-url": server.apiUrl,
      "api-token": TOKEN,
      repository: "acme/shop",
      "target-branch": "main",
      retries: "0",
      ...inputs,
    });
    const { signal } = new AbortController();
    const exitCode = await runStep(runtime, { stop: signal, end: signal });
    const { outputs, warnings, errors, rows } = runtime;
    return { exitCode, outputs, warnings, errors, rows };
  } finally {
    await server.close();
  }
}
