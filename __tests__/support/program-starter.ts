/**
 * Starts the programs of a suite from a small process. To start one costs a process as much time as it is large, and
 * Jest's are: 20 ms of both cores for each git, of which git itself takes two.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import {
  type ProgramCall,
  type ProgramEnd,
  runProgram,
  startProgramsThrough,
} from "../../src/process/run-program.js";

const PROGRAM = urlOf("./program-starter-process.mjs");
/** What is compiled takes half the memory. */
const COMPILED = urlOf("../../lib/process/run-program.js");
const SOURCE = urlOf("../../src/process/run-program.ts");
const TYPESCRIPT = ["--import", urlOf("./typescript-imports.mjs")];
const SMALL = ["--max-semi-space-size=1"];
/** Then the next call starts another one; a suite that has ended makes none. */
const KEPT_MS = 10_000;
/** Only Jest gives modules this. A process that a test starts is small, or counts the programs under way in it. */
const IS_SUITE = "jest" in import.meta;

interface StarterRequest {
  readonly kind: "run" | "stop";
  readonly id: number;
  readonly call?: ProgramCall;
}

interface StarterAnswer {
  readonly id: number;
  readonly end: ProgramEnd;
}

/** From now on, this suite's service runs its programs there. */
export function startProgramsElsewhere(): void {
  if (IS_SUITE) startProgramsThrough(runElsewhere);
}

/** Whether this suite has such a process, so that a further program costs little. */
export function startsElsewhere(): boolean {
  return starter !== null;
}

/** Resolves when none of them is under way. */
export async function programsEnded(): Promise<void> {
  while (starter?.isBusy === true) await starter.nextEnd();
}

export async function runElsewhere(call: ProgramCall): Promise<ProgramEnd> {
  if (!IS_SUITE) return runProgram(call);
  starter ??= new Starter();
  return starter.run(call);
}

let starter: Starter | null = null;

function urlOf(path: string): string {
  return new URL(path, import.meta.url).href;
}

/** A suite may run on its own, without a build before it. */
function isCurrent(): boolean {
  const [compiled, source] = [COMPILED, SOURCE].map((url) =>
    statSync(fileURLToPath(url), { throwIfNoEntry: false }),
  );
  return compiled !== undefined && source !== undefined && compiled.mtimeMs > source.mtimeMs;
}

class Starter {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (end: ProgramEnd) => void>();
  readonly #ends: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #last = 0;

  constructor() {
    const [imports, module] = isCurrent() ? [[], COMPILED] : [TYPESCRIPT, SOURCE];
    const words = [...SMALL, "--no-warnings", ...imports, fileURLToPath(PROGRAM), module];
    this.#child = spawn(process.execPath, words, {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      serialization: "advanced",
    });
    this.#child.on("message", (answer: StarterAnswer) => this.#end(answer));
    this.#child.once("exit", () => this.#lose());
    this.#rest();
  }

  async run({ signal, ...call }: ProgramCall): Promise<ProgramEnd> {
    if (signal?.aborted === true)
      return { kind: "stopped", cause: "aborted", because: "there was no time left for it" };
    this.#last += 1;
    const id = this.#last;
    const stop = () => this.#send({ kind: "stop", id });
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await new Promise<ProgramEnd>((resolve) => {
        this.#waiting.set(id, resolve);
        this.#work();
        this.#send({ kind: "run", id, call });
      });
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  async nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#ends.push(resolve));
  }

  #send(request: StarterRequest): void {
    this.#child.send(request);
  }

  #end({ id, end }: StarterAnswer): void {
    this.#waiting.get(id)?.(end.kind === "exited" ? { ...end, stdout: Buffer.from(end.stdout) } : end);
    this.#waiting.delete(id);
    for (const resolve of this.#ends.splice(0)) resolve();
    if (this.#waiting.size === 0) this.#rest();
  }

  /** This process waits for it, and for nothing else of it. */
  #work(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#child.ref();
    this.#child.channel?.ref();
  }

  #rest(): void {
    this.#timer = setTimeout(() => {
      this.#forget();
      this.#child.disconnect();
    }, KEPT_MS).unref();
    this.#child.unref();
    this.#child.channel?.unref();
    for (const stream of this.#child.stdio) if (stream instanceof Socket) stream.unref();
  }

  #lose(): void {
    this.#forget();
    for (const end of this.#waiting.values())
      end({ kind: "stopped", cause: "notStarted", because: "the process that starts programs has ended" });
    this.#waiting.clear();
    for (const resolve of this.#ends.splice(0)) resolve();
  }

  #forget(): void {
    if (starter === this) starter = null;
  }
}
