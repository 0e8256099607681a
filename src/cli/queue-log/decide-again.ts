/** Asks this engine for every decision of a log, and says where it is another one. */
import { picture } from "../../engine/picture.js";
import type { QueueLog } from "../../service/queue-log/read-log.js";
import { type Replayed, Replayer } from "../../service/queue-log/replay-log.js";
import { EXIT } from "../exit-codes.js";
import { programVersion } from "../version.js";
import { eventWords } from "./event-words.js";
import { NotCompared } from "./not-compared.js";
import type { ReplayEnding, ReplayScreen } from "./replay-screen.js";
import { begin, differs, type Ending, type Pause, type ReplayRequest, show, take } from "./replay-steps.js";

export async function decideAgain(
  log: QueueLog,
  screen: ReplayScreen,
  request: ReplayRequest,
  pause: Pause,
): Promise<Ending> {
  const replayer = new Replayer(log);
  const notCompared = new NotCompared();
  begin(screen, log, request, picture(replayer.queue));
  let { version } = log.header;
  for await (const line of take(log.lines, request.until - version)) {
    const end = await pause(version);
    if (end !== null) return end;
    const replayed = replayer.replay(line);
    const { outcome } = replayed;
    if (outcome.kind === "otherwise" || outcome.kind === "failure") return decidedOtherwise(replayed);
    ({ version } = line);
    notCompared.count(outcome.kind);
    const { decision, steps } = outcome.explanation;
    show(screen, request, { line, decision: outcome.kind, after: picture(decision.queue), steps });
  }
  const count = version - log.header.version;
  const message = `${count} events decided again, up to version ${version}: ${sameWords(notCompared)}.`;
  return { exitCode: EXIT.done, message };
}

function sameWords(notCompared: NotCompared): string {
  const words = notCompared.words();
  if (words === null) return "every decision is the one in the log";
  return words.isAll
    ? `no decision could be compared with the one in the log (${words.what})`
    : `every decision that could be compared is the one in the log (${words.what})`;
}

function decidedOtherwise({ line, before, outcome }: Replayed): ReplayEnding {
  const { kind, subject } = eventWords(line.event);
  const where = `version ${line.version} (line ${line.lineNumber}, ${`${kind} ${subject}`.trim()})`;
  const here = `merge-queue ${programVersion()}, this version`;
  const there = line.engine === null ? "a version that was not recorded" : `merge-queue ${line.engine}`;
  const pictures = {
    before: picture(before),
    ...(line.picture === null ? {} : { [`${there}, in the log`]: line.picture }),
  };
  if (outcome.kind === "failure") {
    const message = `${where} was decided by ${there}, and ${here}, fails: ${outcome.message}`;
    return differs(message, { version: line.version, kind: "failure", pictures, steps: null });
  }
  const { decision, steps } = outcome.explanation;
  return differs(`${where} was decided by ${there}, and is decided otherwise by ${here}.`, {
    version: line.version,
    kind: "decision",
    pictures: { ...pictures, [here]: picture(decision.queue) },
    steps,
  });
}
