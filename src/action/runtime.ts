/**
 * The runner as the action sees it: inputs and environment in; log, annotations, outputs and summary out.
 * The only file that imports the Actions toolkit, so that no text leaves without being cleaned here.
 */
import { statSync } from "node:fs";
import * as core from "@actions/core";
import { shown } from "../client/words.js";
import { errorText } from "../domain/thrown.js";
import { forAnnotation, forJsonOutput, forLog, forOutput } from "./hostile-text.js";
import { rendered } from "./markup.js";
import type { OutputName } from "./outputs.js";
import type { Summary } from "./report.js";

const REMOVED = "***";
/** Without a bracket or another few characters that a secret of several lines has to itself a text stays readable. */
const SHORTEST_PART = 4;

/** The step's secrets, and their removal from any text that is about to leave the process. */
export class Secrets {
  /** Longest first, so that a secret that contains another one leaves no rest. */
  #spellings: readonly string[] = [];

  /** From now on the secret is removed, also as JSON or an address spells it, and each of its longer lines alone. */
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

/** The runner drops a summary that is larger, all of it. */
const MAX_SUMMARY_BYTES = 1024 * 1024;

/** Has a limit of its own: its end cannot be cut off. */
const JSON_OUTPUT: OutputName = "response";

/** The file of the outputs cannot be written, so that later steps do not see them. */
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
  /** Variables that the process has no more, by their names. */
  readonly #taken = new Map<string, string>();

  input(name: string): string {
    const taken = this.#taken.get(inputVariable(name));
    return taken === undefined ? core.getInput(name) : taken.trim();
  }

  environment(name: string): string {
    return this.#taken.get(name) ?? process.env[name] ?? "";
  }

  /** From now on only this object knows the variable: nothing that the process starts inherits it. */
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
      this.warn(`The job summary could not be written: ${errorText(error)}`);
    }
  }
}

/** Where the runner puts an input, as the toolkit reads it. */
function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`;
}

const MARK = "| … | More than the runner takes is left out here. |\n\n";

interface SummaryText {
  /** Empty when not even the first line fits. */
  readonly markdown: string;
  /** How many lines are left out. */
  readonly omitted: number;
}

/** The first line is the head; of the others those that fit. */
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
