/** Draws the queue: redrawn in place on a terminal, one line per change elsewhere. */
import type { Writable } from "node:stream";
import { plainText } from "../plain-text.js";

export interface Row {
  readonly number: number;
  readonly title: string;
  /** Wire spelling; empty until the pull request is submitted. */
  readonly state: string;
  readonly reason: string;
}

export interface Screen extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const ESCAPE = "\u001b[";
const COLOURS: Readonly<Record<string, number>> = {
  MERGED: 32,
  FAILED: 31,
  CANCELLED: 31,
  PENDING_FAILURE: 33,
  TESTING: 36,
  TESTS_PASSED: 32,
};

export class Drawing {
  readonly #screen: Screen;
  readonly #branch: string;
  readonly #startedAt: number;
  #drawnLines = 0;
  #last = "";

  constructor(screen: Screen, branch: string, now: number) {
    this.#screen = screen;
    this.#branch = branch;
    this.#startedAt = now;
  }

  draw(rows: readonly Row[], now: number): void {
    const seconds = `${((now - this.#startedAt) / 1000).toFixed(1)}s`.padStart(6);
    const queue = rows
      .filter(({ state }) => state !== "" && !isOver(state))
      .map(({ number, state }) => `#${number} ${state}`);
    const over = rows.filter(({ state }) => isOver(state)).map(({ number, state }) => `#${number} ${state}`);
    const line = `${[this.#branch, ...queue].join(" <- ")}${over.length > 0 ? `   (${over.join(", ")})` : ""}`;
    if (line === this.#last) return;
    this.#last = line;
    if (this.#screen.isTTY === true) this.#redraw(rows, seconds);
    else this.#screen.write(`${seconds}  ${plainText(line)}\n`);
  }

  /** Prints a line without breaking the picture. */
  say(text: string): void {
    this.#erase();
    this.#screen.write(`${text}\n`);
    this.#last = "";
  }

  #redraw(rows: readonly Row[], seconds: string): void {
    this.#erase();
    const width = (this.#screen.columns ?? 80) - 1;
    const lines = [`${seconds}  ${this.#branch}`, ...rows.map(rowLine)].map((line) => line.slice(0, width));
    const coloured = lines.map((line, index) =>
      colour(line, index === 0 ? "" : (rows[index - 1]?.state ?? "")),
    );
    this.#screen.write(`${coloured.join("\n")}\n`);
    this.#drawnLines = lines.length;
  }

  #erase(): void {
    if (this.#drawnLines > 0) this.#screen.write(`${ESCAPE}${this.#drawnLines}A${ESCAPE}0J`);
    this.#drawnLines = 0;
  }
}

function isOver(state: string): boolean {
  return state === "MERGED" || state === "FAILED" || state === "CANCELLED";
}

function rowLine({ number, title, state, reason }: Row): string {
  return `        #${number} ${(state || "-").padEnd(15)} ${plainText(title)}${reason === "" ? "" : ` · ${plainText(reason)}`}`;
}

function colour(line: string, state: string): string {
  const code = COLOURS[state];
  return code === undefined ? line : `${ESCAPE}${code}m${line}${ESCAPE}0m`;
}
