/** `merge-queue replay`: reads one log or two, passes the events to the screen, and reports the result. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { errorText } from "../../../domain/thrown.js";
import { beginningOf } from "../../../domain/words.js";
import type { ExplainedStep } from "../../../engine/explain/explain.js";
import { picture } from "../../../engine/explain/picture.js";
import type { Transition } from "../../../engine/model/decision.js";
import type { Effect } from "../../../engine/model/effect.js";
import { canonicalJson } from "../../../service/ports/canonical-json.js";
import { type ComparedLines, compareLogs, differentBeginning } from "../../../service/replay/compare-logs.js";
import { LogError, type LogLine } from "../../../service/replay/log-format.js";
import { type QueueLog, readLog } from "../../../service/replay/read-log.js";
import { Replayer } from "../../../service/replay/replay-log.js";
import { jsonLine } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import { decideAgain, NotCompared, notComparedWords } from "./decide-again.js";
import { PacedOutput } from "./paced-output.js";
import type { Beginning, Difference, ReplayEnding, ReplayScreen, ShownStep } from "./replay-screen.js";
import {
  begin,
  differs,
  type Ending,
  eventWords,
  interrupted,
  type Pause,
  type ReplayRequest,
  runWords,
  show,
  take,
  wrongUse,
} from "./replay-steps.js";

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
      `${source} cannot be read (${why}); give a file that \`merge-queue export-log\` wrote`,
      {
        cause: error,
      },
    );
  }
}

/** The replay as one JSON document on one line; its steps are written as they are computed. */
class JsonReplayScreen implements ReplayScreen {
  readonly #surroundings: Pick<Surroundings, "stdout" | "stderr">;
  #hasBegun = false;
  #separator = "";

  constructor(surroundings: Pick<Surroundings, "stdout" | "stderr">) {
    this.#surroundings = surroundings;
  }

  begin({ queue, exportedBy, version, picture }: Beginning): void {
    this.#hasBegun = true;
    const facts = json({ command: "replay", queue, exportedBy, version, picture });
    this.#write(`${facts.slice(0, -1)},"steps":[`);
  }

  step({ event, steps, ...rest }: ShownStep): void {
    const { kind, at, subject } = event;
    this.#write(
      this.#separator + json({ ...rest, event: kind, at, subject, ...(steps === null ? {} : { steps }) }),
    );
    this.#separator = ",";
  }

  end({ ...ending }: ReplayEnding): void {
    if (ending.error !== undefined) {
      this.#surroundings.stderr.write(`merge-queue replay: ${plainText(ending.message)}\n`);
    }
    if (this.#hasBegun) this.#write(`],${json(ending).slice(1)}\n`);
    else this.#write(`${json({ command: "replay", ...ending })}\n`);
  }

  #write(text: string): void {
    this.#surroundings.stdout.write(text);
  }
}

function json(document: Readonly<Record<string, unknown>>): string {
  return jsonLine(document).trimEnd();
}

const VERSION_COLUMNS = 6;
const STEP_INDENT = 8;
const DETAIL_INDENT = 12;

/** The replay as text: one line per event, with the queue after it. `--rules` adds below it what each rule did. */
class TextReplayScreen implements ReplayScreen {
  readonly #surroundings: Pick<Surroundings, "stdout" | "stderr">;

  constructor(surroundings: Pick<Surroundings, "stdout" | "stderr">) {
    this.#surroundings = surroundings;
  }

  begin({ queue, exportedBy, version, picture }: Beginning): void {
    this.#say(0, `${queue} from version ${version}, exported by merge-queue ${exportedBy}`);
    if (picture !== null) this.#sayVersion(version, picture);
  }

  step({ version, event, decision, picture, recordedPicture, isBackInStep, steps }: ShownStep): void {
    const { at, kind, subject } = event;
    const words = [at, kind, subject, "=>", picture ?? "not drawn"].filter((word) => word !== "").join(" ");
    const why = notComparedWords(decision) ?? differenceWords(decision);
    const beside = why === null ? "" : ` (decision ${why})`;
    const back = isBackInStep === true ? " (in step with the log again)" : "";
    this.#sayVersion(version, `${words}${beside}${back}`);
    if (recordedPicture !== undefined) this.#say(STEP_INDENT, `in the log: ${recordedPicture}`);
    this.#saySteps(steps ?? []);
  }

  end({ exitCode, message, error, difference }: ReplayEnding): void {
    if (error !== undefined) {
      this.#surroundings.stderr.write(`merge-queue replay: ${plainText(message)}\n`);
      return;
    }
    if (difference !== undefined) this.#sayDifference(difference);
    this.#say(0, exitCode === 0 ? message : `DIFFERS: ${message}`);
  }

  #sayDifference({ version, pictures, events, steps }: Difference): void {
    this.#sayVersion(version, "differs:");
    for (const [by, picture] of Object.entries(pictures)) this.#say(STEP_INDENT, `${by}: ${picture}`);
    for (const event of events ?? []) this.#say(STEP_INDENT, `event: ${event}`);
    this.#saySteps(steps ?? []);
  }

  #saySteps(steps: readonly ExplainedStep[]): void {
    for (const { by, picture, transitions, effects } of steps) {
      this.#say(STEP_INDENT, `${by} => ${picture}`);
      for (const transition of transitions) this.#say(DETAIL_INDENT, transitionWords(transition));
      for (const effect of effects) this.#say(DETAIL_INDENT, effectWords(effect));
    }
  }

  #sayVersion(version: number, text: string): void {
    this.#surroundings.stdout.write(`${String(version).padStart(VERSION_COLUMNS)}  ${plainText(text)}\n`);
  }

  #say(indent: number, text: string): void {
    this.#surroundings.stdout.write(`${" ".repeat(indent)}${plainText(text)}\n`);
  }
}

function differenceWords(decision: ShownStep["decision"]): string | null {
  if (decision === "failure") return "differs: this version fails";
  return decision === "otherwise" ? "differs" : null;
}

function transitionWords({ pullRequest, from, to, reason }: Transition): string {
  const why = reason === null ? "" : ` (${reason.code}: ${reason.sentence})`;
  return `#${pullRequest} ${from ?? "submitted"} -> ${to}${why}`;
}

function effectWords(effect: Effect): string {
  const own = "own" in effect ? ` of ${effect.own.map((pullRequest) => `#${pullRequest}`).join("&")}` : "";
  return `effect ${effect.id}: ${effect.kind} ${runWords(effect.run)}${own}`;
}

const MAX_SHOWN_EVENT = 400;

/** Compares two logs of one queue; with `--rules`, shows what this engine's rules do with the first. */
async function compareTwoLogs(
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
      return recordedOtherwise({ ...compared, version: version + 1, before, steps }, [log, other]);
    }
    ({ version } = line);
    before = line.picture ?? "";
    notCompared.count(compared.decision);
    show(screen, request, { line, decision: compared.decision, after: line.picture, steps });
  }
  const words = notCompared.words();
  const beside = words === null ? "" : `; for some decisions, only the events were compared (${words.what})`;
  return { exitCode: EXIT.done, message: `Up to version ${version}, both logs are the same${beside}.` };
}

function stepsBy(replayer: Replayer | null, line: LogLine): Difference["steps"] {
  const outcome = replayer?.replay(line).outcome;
  return outcome === undefined || outcome.kind === "failure" ? null : outcome.explanation.steps;
}

interface RecordedOtherwise extends ComparedLines {
  readonly version: number;
  readonly before: string;
  readonly steps: Difference["steps"];
}

function recordedOtherwise(
  { one, other, difference, version, before, steps }: RecordedOtherwise,
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
  const events = [one, other].map(({ event }) => beginningOf(canonicalJson(event), MAX_SHOWN_EVENT));
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

/** Keyed by path and version, because two logs may share either of them. */
function bySource({ source, header }: QueueLog, line: LogLine | null): string {
  return `${source} (merge-queue ${line?.engine ?? header.exportedBy})`;
}

function pictureIn(line: LogLine | null): string {
  if (line === null) return "the log has ended";
  return line.picture ?? "not drawn: the version that wrote the log decides otherwise";
}
