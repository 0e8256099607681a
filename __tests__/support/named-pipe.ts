/** A named pipe: who reads waits for a writer, and reads until the last writer is gone. */
import { execFileSync } from "node:child_process";

/** Harmless when the pipe is there already. */
export function makeNamedPipe(path: string): void {
  execFileSync("/bin/sh", ["-c", 'mkfifo "$1" 2>/dev/null || test -p "$1"', "sh", path]);
}
