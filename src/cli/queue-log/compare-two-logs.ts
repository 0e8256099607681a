/** Holds two logs of one queue against each other; with `--rules`, this engine tells what its rules do in the first. */
import { picture } from "../../engine/picture.js";
import { canonicalJson } from "../../service/ports/canonical-json.js";
import { type ComparedLines, compareLogs, differentBeginning } from "../../service/queue-log/compare-logs.js";
import type { LogLine } from "../../service/queue-log/log-format.js";
import type { QueueLog } from "../../service/queue-log/read-log.js";
import { Replayer } from "../../service/queue-log/replay-log.js";
import { EXIT } from "../exit-codes.js";
import { eventWords } from "./event-words.js";
import { NotCompared } from "./not-compared.js";
import type { Difference, ReplayEnding, ReplayScreen } from "./replay-screen.js";
import {
  begin,
  differs,
  type Ending,
  type Pause,
  type ReplayRequest,
  show,
  take,
  wrongUse,
} from "./replay-steps.js";

const MAX_SHOWN_EVENT = 400;

export async function compareTwoLogs(
  log: QueueLog,
  other: QueueLog,
  screen: ReplayScreen,
  request: ReplayRequest,
  pause: Pause,
): Promise<Ending> {
  const problem = differentBeginning(log, other);
  if (problem !== null) return wrongUse(`${log.source} and ${other.source} cannot be compared: ${problem}`);
  const replayer = request.showsRules ? new Replayer(log) : null;
  begin(screen, log, request, replayer && picture(replayer.queue));
  let { version } = log.header;
  let before = replayer === null ? "" : picture(replayer.queue);
  const notCompared = new NotCompared();
  for await (const compared of take(compareLogs(log, other), request.until - version)) {
    const end = await pause(version);
    if (end !== null) return end;
    const line = compared.one;
    const steps = line === null ? null : stepsBy(replayer, line);
    if (compared.difference !== null || line === null) {
      return toldOtherwise({ ...compared, version: version + 1, before, steps }, [log, other]);
    }
    ({ version } = line);
    before = line.picture ?? "";
    notCompared.count(compared.decision);
    show(screen, request, { line, decision: compared.decision, after: line.picture, steps });
  }
  const words = notCompared.words();
  const beside = words === null ? "" : `; of some decisions only the events were compared (${words.what})`;
  return { exitCode: EXIT.done, message: `Up to version ${version} both logs tell the same${beside}.` };
}

function stepsBy(replayer: Replayer | null, line: LogLine): Difference["steps"] {
  const outcome = replayer?.replay(line).outcome;
  return outcome === undefined || outcome.kind === "failure" ? null : outcome.explanation.steps;
}

interface ToldOtherwise extends ComparedLines {
  readonly version: number;
  readonly before: string;
  readonly steps: Difference["steps"];
}

function toldOtherwise(
  { one, other, difference, version, before, steps }: ToldOtherwise,
  [log, otherLog]: readonly [QueueLog, QueueLog],
): ReplayEnding {
  const pictures = {
    ...(before === "" ? {} : { before }),
    [bySource(log, one)]: pictureIn(one),
    [bySource(otherLog, other)]: pictureIn(other),
  };
  if (one === null || other === null) {
    const [ended, goesOn] = one === null ? [log, otherLog] : [otherLog, log];
    const message = `${ended.source} ends after version ${version - 1}, and ${goesOn.source} goes on.`;
    return differs(message, { version, kind: "end", pictures, steps });
  }
  const events = [one, other].map(({ event }) => canonicalJson(event).slice(0, MAX_SHOWN_EVENT));
  return difference === "event"
    ? differs(`version ${version} follows from two events.`, {
        version,
        kind: "event",
        pictures,
        events,
        steps,
      })
    : differs(`version ${version} (${eventWords(one.event).kind}) is decided in two ways.`, {
        version,
        kind: "decision",
        pictures,
        steps,
      });
}

/** Two logs may have one path, and two versions may have one number. */
function bySource({ source, header }: QueueLog, line: LogLine | null): string {
  return `${source} (merge-queue ${line?.engine ?? header.exportedBy})`;
}

function pictureIn(line: LogLine | null): string {
  if (line === null) return "the log has ended";
  return line.picture ?? "not drawn: the version that wrote the log decides otherwise";
}
