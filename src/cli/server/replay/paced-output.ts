/** Writes large text to a stream that may be slow, and buffers no more than the stream accepts. */
import { Writable } from "node:stream";
import type { TextOutput } from "../../surroundings.js";

const ENDS_OF_WAITING = ["drain", "error", "close"] as const;

export class PacedOutput implements TextOutput {
  readonly #output: TextOutput;
  #isClosed = false;

  constructor(output: TextOutput) {
    this.#output = output;
    if (!(output instanceof Writable)) return;
    // A standard stream appears writable again after an error.
    for (const end of ["error", "close"] as const) output.once(end, () => (this.#isClosed = true));
  }

  write(text: string): void {
    if (!this.#isClosed) this.#output.write(text);
  }

  /** Waits for room in the buffer. "closed": the reader is gone. */
  async ready(): Promise<"open" | "closed"> {
    const output = this.#output;
    if (output instanceof Writable && output.writableNeedDrain && !this.#isClosed) await waitedFor(output);
    return this.#isClosed ? "closed" : "open";
  }

  /** Waits until all text is written. "closed": some of it may be lost. */
  async taken(): Promise<"open" | "closed"> {
    const output = this.#output;
    if (output instanceof Writable && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        // An error reaches the write's callback first, and the stream's listeners after it.
        output.write("", () => setImmediate(resolve));
      });
    }
    return this.#isClosed ? "closed" : "open";
  }
}

function waitedFor(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const event of ENDS_OF_WAITING) output.off(event, end);
      resolve();
    };
    for (const event of ENDS_OF_WAITING) output.on(event, end);
  });
}
