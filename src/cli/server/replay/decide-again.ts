/** Decides every event of a log again with this engine. Shows the first decision that differs with all its details. */
import { picture } from "../../../engine/explain/picture.js";
import type { QueueLog } from "../../../service/replay/read-log.js";
import { type Replayed, Replayer } from "../../../service/replay/replay-log.js";
import { EXIT } from "../../exit-codes.js";
import { programVersion } from "../../version.js";
import type { ReplayEnding, ReplayScreen, ShownStep } from "./replay-screen.js";
import {
  begin,
  differs,
  type Ending,
  eventWords,
  type Pause,
  type ReplayRequest,
  show,
  take,
} from "./replay-steps.js";

type Comparison = ShownStep["decision"];

const WORDS = {
  notRecorded: "not recorded",
  otherDefinition: "recorded in a format this version does not know",
} as const;

/** Counts the decisions that could not be compared, and describes them. */
export class NotCompared {
  #all = 0;
  readonly #counts = { notRecorded: 0, otherDefinition: 0 };

  count(comparison: Comparison): void {
    this.#all += 1;
    if (isNotCompared(comparison)) this.#counts[comparison] += 1;
  }

  /** null: every decision was compared. Otherwise what was not compared, and whether that is all of them. */
  words(): { readonly isAll: boolean; readonly what: string } | null {
    const kinds = (["notRecorded", "otherDefinition"] as const).filter((kind) => this.#counts[kind] > 0);
    if (kinds.length === 0) return null;
    const isAll = this.#counts.notRecorded + this.#counts.otherDefinition === this.#all;
    return { isAll, what: kinds.map((kind) => `${this.#counts[kind]} ${WORDS[kind]}`).join(", ") };
  }
}

/** The reason why a decision was not compared; null if it was. */
export function notComparedWords(comparison: Comparison): string | null {
  return isNotCompared(comparison) ? WORDS[comparison] : null;
}

function isNotCompared(comparison: Comparison): comparison is keyof typeof WORDS {
  return Object.hasOwn(WORDS, comparison);
}

export async function decideAgain(
  log: QueueLog,
  screen: ReplayScreen,
  request: ReplayRequest,
  pause: Pause,
): Promise<Ending> {
  const replayer = new Replayer(log);
  const tally = new Tally();
  begin(screen, log, request, picture(replayer.queue));
  let { version } = log.header;
  for await (const line of take(log.lines, request.until - version)) {
    const end = await pause(version);
    if (end !== null) return end;
    const replayed = replayer.replay(line);
    const { outcome, isBackInStep } = replayed;
    ({ version } = line);
    tally.count(replayed);
    const steps = outcome.kind === "failure" ? null : outcome.explanation.steps;
    const after = picture(replayer.queue);
    show(screen, request, { line, decision: outcome.kind, after, isBackInStep, steps });
  }
  return tally.ending(version - log.header.version, version);
}

/** Counts the decisions that differ, and the version from which the replay matches the log again. */
class Tally {
  readonly #notCompared = new NotCompared();
  #first: Replayed | null = null;
  #last = 0;
  #differing = 0;
  #inStepFrom: number | null = null;

  count(replayed: Replayed): void {
    const { outcome, line, isBackInStep } = replayed;
    this.#notCompared.count(outcome.kind);
    if (isBackInStep) this.#inStepFrom = line.version;
    if (outcome.kind !== "otherwise" && outcome.kind !== "failure") return;
    this.#first ??= replayed;
    this.#last = line.version;
    this.#differing += 1;
    this.#inStepFrom = null;
  }

  ending(events: number, version: number): ReplayEnding {
    if (this.#first === null) {
      const message = `${events} events decided again, up to version ${version}: ${sameWords(this.#notCompared)}.`;
      return { exitCode: EXIT.done, message, differences: 0 };
    }
    const { message, ...first } = decidedOtherwise(this.#first);
    const after = version - this.#first.line.version;
    const words = after === 0 ? message : `${message} ${this.#wordsAfter(after)}`;
    return { ...first, message: words, differences: this.#differing };
  }

  #wordsAfter(after: number): string {
    const notCompared = this.#notCompared.words();
    const parts = [
      this.#differing === 1
        ? `Of the ${after} decisions after it none differs`
        : `Of the ${after} decisions after it ${this.#differing - 1} differ too, the last at version ${this.#last}`,
      ...(notCompared === null ? [] : [`not all could be compared (${notCompared.what})`]),
      this.#inStepFrom === null
        ? "the replay went on from what this version decides"
        : `from version ${this.#inStepFrom} on the queue is the one in the log again`,
    ];
    return `${parts.join("; ")}.`;
  }
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
    const message = `${where} was decided by ${there}, and ${here}, fails: ${outcome.message}.`;
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
