/** Progress lines on stderr, and questions that a line of stdin answers. */
import { createInterface, type Interface } from "node:readline";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";

/** The person has interrupted the setup. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

interface DialogOptions {
  /** Questions are answered by their defaults. */
  readonly takesDefaults: boolean;
  /** Aborts on an interruption, which ends every wait for a line with `Interrupted`. */
  readonly signal: AbortSignal;
}

export class Dialog {
  readonly #surroundings: Surroundings;
  readonly #options: DialogOptions;
  readonly #lines: string[] = [];
  #waiting: ((line: string | null) => void)[] = [];
  #reader: Interface | null = null;
  #isAtEnd = false;

  constructor(surroundings: Surroundings, options: DialogOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
  }

  /** Untrusted text becomes one safe line. */
  note(text: string): void {
    this.#surroundings.stderr.write(`${plainText(text)}\n`);
  }

  /** Lines of a file or a document, indented. */
  show(text: string): void {
    for (const line of text.split("\n")) this.#surroundings.stderr.write(`    ${visibleLine(line)}\n`);
  }

  /** The next line of stdin; null at its end, or when the signal aborts: the line is then left for the next question. */
  async line(signal?: AbortSignal): Promise<string | null> {
    this.#open();
    const next = this.#lines.shift();
    if (next !== undefined) return next;
    if (this.#isAtEnd || signal?.aborted === true) return null;
    const interruption = this.#options.signal;
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    const stop = () => reject(new Interrupted("interrupted"));
    const leave = () => {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== resolve);
      resolve(null);
    };
    this.#waiting.push(resolve);
    signal?.addEventListener("abort", leave, { once: true });
    interruption.addEventListener("abort", stop, { once: true });
    if (interruption.aborted) stop();
    return promise.finally(() => {
      signal?.removeEventListener("abort", leave);
      interruption.removeEventListener("abort", stop);
    });
  }

  /** The default without an answer, or with --yes. Asks again after an answer that `parse` does not accept. */
  async ask<Value>(
    question: string,
    byDefault: string,
    parse: (text: string) => Value | null,
    expected: string,
  ): Promise<Value> {
    let value = this.#options.takesDefaults ? parse(byDefault) : null;
    while (value === null) {
      const given = (await this.#answerTo(`${question} [${byDefault}]`)).trim();
      value = parse(given === "" ? byDefault : given);
      if (value === null) this.note(`Expected ${expected}.`);
    }
    return value;
  }

  /** No unless a person answers yes: neither --yes nor the end of stdin is an answer. */
  async confirms(question: string): Promise<boolean> {
    if (this.#options.takesDefaults) return false;
    return /^y(es)?$/i.test((await this.#answerTo(`${question} [y/N]`)).trim());
  }

  close(): void {
    this.#reader?.close();
    this.#surroundings.stdin.pause();
    this.#end();
  }

  async #answerTo(question: string): Promise<string> {
    this.note(question);
    return (await this.line()) ?? "";
  }

  #open(): void {
    if (this.#reader !== null) return;
    this.#reader = createInterface({ input: this.#surroundings.stdin, terminal: false });
    this.#reader.on("line", (line) => {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#lines.push(line);
      else waiting(line);
    });
    this.#reader.on("close", () => this.#end());
  }

  #end(): void {
    this.#isAtEnd = true;
    for (const waiting of this.#waiting.splice(0)) waiting(null);
  }
}

/** `plainText` with the indentation kept. */
function visibleLine(line: string): string {
  const [indent = ""] = /^ */.exec(line) ?? [];
  return indent + plainText(line);
}
