/** The output of a command: progress and problems on stderr, the answer on stdout, as one JSON document with --json. */
import { durationInWords } from "../../client/message-words.js";
import { assertNever } from "../../domain/assert-never.js";
import { escapedAsInJson } from "../../domain/words.js";
import { hasColours, withColours } from "../colours.js";
import { plainText } from "../plain-text.js";
import type { Surroundings, TextOutput } from "../surroundings.js";
import type { Ending } from "./failure-ending.js";

interface ScreenOptions {
  readonly command: string;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
}

const CLEAR_LINE = "\r\u001b[K";
const CLEAR_BELOW = "\u001b[J";
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

export class Screen {
  readonly #stdout: TextOutput;
  readonly #stderr: TextOutput;
  readonly #options: ScreenOptions;
  /** Whether a line can be redrawn in place. */
  readonly isLive: boolean;
  readonly #warnings: string[] = [];
  readonly #environment: Surroundings["environment"];
  readonly #colour: (line: string) => string;
  #liveLine = "";
  #block: readonly string[] = [];

  constructor({ stdout, stderr, environment }: Surroundings, options: ScreenOptions) {
    this.#environment = environment;
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#options = options;
    this.#colour = hasColours(stdout, environment) ? withColours : (line) => line;
    this.isLive = stderr.isTTY === true && environment["TERM"] !== "dumb" && !options.isQuiet;
  }

  /** Prints a line of progress. */
  note(text: string): void {
    if (!this.#options.isQuiet) this.#say(text);
  }

  warn(text: string): void {
    this.#warnings.push(text);
    this.#say(`merge-queue ${this.#options.command}: ${text}`);
  }

  /** Replaces the live line; empty text removes it. */
  live(text: string): void {
    if (!this.isLive) return;
    const line = fitting(plainText(text), (this.#stderr.columns ?? DEFAULT_COLUMNS) - 1);
    if (line === this.#liveLine) return;
    this.#liveLine = line;
    this.#stderr.write(`${CLEAR_LINE}${line}`);
  }

  /** The size of the terminal, for a block of lines. */
  get terminal() {
    const { columns = DEFAULT_COLUMNS, rows = DEFAULT_ROWS } = this.#stderr;
    return { columns: Math.max(1, columns - 1), rows, environment: this.#environment };
  }

  /** Prints a line of the answer before the command ends, unless the answer is one JSON document. */
  print(text: string): void {
    if (!this.#options.isJson) this.#stdout.write(`${plainText(text)}\n`);
  }

  /** Replaces the block of lines on the terminal. The lines fit, and only the caller's colours are in them. */
  block(lines: readonly string[]): void {
    if (!this.isLive) return;
    const erased = this.#erased();
    this.#block = lines;
    this.#stderr.write(`${erased}${this.#shown()}`);
  }

  /** Leaves the block on the terminal as it is. */
  endBlock(): void {
    this.#block = [];
  }

  end(ending: Ending): void {
    this.live("");
    this.endBlock();
    if (ending.kind === "problem") this.#say(`merge-queue ${this.#options.command}: ${ending.sentence}`);
    if (this.#options.isJson) this.#stdout.write(jsonLine(this.#documentOf(ending)));
    else this.#answer(ending);
  }

  #answer(ending: Ending): void {
    switch (ending.kind) {
      case "answer": {
        const details = (ending.details ?? []).map((detail) => `  ${plainText(detail)}`);
        const lines = [plainText(ending.sentence), ...details].map((line) => this.#colour(line));
        this.#stdout.write(`${lines.join("\n")}\n`);
        return;
      }
      case "text":
        this.#stdout.write(this.#stdout.isTTY === true ? plainLines(ending.text) : ending.text);
        return;
      case "problem":
        return;
      default:
        assertNever(ending);
    }
  }

  #documentOf(ending: Ending): Readonly<Record<string, unknown>> {
    const { exitCode, facts } = ending;
    return {
      command: this.#options.command,
      exitCode,
      ...(ending.kind === "text" ? {} : { message: ending.sentence }),
      ...(ending.kind === "problem" ? { error: ending.errorKind } : {}),
      ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }),
      ...facts,
    };
  }

  #say(text: string): void {
    this.#stderr.write(`${this.#erased()}${plainText(text)}\n${this.#shown()}`);
  }

  /** Moves to the beginning of what is redrawn, and clears it. */
  #erased(): string {
    if (this.#block.length > 0) return `\u001b[${this.#block.length}A\r${CLEAR_BELOW}`;
    return this.#liveLine === "" ? "" : CLEAR_LINE;
  }

  #shown(): string {
    return `${this.#block.map((line) => `${line}\n`).join("")}${this.#liveLine}`;
  }
}

/** After this, the user wonders whether a command still works. */
export const SLOW_MS = 1000;

export interface ProgressTimer {
  /** Monotonic milliseconds. */
  now(): number;
  /** Returns the function that ends it. Does not keep the process running. */
  every(ms: number, callback: () => void): () => void;
}

const PROCESS_TIMER: ProgressTimer = {
  now: () => performance.now(),
  every: (ms, callback) => {
    const timer = setInterval(callback, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Replaces the text about what the command does now; empty text removes it. */
export type ShowProgress = (text: string) => void;

/** Runs what may take long. On a terminal, shows once a second what it does and how long it has taken. */
export async function withProgress<Result>(
  screen: Pick<Screen, "isLive" | "live">,
  run: (show: ShowProgress) => Promise<Result>,
  timer: ProgressTimer = PROCESS_TIMER,
): Promise<Result> {
  if (!screen.isLive) return run(() => undefined);
  const startedAt = timer.now();
  let [text, shownAt] = ["", startedAt];
  const draw = () => {
    shownAt = timer.now();
    screen.live(text === "" ? "" : `${durationInWords(shownAt - startedAt)}: ${text}`);
  };
  const stop = timer.every(SLOW_MS, draw);
  try {
    return await run((now) => {
      text = now;
      // A busy process reaches no timer.
      if (now === "" || timer.now() - shownAt >= SLOW_MS) draw();
    });
  } finally {
    stop();
    screen.live("");
  }
}

function plainLines(text: string): string {
  return text.split("\n").map(plainText).join("\n");
}

/** Counts characters outside ASCII as two columns, the widest case: a line that wraps cannot be cleared. */
export function fitting(text: string, columns: number): string {
  let room = columns;
  let end = 0;
  for (const character of text) {
    room -= /[ -~]/.test(character) ? 1 : 2;
    if (room < 0) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

/** Escapes the characters that a terminal or CI system would interpret. */
export function jsonLine(document: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(document)
    .replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escapedAsInJson)
    .replace(/##(?=\w*\[)/g, "#\\u0023")}\n`;
}
