/** Shared by the replay of one log and the comparison of two: the request, how steps are shown, and the endings. */
import { queueKey } from "../../../domain/queue-name.js";
import type { LogLine } from "../../../service/replay/log-format.js";
import type { QueueLog } from "../../../service/replay/read-log.js";
import { EXIT } from "../../exit-codes.js";
import type { Difference, EventWords, ReplayEnding, ReplayScreen, ShownStep } from "./replay-screen.js";

export interface ReplayRequest {
  readonly log: string;
  /** Another log of the same queue to compare with, possibly from another version. */
  readonly other: string | null;
  /** First version to show. */
  readonly from: number;
  /** Last version to read. */
  readonly until: number;
  readonly showsRules: boolean;
  readonly isJson: boolean;
}

/** Waits until the output is written. Returns an ending when the command was interrupted or its reader is gone. */
export type Pause = (version: number) => Promise<Ending | null>;
export type Ending = ReplayEnding | "closed";

export interface Shown {
  readonly line: LogLine;
  readonly decision: ShownStep["decision"];
  readonly after: string | null;
  readonly isBackInStep?: boolean;
  readonly steps: Difference["steps"];
}

/** Reads no item beyond `count`, because the next line may be damaged. */
export async function* take<Item>(
  items: AsyncGenerator<Item, undefined>,
  count: number,
): AsyncGenerator<Item, undefined> {
  try {
    for (let taken = 0; taken < count; taken++) {
      const next = await items.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await items.return(undefined);
  }
}

export function begin(
  screen: ReplayScreen,
  { header: { name, exportedBy, version } }: QueueLog,
  { from }: ReplayRequest,
  first: string | null,
): void {
  screen.begin({ queue: queueKey(name), exportedBy, version, picture: from <= version ? first : null });
}

export function show(
  screen: ReplayScreen,
  { from, showsRules }: ReplayRequest,
  { line: { version, event, picture: recorded }, decision, after, isBackInStep = false, steps }: Shown,
): void {
  if (version < from) return;
  const isOtherwise = decision === "otherwise" || decision === "failure";
  screen.step({
    ...{ version, event: eventWords(event), decision, picture: after },
    ...(isOtherwise && recorded !== null && recorded !== after && { recordedPicture: recorded }),
    ...(isBackInStep && { isBackInStep }),
    steps: showsRules ? steps : null,
  });
}

export function differs(message: string, difference: Difference): ReplayEnding {
  return { exitCode: EXIT.refused, message, difference };
}

export function wrongUse(message: string): ReplayEnding {
  return { exitCode: EXIT.wrongUse, error: "wrong-use", message };
}

export function interrupted(version: number): ReplayEnding {
  return { exitCode: EXIT.refused, error: "interrupted", message: `interrupted after version ${version}` };
}

const LATEST_TIME = 8.64e15;
const COUNTER = /-0*([0-9a-f]+)$/;

/** Describes an event of a log in a few words. The event may be unknown to this version, so no field is assumed. */
export function eventWords(event: unknown): EventWords {
  const facts = field(event, "facts");
  const pullRequest = field(event, "pullRequest") ?? field(facts, "number");
  const run = field(event, "run");
  const byMs = field(event, "byMs");
  const subjects = [
    ...(typeof run === "string" ? [runWords(run)] : []),
    ...(typeof pullRequest === "number" ? [`#${pullRequest}`] : []),
    ...(typeof byMs === "number" ? [`by ${byMs / 1000} s`] : []),
  ];
  const kind = field(event, "kind");
  return {
    kind: typeof kind === "string" ? kind : "unknown",
    at: timeWords(field(event, "at")),
    subject: subjects.join(" "),
  };
}

/** The id of a run ends with its counter within the queue. */
export function runWords(run: string): string {
  const [, counter] = COUNTER.exec(run) ?? [];
  return `run ${counter === undefined ? run : Number.parseInt(counter, 16)}`;
}

function timeWords(at: unknown): string {
  const isTime = typeof at === "number" && Math.abs(at) <= LATEST_TIME;
  return isTime ? new Date(at).toISOString() : "at no time";
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
