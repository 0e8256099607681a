/**
 * Runs a shell command in a separate process group. The whole group ends when the command ends, when it is stopped, and
 * when the service dies for any reason.
 */
import type { Readable, Writable } from "node:stream";
import { signalGroup, startGroup } from "../../process/run-program.js";

export interface CommandRequest {
  readonly command: string;
  readonly folder: string;
  /** The complete environment of the command. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onOutput: (chunk: Buffer) => void;
}

export interface RunningCommand {
  /** The shell's exit code; null when the command was stopped or the group was killed. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM to the group, and SIGKILL after a grace period. */
  stop(): void;
}

type Stream = Readable | Writable | null | undefined;

/**
 * Leads the group. Only the service holds the other end of the pipe at file 3, so the pipe closes when the service ends;
 * the watcher then kills the group. File 4 receives the exit code. The leader sets no signal handlers: the command's
 * process would inherit them for a moment and lose a signal.
 */
const LEADER = `
(trap "" TERM; read -r _ <&3; kill -s KILL 0) >/dev/null 4>&- &
exec 3<&-
/bin/sh -c "$1" 2>&1 4>&-
echo "$?" >&4
kill -s KILL 0
`;

const STOP_GRACE_MS = 10_000;
const OUTPUT_GRACE_MS = 1_000;

export function startSupervised(
  request: CommandRequest,
  stopGraceMs: number = STOP_GRACE_MS,
): RunningCommand {
  const { command, folder, environment, onOutput } = request;
  const leader = startGroup(
    { command: "/bin/sh", arguments: ["-c", LEADER, "sh", command], folder, environment },
    ["ignore", "pipe", "ignore", "pipe", "pipe"],
  );
  leader.stdio[3]?.on("error", () => undefined); // the watcher may be gone first
  const { stdout } = leader;
  stdout?.on("data", onOutput);
  const timers = new Set<NodeJS.Timeout>();
  const killGroup = () => {
    signalGroup(leader, "SIGKILL");
    // A process that left the group may keep the output open forever.
    timers.add(setTimeout(() => stdout?.destroy(), OUTPUT_GRACE_MS));
  };
  let isStopping = false;

  async function end(): Promise<number | null> {
    const exitText = collected(leader.stdio[4]);
    const outputClosed = closed(stdout);
    await exited(leader);
    // After `stop`, the others have a grace period. If the leader ended otherwise, they are killed immediately.
    if (!isStopping) killGroup();
    await outputClosed;
    killGroup();
    for (const timer of timers) clearTimeout(timer);
    return /^\d+\n$/.test(await exitText) ? Number(await exitText) : null;
  }

  return {
    ended: end(),
    stop: () => {
      if (isStopping || leader.exitCode !== null || leader.signalCode !== null) return;
      isStopping = true;
      signalGroup(leader, "SIGTERM");
      timers.add(setTimeout(killGroup, stopGraceMs));
    },
  };
}

async function exited(leader: ReturnType<typeof startGroup>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    leader.once("error", reject);
    leader.once("exit", () => {
      resolve();
    });
  });
}

async function closed(stream: Stream): Promise<void> {
  await new Promise<void>((resolve) => {
    if (stream === null || stream === undefined) resolve();
    else stream.once("close", resolve);
  });
}

async function collected(stream: Stream): Promise<string> {
  let text = "";
  stream?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await closed(stream);
  return text;
}
