/** The replay for people: one line per event with the queue after it, and below it, if asked for, which rule did what. */
import type { Transition } from "../../engine/decision.js";
import type { Effect } from "../../engine/effect.js";
import type { ExplainedStep } from "../../engine/explain.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { runWords } from "./event-words.js";
import { notComparedWords } from "./not-compared.js";
import type { Beginning, Difference, ReplayEnding, ReplayScreen, ShownStep } from "./replay-screen.js";

const VERSION_COLUMNS = 6;
const STEP_INDENT = 8;
const DETAIL_INDENT = 12;

export class TextReplayScreen implements ReplayScreen {
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
    for (const { by, picture, transitions, orders } of steps) {
      this.#say(STEP_INDENT, `${by} => ${picture}`);
      for (const transition of transitions) this.#say(DETAIL_INDENT, transitionWords(transition));
      for (const order of orders) this.#say(DETAIL_INDENT, orderWords(order));
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

function orderWords(order: Effect): string {
  const own = "own" in order ? ` of ${order.own.map((pullRequest) => `#${pullRequest}`).join("&")}` : "";
  return `order ${order.id}: ${order.kind} ${runWords(order.run)}${own}`;
}
