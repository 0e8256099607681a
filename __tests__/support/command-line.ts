/** Calls the command line inside the test's process, with streams and an environment of its own. */
import { Readable } from "node:stream";
import { run } from "../../src/cli/main.js";
import { TOKEN } from "./client-samples.js";

export interface CommandCall {
  /** Replaces the usual environment: token, repository and nothing else. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: Readable | string;
  /** Whether stdout is a terminal. */
  readonly isTerminal?: boolean;
  /** Columns of the terminal that stderr is; absent: none. */
  readonly terminalColumns?: number;
  readonly interruption?: AbortSignal;
  /** The working folder; absent: none, so that no git remote is read. */
  readonly folder?: string;
  /** Called with everything on stderr so far. */
  readonly onStderr?: (text: string) => void;
}

export interface CommandRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const ENVIRONMENT = { MERGE_QUEUE_API_TOKEN: TOKEN, MERGE_QUEUE_REPOSITORY: "acme/shop" };

export async function callCommand(words: readonly string[], call: CommandCall = {}): Promise<CommandRun> {
  let [stdout, stderr] = ["", ""];
  const exitCode = await run(words, {
    environment: call.environment ?? ENVIRONMENT,
    stdin: call.stdin instanceof Readable ? call.stdin : Readable.from([Buffer.from(call.stdin ?? "")]),
    ...(call.folder !== undefined && { folder: call.folder }),
    stdout: {
      isTTY: call.isTerminal ?? false,
      write: (text) => {
        stdout += typeof text === "string" ? text : Buffer.from(text).toString();
      },
    },
    stderr: {
      isTTY: call.terminalColumns !== undefined,
      columns: call.terminalColumns ?? 0,
      write: (text) => {
        stderr += String(text);
        call.onStderr?.(stderr);
      },
    },
    interruption: () => call.interruption ?? new AbortController().signal,
  });
  return { exitCode, stdout, stderr };
}
