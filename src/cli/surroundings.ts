/** What a command takes from its process: environment, streams and signals. Tests supply their own. */
import type { Readable } from "node:stream";

export interface TextOutput {
  /** Bytes are UTF-8 text. */
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  /** The working folder, whose git remote has the default repository; absent: none is read. */
  readonly folder?: string;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /** Aborts on SIGINT or SIGTERM. After this call, the first such signal no longer ends the process. */
  interruption(): AbortSignal;
}

export const THIS_PROCESS: Surroundings = {
  environment: process.env,
  get folder() {
    return process.cwd();
  },
  get stdin() {
    return process.stdin;
  },
  // Opening a stream takes about a millisecond, and most commands print nothing to one of them.
  get stdout() {
    return opened(process.stdout);
  },
  get stderr() {
    return opened(process.stderr);
  },
  interruption: () => {
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort());
    process.once("SIGTERM", () => stop.abort());
    return stop.signal;
  },
};

const outputs = new Set<NodeJS.WriteStream>();

/** For commands with parts that print to the process directly. */
export function openOutputs(): void {
  for (const output of [process.stdout, process.stderr]) opened(output);
}

/** A reader that closes the pipe early, such as `head`, is no failure of the command. */
function opened(output: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!outputs.has(output)) output.on("error", ignoreClosedPipe);
  outputs.add(output);
  return output;
}

/** Whether all that was printed has left this process. */
export function isWritten(): boolean {
  return [...outputs].every(({ writableLength }) => writableLength === 0);
}

function ignoreClosedPipe(error: Error): void {
  if (!("code" in error) || error.code !== "EPIPE") throw error;
}
