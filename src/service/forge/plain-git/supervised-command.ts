/**
 * Runs a shell command in a process group of its own that ends as a whole: when the command ends, when it is told
 * to stop, and when the service dies, in whatever way.
 */
import type { Readable, Writable } from "node:stream";
import { signalGroup, startGroup } from "../../../process/run-program.js";

export interface CommandOrder {
  readonly command: string;
  readonly folder: string;
  /** All that the command gets to see of an environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onOutput: (chunk: Buffer) => void;
}

export interface RunningCommand {
  /** The exit code, as a shell gives it; null when it was stopped, or somebody killed the group. */
  readonly ended: Promise<number | null>;
  /** Asks the whole group to end, and makes it after a while. */
  stop(): void;
}

type Stream = Readable | Writable | null | undefined;

/**
 * Leads the group. File 3 is a pipe whose other end only the service holds, so that it ends with the service; the
 * watcher at it stays until the end of the group. File 4 takes the exit code. Signals keep their default meaning here:
 * a handler would be in force for a moment in the command's process too, and swallow what is meant for it.
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

export function startSupervised(order: CommandOrder, stopGraceMs: number = STOP_GRACE_MS): RunningCommand {
  const { command, folder, environment, onOutput } = order;
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
    // A process that left the group may keep the output open for ever.
    timers.add(setTimeout(() => stdout?.destroy(), OUTPUT_GRACE_MS));
  };
  let isStopping = false;

  async function end(): Promise<number | null> {
    const words = collected(leader.stdio[4]);
    const outputClosed = closed(stdout);
    await exited(leader);
    // Being told to stop, the others may take their time; whoever else ended the leader did not mean to spare them.
    if (!isStopping) killGroup();
    await outputClosed;
    killGroup();
    for (const timer of timers) clearTimeout(timer);
    return /^\d+\n$/.test(await words) ? Number(await words) : null;
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
