/**
 * The runner as the action sees it: inputs and environment in; log, annotations, outputs and summary out.
 * The only file that imports the Actions toolkit, so every text is cleaned here before it leaves.
 */
import { statSync } from "node:fs";
import * as core from "@actions/core";
import { shown } from "../client/message-words.js";
import { errorText } from "../domain/thrown.js";
import { forAnnotation, forJsonOutput, forLog, forOutput } from "./hostile-text.js";
import { rendered } from "./markup.js";
import type { OutputName } from "./outputs.js";
import type { Summary } from "./report.js";

const REMOVED = "***";
/** Shorter lines of a secret, such as a bracket, are not removed by themselves, so that texts remain readable. */
const SHORTEST_PART = 4;

/** The step's secrets, which are removed from every text that leaves the process. */
export class Secrets {
  /** Longest first, so that a secret that contains another one is removed completely. */
  #spellings: readonly string[] = [];

  /** From now on the secret is removed, also in JSON or URL encoding, and each of its longer lines by itself. */
  add(secret: string): void {
    const lines = secret.split(/[\r\n]+/).flatMap((line) => [line, line.trim()]);
    const longer = lines.filter((line) => line.trim().length >= SHORTEST_PART);
    const parts = [secret, secret.trim(), ...longer].filter((part) => part.trim() !== "");
    const spellings = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), inAddress(part)]);
    this.#spellings = [...new Set([...this.#spellings, ...spellings])].sort((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    return this.#spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REMOVED), text);
  }
}

function inAddress(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The runner drops a larger summary completely. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

/** This output has a separate limit, since JSON must not be truncated. */
const JSON_OUTPUTS: ReadonlySet<string> = new Set<OutputName>(["response", "failed-test-runs"]);

/** The file of the outputs cannot be written, so later steps do not see the outputs. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(file: string, cause: unknown) {
    super(`The outputs could not be written to ${shown(file)} (GITHUB_OUTPUT): ${errorText(cause)}`, {
      cause,
    });
  }
}

export class Runtime {
  readonly #secrets = new Secrets();
  /** Variables that were removed from the process, by name. */
  readonly #taken = new Map<string, string>();

  input(name: string): string {
    const taken = this.#taken.get(inputVariable(name));
    return taken === undefined ? core.getInput(name) : taken.trim();
  }

  environment(name: string): string {
    return this.#taken.get(name) ?? process.env[name] ?? "";
  }

  /** From now on only this object has the variable: no started program inherits it. */
  takeVariable(name: string): void {
    const value = process.env[name];
    if (value === undefined) return;
    this.#taken.set(name, value);
    Reflect.deleteProperty(process.env, name);
  }

  takeInput(name: string): void {
    this.takeVariable(inputVariable(name));
  }

  /** From now on neither the runner nor this class shows the secret. */
  mask(secret: string): void {
    if (secret.trim() === "") return;
    this.#secrets.add(secret);
    // The runner masks exactly what it receives here, but a variable is used without the white space around it.
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
   * Without a file, the toolkit would print a workflow command instead, which this prevents. Throws `OutputError` when
   * the runner's file cannot be written.
   */
  setOutput(name: string, value: string): void {
    const file = this.environment("GITHUB_OUTPUT");
    if (file === "") return;
    const text = this.#secrets.redact(value);
    try {
      core.setOutput(name, JSON_OUTPUTS.has(name) ? forJsonOutput(text) : forOutput(text));
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
        this.warn(`The job summary lacks ${omitted} lines: the runner drops a summary of more than 1 MiB.`);
      if (markdown === "") return;
      await core.summary.addRaw(markdown).write();
    } catch (error) {
      this.warn(`The job summary could not be written: ${errorText(error)}`);
    }
  }
}

/** The variable in which the runner passes an input, as the toolkit reads it. */
function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`;
}

const MARK = "| … | Lines beyond the runner's limit are left out here. |\n\n";

interface SummaryText {
  /** Empty when not even the first line fits. */
  readonly markdown: string;
  /** The number of omitted lines. */
  readonly omitted: number;
}

/** Keeps the first line, the head, and each other line that still fits. */
export function summaryWithin(mostBytes: number, [head = "", ...rows]: readonly string[]): SummaryText {
  let room = mostBytes - Buffer.byteLength(`${head}\n${MARK}`);
  if (room < 0) return { markdown: "", omitted: rows.length + 1 };
  const fitting = rows.filter((row) => {
    const bytes = Buffer.byteLength(`${row}\n`);
    const fits = bytes <= room;
    if (fits) room -= bytes;
    return fits;
  });
  const omitted = rows.length - fitting.length;
  return { markdown: `${[head, ...fitting].join("\n")}\n${omitted > 0 ? MARK : "\n"}`, omitted };
}
