/**
 * Long simulations in a process of their own. Inside of a test the same work takes up to twice as long, and leaves a
 * process behind that is so large that each program it starts costs many times as much.
 */
import { execFile } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { bySize } from "./test-size.js";

const HOOKS = ["./ends-with-its-starter.mjs", "./typescript-imports.mjs"].flatMap((file) => [
  "--import",
  new URL(file, import.meta.url).href,
]);
const MOST_OUTPUT = 10_000_000;
/** Ends before the suite that waits for it is ended, so that the suite can report what the program printed. */
const MOST_MS = bySize({ reduced: 14, share: 14, full: 11 * 60 }) * 60_000;

export interface RanApart {
  readonly hasFailed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a TypeScript program of ours; `program` is relative to this folder. Keeps nobody who is done otherwise. */
export async function runApart(program: string, ...words: readonly string[]): Promise<RanApart> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  return new Promise((resolve) => {
    const order = ["--no-warnings", ...HOOKS, file, ...words];
    const limits = { maxBuffer: MOST_OUTPUT, timeout: MOST_MS, killSignal: "SIGKILL" } as const;
    const child = execFile(process.execPath, order, limits, (error, stdout, stderr) => {
      const isLate = error?.killed === true && error.signal === "SIGKILL";
      const late = isLate ? `${program} did not end within ${MOST_MS / 60_000} minutes\n` : "";
      resolve({ hasFailed: error !== null, stdout, stderr: `${late}${stderr}` });
    });
    child.unref();
    for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
  });
}

/** The same for one that prints lines of JSON. Throws when it does not end well. */
export async function linesApart<Line>(
  line: z.ZodType<Line>,
  program: string,
  ...words: readonly string[]
): Promise<readonly Line[]> {
  const { hasFailed, stdout, stderr } = await runApart(program, ...words);
  if (hasFailed) throw new Error(`${program} failed: ${stderr}`);
  return stdout.split("\n").flatMap((text) => (text === "" ? [] : [line.parse(JSON.parse(text))]));
}
