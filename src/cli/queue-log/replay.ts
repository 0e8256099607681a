/** `merge-queue replay`: reads one log or two, lets the screen show what happens, and says how it ends. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { errorText } from "../../domain/thrown.js";
import { LogError } from "../../service/queue-log/log-error.js";
import { type QueueLog, readLog } from "../../service/queue-log/read-log.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { compareTwoLogs } from "./compare-two-logs.js";
import { decideAgain } from "./decide-again.js";
import { JsonReplayScreen } from "./json-replay-screen.js";
import { PacedOutput } from "./paced-output.js";
import type { ReplayScreen } from "./replay-screen.js";
import { type Ending, interrupted, type Pause, type ReplayRequest, wrongUse } from "./replay-steps.js";
import { TextReplayScreen } from "./text-replay-screen.js";

export async function replay(request: ReplayRequest, surroundings: Surroundings): Promise<ExitCode> {
  const stdout = new PacedOutput(surroundings.stdout);
  const outputs = { stdout, stderr: surroundings.stderr };
  const screen = request.isJson ? new JsonReplayScreen(outputs) : new TextReplayScreen(outputs);
  const stop = surroundings.interruption();
  const ending = await replayOn(screen, request, surroundings.stdin, async (version) => {
    if (stop.aborted) return interrupted(version);
    return (await stdout.ready()) === "closed" ? "closed" : null;
  });
  if (ending === "closed") return EXIT.refused;
  screen.end(ending);
  return (await stdout.taken()) === "closed" ? EXIT.refused : ending.exitCode;
}

async function replayOn(
  screen: ReplayScreen,
  request: ReplayRequest,
  stdin: Surroundings["stdin"],
  pause: Pause,
): Promise<Ending> {
  try {
    const log = await openLog(request.log, stdin);
    const first = log.header.version;
    if (request.until < first)
      return wrongUse(`${log.source} begins at version ${first}, later than --until`);
    if (request.other === null) return await decideAgain(log, screen, request, pause);
    const other = await openLog(request.other, stdin);
    return await compareTwoLogs(log, other, screen, request, pause);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { exitCode: EXIT.wrongUse, error: "unreadable-log", message: error.message };
  }
}

const CHUNK_BYTES = 1 << 20;

async function openLog(path: string, stdin: Readable): Promise<QueueLog> {
  if (path === "-") return readLog("stdin", bytesOf("stdin", stdin));
  return readLog(path, bytesOf(path, createReadStream(path, { highWaterMark: CHUNK_BYTES })));
}

async function* bytesOf(source: string, stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<unknown> = stream;
  try {
    for await (const chunk of chunks) yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
  } catch (error) {
    const why = errorText(error);
    throw new LogError(
      `${source} cannot be read (${why}); name a file that \`merge-queue export-log\` wrote`,
      {
        cause: error,
      },
    );
  }
}
