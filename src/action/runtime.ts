/**
 * The runner as the action sees it: inputs and environment in; log, annotations, outputs and summary out.
 * The only file that imports the Actions toolkit, so that no text leaves without being cleaned here.
 */
import { statSync } from "node:fs";
import * as core from "@actions/core";
import { shown } from "../client/shown.js";
import { forAnnotation, forJsonOutput, forLog, forOutput } from "./hostile-text.js";
import { rendered } from "./markup.js";
import type { OutputName } from "./outputs.js";
import type { Summary } from "./report.js";
import { Secrets } from "./secrets.js";
import { summaryWithin } from "./summary-text.js";

/** The runner drops a summary that is larger, all of it. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

/** Has a limit of its own: its end cannot be cut off. */
const JSON_OUTPUT: OutputName = "response";

/** The file of the outputs cannot be written, so that later steps do not see them. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The outputs could not be written to ${shown(file)} (GITHUB_OUTPUT): ${reason}`, { cause });
  }
}

const RUNNER_TOKENS = ["ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];

/** As the runner names the variable of an input. */
function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`;
}

export class Runtime {
  readonly #secrets = new Secrets();

  /** Values of variables that are no longer in the environment, by their names. */
  readonly #taken = new Map<string, string>();

  input(name: string): string {
    return this.#taken.get(inputVariable(name))?.trim() ?? core.getInput(name);
  }

  environment(name: string): string {
    return this.#taken.get(name) ?? process.env[name] ?? "";
  }

  /** Masks a secret input and takes it out of the environment, so that no program that is started inherits it. */
  takeSecret(input: string, variable?: string): void {
    this.mask(this.input(input));
    if (variable !== undefined) this.mask(this.environment(variable));
    for (const name of [inputVariable(input), variable ?? ""]) {
      const value = process.env[name];
      if (value !== undefined) this.#taken.set(name, value);
      Reflect.deleteProperty(process.env, name);
    }
    // The runner's own, which no operation needs.
    for (const name of RUNNER_TOKENS) Reflect.deleteProperty(process.env, name);
  }

  /** From now on neither the runner nor this class shows the secret. */
  mask(secret: string): void {
    if (secret.trim() === "") return;
    this.#secrets.add(secret);
    // The runner masks what it is told, and not what is sent: a variable is read without the space around it.
    for (const spelling of new Set([secret, secret.trim()])) core.setSecret(spelling);
  }

  log(line: string): void {
    core.info(forLog(this.#secrets.redact(line)));
  }

  warn(message: string): void {
    core.warning(forAnnotation(this.#secrets.redact(message)));
  }

  error(message: string): void {
    core.error(forAnnotation(this.#secrets.redact(message)));
  }

  /** Shown only when the run was started with debug logging. */
  debug(message: string): void {
    if (core.isDebug()) core.debug(forAnnotation(this.#secrets.redact(message)));
  }

  redact(text: string): string {
    return this.#secrets.redact(text);
  }

  /**
   * Without a file the toolkit would print a workflow command instead, which is the door this closes. Throws
   * `OutputError` where the runner names a file that cannot be written.
   */
  setOutput(name: string, value: string): void {
    const file = this.environment("GITHUB_OUTPUT");
    if (file === "") return;
    const text = this.#secrets.redact(value);
    try {
      core.setOutput(name, name === JSON_OUTPUT ? forJsonOutput(text) : forOutput(text));
    } catch (error) {
      throw new OutputError(file, error);
    }
  }

  /** A summary that cannot be written is a warning: the step's outcome does not depend on it. */
  async writeSummary({ head, rows }: Summary): Promise<void> {
    const file = this.environment("GITHUB_STEP_SUMMARY");
    if (file === "") return;
    try {
      const lines = [head, ...rows].map((line) =>
        this.#secrets.redact(rendered(line, (text) => this.#secrets.redact(text))),
      );
      const { markdown, omitted } = summaryWithin(MAX_SUMMARY_BYTES - statSync(file).size, lines);
      if (omitted > 0)
        this.warn(`The job summary lacks ${omitted} lines: the runner drops one of more than 1 MiB.`);
      if (markdown === "") return;
      await core.summary.addRaw(markdown).write();
    } catch (error) {
      this.warn(
        `The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
