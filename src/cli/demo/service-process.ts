/** The service as a process of its own, as an operator runs it; a killed one is started again where it was. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../../bin/merge-queue.js", import.meta.url));
const START_DEADLINE_MS = 15_000;

export interface ServiceProcessOptions {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Called after a process that was killed was started again. */
  readonly onRestart: () => void;
}

export class ServiceProcess {
  readonly #options: ServiceProcessOptions;
  readonly #log: WriteStream;
  readonly #port: number;
  #child: ChildProcess;
  #stopping = false;
  /** The end of what its processes wrote. */
  #said = "";
  /** How the last start ended. */
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

  /** As a crash ends it: at once, with whatever it was doing. The next one is started by itself. */
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
    this.#log.end();
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
    child.once("exit", (_, signal) => {
      // One that ends by itself has its reasons, and says them.
      if (this.#stopping || signal === null) return;
      this.#child = this.#spawn();
      this.#up = this.#serving(this.#child);
      this.#up.then(this.#options.onRestart, () => undefined);
    });
    return child;
  }

  /** Settles when the process says that it serves, or never will. */
  async #serving(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        clearTimeout(timer);
        reject(new Error(`the service did not start (${why}): ${this.#said.slice(-2000)}`));
      };
      const timer = setTimeout(
        () => fail(`nothing heard for ${START_DEADLINE_MS / 1000} s`),
        START_DEADLINE_MS,
      );
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
