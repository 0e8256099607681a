/**
 * START HERE: runs a program to its end: its only input is the one given, a deadline ends it together with everything that it
 * started, and its output is bounded.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { Socket } from "node:net";
import path, { delimiter, join, type PlatformPath } from "node:path";
import { codeOf, errorText } from "../domain/thrown.js";

export interface ProcessStart {
  readonly command: string;
  readonly arguments: readonly string[];
  /** The working folder. */
  readonly folder: string;
  /** The complete environment: nothing else is inherited. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface ProgramCall extends ProcessStart {
  readonly input?: string | Uint8Array;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  /** Limit of what it prints; a program that prints more is stopped. */
  readonly mostBytes?: number;
  /** Processes that it left behind keep running, and so does the program itself when this process exits. */
  readonly mayOutliveUs?: boolean;
}

export type StopCause =
  /** The caller's signal was aborted. */
  | "aborted"
  | "deadline"
  | "tooMuchOutput"
  /** The machine lacks memory, processes or file handles; a retry may succeed. */
  | "busy"
  | "notStarted";

export type ProgramEnd =
  /** `exitCode` is null when a signal from elsewhere ended it. */
  | {
      readonly kind: "exited";
      readonly exitCode: number | null;
      readonly stdout: Buffer;
      /** At most the last 64 KiB. */
      readonly stderr: string;
    }
  | { readonly kind: "missing" }
  /** It was ended, or did not start; `because` is a clause: `it did not finish within 5 s`. */
  | { readonly kind: "stopped"; readonly cause: StopCause; readonly because: string };

const MOST_BYTES = 512 * 1024 * 1024;
const MOST_STDERR = 64 * 1024;
const GRACE_MS = 1_000;
const NO_TIME = "there was no time left for it";

type Start = (call: ProgramCall) => Promise<ProgramEnd>;

let start: Start = startProgram;

export async function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  return start(call);
}

/** From now on another thread starts the programs of this thread, which may be terminated while they run. */
export function startProgramsThrough(other: Start): void {
  start = other;
}

/** Of `startToAsk`. */
export type AskedProgram = ChildProcess;

/** Programs that nothing would end after this process has exited. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
});

/**
 * Starts a program that the caller writes to, reads from and ends; with this process it ends in any case. Null where another
 * thread starts the programs of this one, and where the machine cannot start it.
 */
export function startToAsk(call: ProcessStart): ChildProcess | null {
  if (start !== startProgram) return null;
  try {
    const child = startGroup(call, ["pipe", "pipe", "pipe"]);
    running.add(child);
    child.once("close", () => running.delete(child));
    return child;
  } catch {
    return null;
  }
}

/** Whether this process waits for the end of a program that `startToAsk` started. */
export function keepThisProcess(child: ChildProcess, isWaiting: boolean): void {
  const streams = [child.stdin, child.stdout, child.stderr].filter((stream) => stream instanceof Socket);
  for (const one of [child, ...streams]) {
    if (isWaiting) one.ref();
    else one.unref();
  }
}

async function startProgram(call: ProgramCall): Promise<ProgramEnd> {
  if (call.signal?.aborted === true) return stopped("aborted", NO_TIME);
  let child: ChildProcess;
  try {
    child = startGroup(call, ["pipe", "pipe", "pipe"]);
  } catch (error) {
    return notStarted(error, call);
  }
  const watch = new Watch(child, call);
  if (call.mayOutliveUs !== true) running.add(child);
  try {
    return await watch.end();
  } finally {
    watch.release();
    running.delete(child);
  }
}

function stopped(cause: StopCause, because: string): ProgramEnd {
  return { kind: "stopped", cause, because };
}

class Watch {
  readonly #child: ChildProcess;
  readonly #call: ProgramCall;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stdout: Buffer[] = [];
  #printedBytes = 0;
  #stderr = "";
  #stopped: ProgramEnd | null = null;
  readonly #abort = () => this.#stop("aborted", NO_TIME);

  constructor(child: ChildProcess, call: ProgramCall) {
    this.#child = child;
    this.#call = call;
    child.stdout?.on("data", (piece: Buffer) => {
      if (this.#count(piece.byteLength)) this.#stdout.push(piece);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      if (this.#count(Buffer.byteLength(text))) this.#stderr = (this.#stderr + text).slice(-MOST_STDERR);
    });
    // A program may end without reading its input, which is no failure.
    child.stdin?.on("error", () => undefined).end(call.input ?? "");
    const seconds = Math.round(call.deadlineMs / 100) / 10;
    this.#after(call.deadlineMs, () => this.#stop("deadline", `it did not finish within ${seconds} s`));
    call.signal?.addEventListener("abort", this.#abort, { once: true });
  }

  async end(): Promise<ProgramEnd> {
    const child = this.#child;
    const exit = await new Promise<Error | number | null>((resolve) => {
      child.once("error", resolve);
      child.once("close", resolve);
      // A process that it left behind may keep the output open indefinitely.
      child.once("exit", () => this.#letGo(this.#printedBytes));
    });
    if (this.#stopped !== null) return this.#stopped;
    if (typeof exit === "object" && exit !== null) return notStarted(exit, this.#call);
    return { kind: "exited", exitCode: exit, stdout: Buffer.concat(this.#stdout), stderr: this.#stderr };
  }

  release(): void {
    this.#call.signal?.removeEventListener("abort", this.#abort);
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#stopped !== null) signalGroup(this.#child, "SIGKILL");
    else if (this.#call.mayOutliveUs !== true) signalGroup(this.#child, "SIGTERM");
  }

  /** Returns whether the output is still within its limit. */
  #count(bytes: number): boolean {
    const most = this.#call.mostBytes ?? MOST_BYTES;
    this.#printedBytes += bytes;
    if (this.#printedBytes <= most) return true;
    this.#stop("tooMuchOutput", `it printed more than ${most} bytes`);
    return false;
  }

  #stop(cause: StopCause, because: string): void {
    if (this.#stopped !== null) return;
    this.#stopped = stopped(cause, because);
    // git removes its lock files on this signal.
    signalGroup(this.#child, "SIGTERM");
    this.#after(GRACE_MS, () => {
      signalGroup(this.#child, "SIGKILL");
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
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #after(delayMs: number, callback: () => void): void {
    this.#timers.add(setTimeout(callback, delayMs));
  }
}

const BUSY = ["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"];

function notStarted(error: unknown, call: ProgramCall): ProgramEnd {
  const code = codeOf(error);
  if (code === "ENOENT") return { kind: "missing" };
  const because = `${call.command} could not be started: ${errorText(error)}`;
  return stopped(BUSY.includes(code) ? "busy" : "notStarted", because);
}

const IS_WINDOWS = process.platform === "win32";

/** Starts the leader of a process group, without a shell. Throws when an argument contains a NUL. */
export function startGroup(start: ProcessStart, stdio: NonNullable<SpawnOptions["stdio"]>): ChildProcess {
  return spawn(start.command, [...start.arguments], {
    cwd: start.folder,
    env: { ...start.environment },
    stdio,
    detached: !IS_WINDOWS,
    windowsHide: true,
  });
}

/** On Windows only the program itself gets the signal. */
export function signalGroup(leader: ChildProcess, signal: NodeJS.Signals): void {
  if (leader.pid === undefined) return;
  try {
    if (IS_WINDOWS) leader.kill(signal);
    else process.kill(-leader.pid, signal);
  } catch {
    // All of the group has already ended.
  }
}

/** Windows programs end in one of these. Other endings are scripts, which need a shell. */
const ENDINGS = IS_WINDOWS ? [".exe", ".com"] : [""];

/** The absolute folders of a PATH; relative folders belong to the repository. */
export function absoluteFolders(variable: string, system: PlatformPath = path): readonly string[] {
  return variable.split(system.delimiter).filter((folder) => system.isAbsolute(folder));
}

/** The first match in these folders; null when there is none. */
export function findProgram(
  name: string,
  folders: readonly string[],
  endings: readonly string[] = ENDINGS,
): Promise<string | null> {
  for (const folder of folders) {
    for (const ending of endings) {
      const program = join(folder, `${name}${ending}`);
      if (isExecutable(program)) return Promise.resolve(program);
    }
  }
  return Promise.resolve(null);
}

/** Synchronous: the caller waits in any case, and a queue behind other threads takes longer. */
function isExecutable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return statSync(program).isFile();
  } catch {
    return false;
  }
}

/** `names` are upper case and separated by spaces; they match variables in any case. */
export function variablesNamed(...names: readonly string[]): () => Readonly<Record<string, string>> {
  const wanted = new Set(names.join(" ").split(" "));
  return () =>
    Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value !== undefined && wanted.has(name.toUpperCase()) ? [[name, safeValue(name, value)]] : [],
      ),
    );
}

/** The program may search the PATH too, and its working folder is untrusted. */
function safeValue(name: string, value: string): string {
  return name.toUpperCase() === "PATH" ? absoluteFolders(value).join(delimiter) : value;
}
