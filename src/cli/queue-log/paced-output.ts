/** Much text to a stream that may be slower than we are: no more of it waits than the stream has room for. */
import { Writable } from "node:stream";
import type { TextOutput } from "../surroundings.js";

const ENDS_OF_WAITING = ["drain", "error", "close"] as const;

export class PacedOutput implements TextOutput {
  readonly #output: TextOutput;
  #isClosed = false;

  constructor(output: TextOutput) {
    this.#output = output;
    if (!(output instanceof Writable)) return;
    // The stream of a process comes back from an error as if nothing had been.
    for (const end of ["error", "close"] as const) output.once(end, () => (this.#isClosed = true));
  }

  write(text: string): void {
    if (!this.#isClosed) this.#output.write(text);
  }

  /** Waits for room. "closed": nobody reads any more. */
  async ready(): Promise<"open" | "closed"> {
    const output = this.#output;
    if (output instanceof Writable && output.writableNeedDrain && !this.#isClosed) await waitedFor(output);
    return this.#isClosed ? "closed" : "open";
  }

  /** Waits until everything is taken. "closed": some of it may not be. */
  async taken(): Promise<"open" | "closed"> {
    const output = this.#output;
    if (output instanceof Writable && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        // A failure is told to its write first, and to the stream's listeners after it.
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
