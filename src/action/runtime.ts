/**
 * The runner as the action sees it: inputs and environment in; log, annotations, outputs and summary out.
 * The only file that imports the Actions toolkit, so that no text leaves without being cleaned here.
 */
import { existsSync, statSync } from "node:fs";
import * as core from "@actions/core";
import { forAnnotation, forLog, forOutput } from "./hostile-text.js";
import { type Markup, rendered } from "./markup.js";
import { Secrets } from "./secrets.js";

/** The runner drops a summary that is larger, all of it. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

export class Runtime {
  readonly #secrets = new Secrets();

  input(name: string): string {
    return core.getInput(name);
  }

  environment(name: string): string {
    return process.env[name] ?? "";
  }

  /** From now on neither the runner nor this class shows the secret. */
  mask(secret: string): void {
    if (secret.trim() === "") return;
    this.#secrets.add(secret);
    core.setSecret(secret);
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

  /** Without a file the toolkit would print a workflow command instead, which is the door this closes. */
  setOutput(name: string, value: string): void {
    const file = this.environment("GITHUB_OUTPUT");
    if (file !== "" && existsSync(file)) core.setOutput(name, forOutput(this.#secrets.redact(value)));
  }

  /** A summary that cannot be written is a warning: the step's outcome does not depend on it. */
  async writeSummary(summary: Markup): Promise<void> {
    const file = this.environment("GITHUB_STEP_SUMMARY");
    if (file === "") return;
    try {
      const markdown = this.#secrets.redact(rendered(summary, (text) => this.#secrets.redact(text)));
      if (statSync(file).size + Buffer.byteLength(markdown) > MAX_SUMMARY_BYTES) {
        this.warn("The job summary is not written: the runner would drop one of more than 1 MiB.");
        return;
      }
      await core.summary.addRaw(markdown).write();
    } catch (error) {
      this.warn(
        `The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
