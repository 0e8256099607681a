/** `merge-queue serve` under somebody who starts it again at once however it ended, as systemd would. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, type WriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withTimeout } from "../../../src/service/work/within.js";
import { freePort } from "../serve-process.js";
import type { Program } from "./program.js";

const MOVED_CLOCK = new URL("../moved-clock.mjs", import.meta.url).href;
const SAID_CHARACTERS = 4000;
/** For one that cannot start, such as while its database is down. */
const PAUSE_AFTER_FAILURE_MS = 200;
/** One that has served before may wait for its database. */
const SERVES_WITHIN_MS = { first: 60_000, later: 10 * 60_000 };

export interface KeptOptions {
  readonly name: string;
  readonly program: Program;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How far the clock of its machine is ahead; absent: it is right. */
  readonly clockAheadMs?: number;
  /** Called when a process ends that nobody killed; what it said last tells why. */
  readonly onOwnEnd: (said: string) => void;
}

export class KeptProcess {
  readonly name: string;
  readonly apiUrl: string;
  readonly #options: KeptOptions;
  readonly #port: number;
  readonly #log: WriteStream;
  #program: Program;
  #child: ChildProcess;
  #isStopping = false;
  #wasKilled = false;
  #isServing = false;
  #serving: PromiseWithResolvers<void> = Promise.withResolvers();
  #said = "";
  #saidBefore = "";
  #hasServed = false;

  private constructor(options: KeptOptions, port: number) {
    this.name = options.name;
    this.apiUrl = `http://127.0.0.1:${port}/v1`;
    this.#options = options;
    this.#program = options.program;
    this.#port = port;
    this.#log = createWriteStream(join(options.folder, `${options.name}.log`), { flags: "a" });
    this.#child = this.#spawn();
  }

  static async start(options: KeptOptions): Promise<KeptProcess> {
    return new KeptProcess(options, await freePort());
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  /** Resolves when the present process serves, or one after it; rejects with what it said when none does. */
  async untilServing(): Promise<void> {
    const late = () => {
      throw new Error(`${this.name} does not serve: ${this.#said || this.#saidBefore}`);
    };
    const isServing = async () => {
      while (!this.#isServing) await this.#serving.promise;
    };
    await withTimeout(isServing(), SERVES_WITHIN_MS[this.#hasServed ? "later" : "first"], late);
  }

  kill(): void {
    this.#wasKilled = true;
    this.#isServing = false;
    this.#child.kill("SIGKILL");
  }

  freeze(): void {
    this.#child.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child.kill("SIGCONT");
  }

  /** In order. Null: it did not end by itself, and was killed. */
  async stop(patienceMs: number): Promise<number | null> {
    this.#isStopping = true;
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await exited;
      clearTimeout(timer);
    }
    this.#log.end();
    return child.exitCode;
  }

  /** Another program goes on under this name and address, once the present one has ended; answers with its exit code. */
  async replace(
    program: Program,
    signal: "SIGTERM" | "SIGKILL",
    between: () => Promise<void>,
  ): Promise<number | null> {
    const child = this.#child;
    this.#isStopping = true;
    if (child.exitCode === null && child.signalCode === null) {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill(signal);
      await closed;
    }
    await between();
    this.#program = program;
    this.#isStopping = false;
    this.#child = this.#spawn();
    return child.exitCode;
  }

  #spawn(): ChildProcess {
    this.#wasKilled = false;
    this.#isServing = false;
    this.#saidBefore = this.#said;
    this.#said = "";
    const { name, folder, environment, clockAheadMs } = this.#options;
    const clockFile = join(folder, `${name}.clock-ahead-ms`);
    if (clockAheadMs !== undefined) writeFileSync(clockFile, String(clockAheadMs));
    const moved = clockAheadMs === undefined ? [] : ["--import", MOVED_CLOCK];
    const child = spawn(process.execPath, [...moved, this.#program.path, "serve"], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        CLOCK_AHEAD_FILE: clockFile,
        MERGE_QUEUE_DATA: join(folder, name),
        MERGE_QUEUE_LISTEN: `127.0.0.1:${this.#port}`,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(this.#log, { end: false });
      stream.on("data", (chunk: Buffer) => this.#hear(chunk.toString()));
    }
    child.once("close", () => this.#follow());
    return child;
  }

  #hear(text: string): void {
    this.#said = `${this.#said}${text}`.slice(-SAID_CHARACTERS);
    if (this.#isServing || this.#wasKilled || !this.#said.includes("merge-queue serves")) return;
    this.#isServing = true;
    this.#hasServed = true;
    this.#serving.resolve();
    this.#serving = Promise.withResolvers();
  }

  #follow(): void {
    this.#isServing = false;
    if (this.#isStopping) return;
    if (this.#wasKilled) this.#child = this.#spawn();
    else {
      this.#options.onOwnEnd(this.#said);
      setTimeout(() => this.#startAgain(), PAUSE_AFTER_FAILURE_MS);
    }
  }

  #startAgain(): void {
    if (!this.#isStopping) this.#child = this.#spawn();
  }
}
