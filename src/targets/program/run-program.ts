/**
 * The one place of this room that starts a program: arguments without a shell, nothing on its input but what is given,
 * a deadline that ends it together with everything it has started, and output that stays within bounds.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path, { delimiter, join, type PlatformPath } from "node:path";
import type { Readable } from "node:stream";

export interface ProgramCall {
  readonly command: string;
  readonly arguments: readonly string[];
  /** Where it is started. */
  readonly folder: string;
  /** All of it: nothing else is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Of its output; a program that prints more is stopped. */
  readonly mostBytes?: number;
}

export type ProgramEnd =
  /** `exitCode` is null when something else than us ended it. */
  | {
      readonly kind: "exited";
      readonly exitCode: number | null;
      readonly stdout: Buffer;
      readonly stderr: string;
    }
  | { readonly kind: "missing" }
  /** It was ended, or could not begin; `because` is a clause: `it did not finish within 5 s`. */
  | { readonly kind: "stopped"; readonly because: string };

const MOST_BYTES = 512 * 1024 * 1024;
/** Of what it complains about the end is told only. */
const MOST_COMPLAINT = 64 * 1024;
const GRACE_MS = 1_000;

type Start = (call: ProgramCall) => Promise<ProgramEnd>;

let start: Start = startProgram;

export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  return start(call);
}

/** From now on another thread starts the programs of this one, which may be ended while they run. */
export function startProgramsThrough(other: Start): void {
  start = other;
}

/** What is still there when the process exits has nobody who would end it later. */
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
    // A group of its own, so that what it has started ends with it.
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
    // A program may end without reading its input, which is no failure of ours.
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
      // What it left behind may keep the output open for ever.
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
    // Whoever it has left behind works for nobody any more.
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
    // It ended by itself just now.
  }
}

function notStarted(error: Error, call: ProgramCall): ProgramEnd {
  if ("code" in error && error.code === "ENOENT") return { kind: "missing" };
  return { kind: "stopped", because: `${call.command} could not be started: ${error.message}` };
}

/** On Windows a program has one of these behind its name; scripts for its shell are not started without it. */
const ENDINGS = process.platform === "win32" ? [".exe", ".com"] : [""];

/** What is left of a PATH. */
export function absoluteFolders(variable: string, system: PlatformPath = path): readonly string[] {
  return variable.split(system.delimiter).filter((folder) => system.isAbsolute(folder));
}

/** The first in these folders; null when it is in none. */
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

/** `names` are separated by spaces, in capitals; a variable may be written in small letters all the same. */
export function variablesNamed(...names: readonly string[]): () => Readonly<Record<string, string>> {
  const wanted = new Set(names.join(" ").split(" "));
  return () =>
    Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && wanted.has(name.toUpperCase()) ? [[name, safeValue(name, value)]] : [],
      ),
    );
}

/** What is started looks for programs itself, and its folder is the stranger's. */
function safeValue(name: string, value: string): string {
  return name.toUpperCase() === "PATH" ? absoluteFolders(value).join(delimiter) : value;
}
