/** `merge-queue serve` as a child process whose words and environment a test gives in full. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { ROOT } from "./source-files.js";

const PATIENCE_MS = 20_000;

export interface Ending {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Serving {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  /** Of Node itself. */
  readonly nodeOptions?: readonly string[];
}

export class ServeProcess {
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcess;
  #stdout = "";
  #stderr = "";

  constructor({ folder, environment, words = [], nodeOptions = [] }: Serving) {
    const program = join(ROOT, "bin/merge-queue.js");
    this.#child = spawn(process.execPath, [...nodeOptions, program, "serve", ...words], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.on("data", (chunk: Buffer) => {
      this.#stdout += chunk.toString();
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.on("error", reject);
      this.#child.on("close", (exitCode, signal) =>
        resolve({ exitCode, signal, stdout: this.#stdout, stderr: this.#stderr }),
      );
    });
  }

  /** Resolves with what was said as soon as it matches. */
  async says(pattern: RegExp, patienceMs = PATIENCE_MS): Promise<string> {
    return new Promise((resolve, reject) => {
      const said = () => `${this.#stdout}${this.#stderr}`;
      const giveUp = (why: string) =>
        reject(new Error(`${why} before it said ${String(pattern)}: ${said()}`));
      const timer = setTimeout(() => giveUp(`${patienceMs} ms passed`), patienceMs);
      const look = () => {
        if (!pattern.test(said())) return;
        clearTimeout(timer);
        resolve(said());
      };
      this.#child.stdout?.on("data", look);
      this.#child.stderr?.on("data", look);
      this.#child.on("close", () => {
        clearTimeout(timer);
        giveUp("it ended");
      });
      look();
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** As a test ends it that has seen enough. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === "string") reject(new Error("no free port"));
        else resolve(address.port);
      });
    });
  });
}
