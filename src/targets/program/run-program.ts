/**
 * The only file of this folder that starts programs. It uses no shell, passes only the given input, stops the program
 * and everything that it has started at a deadline, and limits the output.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path, { delimiter, join, type PlatformPath } from "node:path";
import type { Readable } from "node:stream";

export interface ProgramCall {
  readonly command: string;
  readonly arguments: readonly string[];
  /** The working directory. */
  readonly folder: string;
  /** The complete environment: nothing else is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Limit of its output; a program that prints more is stopped. */
  readonly mostBytes?: number;
}

export type ProgramEnd =
  /** `exitCode` is null when something outside this process ended it. */
  | {
      readonly kind: "exited";
      readonly exitCode: number | null;
      readonly stdout: Buffer;
      readonly stderr: string;
    }
  | { readonly kind: "missing" }
  /** It was stopped, or could not be started; `because` is a clause: `it did not finish within 5 s`. */
  | { readonly kind: "stopped"; readonly because: string };

const MOST_BYTES = 512 * 1024 * 1024;
/** Only the end of its error output is kept. */
const MOST_COMPLAINT = 64 * 1024;
const GRACE_MS = 1_000;

type Start = (call: ProgramCall) => Promise<ProgramEnd>;

let start: Start = startProgram;

export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  return start(call);
}

/** From now on another thread starts the programs of this thread, since this thread may end while they run. */
export function startProgramsThrough(other: Start): void {
  start = other;
}

/** Programs that still run when the process exits: nothing else would end them. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) endGroup(child, "SIGKILL");
});

async function startProgram(call: ProgramCall): Promise<ProgramEnd> {
  if (call.signal.aborted) return { kind: "stopped", because: "there was no time left for it" };
  const child = spawn(call.command, [...call.arguments], {
    cwd: call.folder,
    env: { ...call.environment },
    stdio: ["pipe", "pipe", "pipe"],
    // A separate process group, so that everything it has started ends with it.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const watch = new Watch(child, call);
  running.add(child);
  try {
    return await watch.end();
  } finally {
    watch.release();
    running.delete(child);
  }
}

type Exit =
  | { readonly kind: "closed"; readonly exitCode: number | null }
  | { readonly kind: "failed"; readonly error: Error };

class Watch {
  readonly #child: ChildProcess;
  readonly #call: ProgramCall;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #printed: Buffer[] = [];
  #printedBytes = 0;
  #complaints = "";
  #stopped: string | null = null;
  readonly #abort = () => this.#stop("there was no time left for it");

  constructor(child: ChildProcess, call: ProgramCall) {
    this.#child = child;
    this.#call = call;
    child.stdout?.on("data", (piece: Buffer) => this.#take(piece));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-MOST_COMPLAINT);
    });
    // A program may end without reading its input; that is no failure.
    child.stdin?.on("error", () => undefined).end(call.input ?? "");
    this.#after(call.deadlineMs, () =>
      this.#stop(`it did not finish within ${Math.round(call.deadlineMs / 100) / 10} s`),
    );
    call.signal.addEventListener("abort", this.#abort, { once: true });
  }

  async end(): Promise<ProgramEnd> {
    const child = this.#child;
    const exit = await new Promise<Exit>((resolve) => {
      child.once("error", (error) => resolve({ kind: "failed", error }));
      child.once("close", (exitCode) => resolve({ kind: "closed", exitCode }));
      // Processes that it has left behind may keep the output open for ever.
      child.once("exit", () => this.#letGo(this.#printedBytes));
    });
    if (this.#stopped !== null) return { kind: "stopped", because: this.#stopped };
    if (exit.kind === "failed") return notStarted(exit.error, this.#call);
    return {
      kind: "exited",
      exitCode: exit.exitCode,
      stdout: Buffer.concat(this.#printed),
      stderr: this.#complaints,
    };
  }

  release(): void {
    this.#call.signal.removeEventListener("abort", this.#abort);
    for (const timer of this.#timers) clearTimeout(timer);
    // Nothing uses the processes that it has left behind.
    if (this.#stopped === null) endGroup(this.#child, "SIGTERM");
    else endGroup(this.#child, "SIGKILL");
  }

  #take(piece: Buffer): void {
    const most = this.#call.mostBytes ?? MOST_BYTES;
    this.#printedBytes += piece.byteLength;
    if (this.#printedBytes > most) this.#stop(`it printed more than ${most} bytes`);
    else this.#printed.push(piece);
  }

  #stop(because: string): void {
    if (this.#stopped !== null) return;
    this.#stopped = because;
    endGroup(this.#child, "SIGTERM");
    this.#after(GRACE_MS, () => {
      endGroup(this.#child, "SIGKILL");
      this.#dropOutput();
    });
  }

  #letGo(printedBefore: number): void {
    this.#after(GRACE_MS, () => {
      if (this.#printedBytes > printedBefore) this.#letGo(this.#printedBytes);
      else this.#dropOutput();
    });
  }

  #dropOutput(): void {
    const streams: readonly (Readable | null)[] = [this.#child.stdout, this.#child.stderr];
    for (const stream of streams) stream?.destroy();
  }

  #after(delayMs: number, callback: () => void): void {
    this.#timers.add(setTimeout(callback, delayMs));
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself just now.
  }
}

function notStarted(error: Error, call: ProgramCall): ProgramEnd {
  if ("code" in error && error.code === "ENOENT") return { kind: "missing" };
  return { kind: "stopped", because: `${call.command} could not be started: ${error.message}` };
}

/** File extensions of programs on Windows; scripts for its shell are not started, since that would need the shell. */
const ENDINGS = process.platform === "win32" ? [".exe", ".com"] : [""];

/** The absolute folders of a PATH. */
export function absoluteFolders(variable: string, system: PlatformPath = path): readonly string[] {
  return variable.split(system.delimiter).filter((folder) => system.isAbsolute(folder));
}

/** The first program of this name in these folders; null when there is none. */
export async function findProgram(
  name: string,
  folders: readonly string[],
  endings: readonly string[] = ENDINGS,
): Promise<string | null> {
  for (const folder of folders) {
    for (const ending of endings) {
      const program = join(folder, `${name}${ending}`);
      if (await isExecutable(program)) return program;
    }
  }
  return null;
}

async function isExecutable(program: string): Promise<boolean> {
  try {
    await access(program, constants.X_OK);
    return (await stat(program)).isFile();
  } catch {
    return false;
  }
}

/** `names` are in capitals, separated by spaces; the variables may be in lower case. */
export function variablesNamed(...names: readonly string[]): () => Readonly<Record<string, string>> {
  const wanted = new Set(names.join(" ").split(" "));
  return () =>
    Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && wanted.has(name.toUpperCase()) ? [[name, safeValue(name, value)]] : [],
      ),
    );
}

/** The started program searches the PATH itself, in a folder whose content is not trusted. */
function safeValue(name: string, value: string): string {
  return name.toUpperCase() === "PATH" ? absoluteFolders(value).join(delimiter) : value;
}
