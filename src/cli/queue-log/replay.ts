/** `merge-queue replay`: reads one log or two, lets the screen show what happens, and says how it ends. */
import { queueKey } from "../../domain/queue-name.js";
import { picture } from "../../engine/picture.js";
import { canonicalJson } from "../../service/queue-log/canonical-json.js";
import { type ComparedLines, compareLogs, differentBeginning } from "../../service/queue-log/compare-logs.js";
import { LogError } from "../../service/queue-log/log-error.js";
import type { LogLine } from "../../service/queue-log/log-format.js";
import type { QueueLog } from "../../service/queue-log/read-log.js";
import { type Replayed, Replayer } from "../../service/queue-log/replay-log.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { eventWords } from "./event-words.js";
import { JsonReplayScreen } from "./json-replay-screen.js";
import { openLog } from "./open-log.js";
import type { Difference, ReplayEnding, ReplayScreen } from "./replay-screen.js";
import { TextReplayScreen } from "./text-replay-screen.js";

export interface ReplayRequest {
  readonly log: string;
  /** Another log of the same queue, perhaps of another version, that the first is compared with. */
  readonly other: string | null;
  /** First version to show. */
  readonly from: number;
  /** Last version to look at. */
  readonly until: number;
  readonly showsRules: boolean;
  readonly isJson: boolean;
}

const MAX_SHOWN_EVENT = 400;

export async function replay(request: ReplayRequest, surroundings: Surroundings): Promise<ExitCode> {
  const screen = request.isJson ? new JsonReplayScreen(surroundings) : new TextReplayScreen(surroundings);
  const ending = await replayOn(screen, request, surroundings);
  screen.end(ending);
  return ending.exitCode;
}

async function replayOn(
  screen: ReplayScreen,
  request: ReplayRequest,
  surroundings: Surroundings,
): Promise<ReplayEnding> {
  const stop = surroundings.interruption();
  try {
    const log = await openLog(request.log, surroundings.stdin);
    const first = log.header.version;
    if (request.until < first)
      return wrongUse(`${log.source} begins at version ${first}, later than --until`);
    if (request.other === null) return await decideAgain(log, screen, request, stop);
    const other = await openLog(request.other, surroundings.stdin);
    return await compare(log, other, screen, request, stop);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { exitCode: EXIT.wrongUse, error: "unreadable-log", message: error.message };
  }
}

/** Asks this engine for every decision of the log. */
async function decideAgain(
  log: QueueLog,
  screen: ReplayScreen,
  request: ReplayRequest,
  stop: AbortSignal,
): Promise<ReplayEnding> {
  const replayer = new Replayer(log);
  begin(screen, log, request, picture(replayer.queue));
  let { version } = log.header;
  for await (const line of take(log.lines, request.until - version)) {
    if (stop.aborted) return interrupted(version);
    const replayed = replayer.replay(line);
    if (replayed.outcome.kind !== "same") return decidedOtherwise(replayed, log);
    ({ version } = line);
    const { decision, steps } = replayed.outcome.explanation;
    show(screen, request, line, picture(decision.queue), steps);
  }
  const count = version - log.header.version;
  const message = `${count} events decided again, up to version ${version}: every decision is the one in the log.`;
  return { exitCode: EXIT.done, message };
}

function decidedOtherwise({ line, before, outcome }: Replayed, { header }: QueueLog): ReplayEnding {
  const { kind, subject } = eventWords(line.event);
  const where = `version ${line.version} (line ${line.lineNumber}, ${`${kind} ${subject}`.trim()})`;
  const pictures = { before: picture(before), [`merge-queue ${header.engine}, in the log`]: line.picture };
  if (outcome.kind === "failure") {
    const message = `${where} has a decision in the log, and this version fails: ${outcome.message}`;
    return differs(message, { version: line.version, kind: "failure", pictures, steps: null });
  }
  const { decision, steps } = outcome.explanation;
  return differs(`${where} is decided otherwise by this version.`, {
    version: line.version,
    kind: "decision",
    pictures: { ...pictures, "this version": picture(decision.queue) },
    steps,
  });
}

/** Holds the logs against each other; with `--rules`, this engine tells what its rules do in the first of them. */
async function compare(
  log: QueueLog,
  other: QueueLog,
  screen: ReplayScreen,
  request: ReplayRequest,
  stop: AbortSignal,
): Promise<ReplayEnding> {
  const problem = differentBeginning(log, other);
  if (problem !== null) return wrongUse(`${log.source} and ${other.source} cannot be compared: ${problem}`);
  const replayer = request.showsRules ? new Replayer(log) : null;
  begin(screen, log, request, replayer && picture(replayer.queue));
  let { version } = log.header;
  let before = replayer === null ? "" : picture(replayer.queue);
  for await (const compared of take(compareLogs(log, other), request.until - version)) {
    if (stop.aborted) return interrupted(version);
    const line = compared.one;
    const steps = line === null ? null : stepsBy(replayer, line);
    if (compared.difference !== null || line === null) {
      return toldOtherwise({ ...compared, version: version + 1, before, steps }, [log, other]);
    }
    ({ version, picture: before } = line);
    show(screen, request, line, line.picture, steps);
  }
  return { exitCode: EXIT.done, message: `Up to version ${version} both logs tell the same.` };
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
    [bySource(log)]: one?.picture ?? "the log has ended",
    [bySource(otherLog)]: other?.picture ?? "the log has ended",
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

/** Reads none after them, for it may be the one that is damaged. */
async function* take<Item>(
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

/** Two logs may have one path, and two versions may have one number. */
function bySource({ source, header }: QueueLog): string {
  return `${source} (merge-queue ${header.engine})`;
}

function begin(
  screen: ReplayScreen,
  { header: { name, engine, version } }: QueueLog,
  { from }: ReplayRequest,
  first: string | null,
): void {
  screen.begin({ queue: queueKey(name), engine, version, picture: from <= version ? first : null });
}

function show(
  screen: ReplayScreen,
  { from, showsRules }: ReplayRequest,
  { version, event }: LogLine,
  after: string,
  steps: Difference["steps"],
): void {
  if (version < from) return;
  screen.step({ version, event: eventWords(event), picture: after, steps: showsRules ? steps : null });
}

function differs(message: string, difference: Difference): ReplayEnding {
  return { exitCode: EXIT.refused, message, difference };
}

function wrongUse(message: string): ReplayEnding {
  return { exitCode: EXIT.wrongUse, error: "wrong-use", message };
}

function interrupted(version: number): ReplayEnding {
  return { exitCode: EXIT.refused, error: "interrupted", message: `interrupted after version ${version}` };
}
