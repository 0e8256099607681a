/** A terminal with one shell, so that folders, variables and background jobs of a block are there for the next block. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export class Terminal {
  readonly #folder: string;
  readonly #shell: ChildProcess;
  readonly #closed: Promise<unknown>;
  #blocks = 0;
  #output = "";

  /** The folder keeps what the terminal needs for itself; the first block starts in it. */
  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#shell = spawn("bash", ["--norc", "-euo", "pipefail"], {
      cwd: folder,
      env: environment,
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
    });
    this.#closed = once(this.#shell, "close");
    this.#shell.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      this.#output += chunk;
    });
  }

  /** The standard output of a block. Throws when a line of it fails, with what the block printed as errors. */
  async run(block: string): Promise<string> {
    const [script, errors] = [join(this.#folder, "block.sh"), join(this.#folder, "errors")];
    writeFileSync(script, block);
    this.#blocks += 1;
    const end = `[end of block ${this.#blocks}]\n`;
    this.#output = "";
    this.#shell.stdin?.write(`source '${script}' </dev/null 2>'${errors}'; printf '${end.trim()}\\n'\n`);
    while (!this.#output.endsWith(end)) {
      if (this.#shell.exitCode !== null)
        throw new Error(`failed:\n${block}\n${this.#output}${readFileSync(errors, "utf8")}`);
      await Promise.race([once(this.#shell.stdout ?? this.#shell, "data"), this.#closed]);
    }
    return this.#output.slice(0, -end.length);
  }

  /** Ends the shell and everything that it has started. */
  async close(): Promise<void> {
    if (this.#shell.pid === undefined || this.#shell.exitCode !== null) return;
    process.kill(-this.#shell.pid, "SIGKILL");
    await this.#closed;
  }
}
