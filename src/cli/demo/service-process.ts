/** Runs the service as a separate process, as an operator does; restarts it on the same data after a kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../../bin/merge-queue.js", import.meta.url));
const START_DEADLINE_MS = 15_000;
/** Time to read the rest of the output, in case another process holds the pipe open. */
const LAST_WORDS_MS = 2000;

export interface ServiceProcessOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Called after a killed process has restarted. */
  readonly onRestart: () => void;
  /** Time limit for a start to print its first line. */
  readonly startDeadlineMs?: number;
}

export class ServiceProcess {
  readonly #options: ServiceProcessOptions;
  readonly #log: WriteStream;
  readonly #port: number;
  #child: ChildProcess;
  /** Resolves when the newest process has ended and all its output was read. */
  #closed: Promise<void> = Promise.resolve();
  #stopping = false;
  /** The last part of the output of all processes. */
  #said = "";
  /** The outcome of the last start. */
  #up: Promise<void>;

  private constructor(options: ServiceProcessOptions, port: number) {
    this.#options = options;
    this.#port = port;
    this.#log = createWriteStream(join(options.folder, "service.log"), { flags: "a" });
    this.#child = this.#spawn();
    this.#up = this.#serving(this.#child);
  }

  static async start(options: ServiceProcessOptions): Promise<ServiceProcess> {
    const service = new ServiceProcess(options, await freePort());
    try {
      await service.#up;
      return service;
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  get logFile(): string {
    return join(this.#options.folder, "service.log");
  }

  /** Kills the process immediately, as a crash would; it restarts automatically. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#up.catch(() => undefined);
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
    }
    await Promise.race([this.#closed, pause(LAST_WORDS_MS, undefined, { ref: false })]);
    await new Promise<void>((resolve) => {
      this.#log.end(resolve);
    });
  }

  #spawn(): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, "serve"], {
      cwd: this.#options.folder,
      env: { ...this.#options.environment, MERGE_QUEUE_LISTEN: `127.0.0.1:${this.#port}` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(this.#log, { end: false });
      stream.on("data", (chunk: Buffer) => {
        this.#said = `${this.#said}${chunk.toString()}`.slice(-4000);
      });
    }
    this.#closed = new Promise((resolve) => child.once("close", () => resolve()));
    child.once("exit", (_, signal) => {
      // A process that exits on its own printed the reason in its log.
      if (this.#stopping || signal !== "SIGKILL") return;
      this.#child = this.#spawn();
      this.#up = this.#serving(this.#child);
      this.#up.then(this.#options.onRestart, () => undefined);
    });
    return child;
  }

  /** Resolves when the process reports that it serves; rejects when it exits or the deadline passes. */
  async #serving(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        clearTimeout(timer);
        reject(new Error(`the service did not start (${why}): ${this.#said.slice(-2000)}`));
      };
      const deadlineMs = this.#options.startDeadlineMs ?? START_DEADLINE_MS;
      const timer = setTimeout(() => fail(`no output for ${deadlineMs / 1000} s`), deadlineMs);
      child.once("exit", (code, signal) => fail(signal ?? `exit code ${code}`));
      child.stdout?.on("data", (chunk: Buffer) => {
        if (!chunk.toString().includes("serves")) return;
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

async function freePort(): Promise<number> {
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
