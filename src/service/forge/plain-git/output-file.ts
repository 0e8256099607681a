/** What the tests print, in a file that grows to a limit and then says so. */
import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";

export class OutputFile {
  readonly #stream: WriteStream;
  readonly #limit: number;
  #written = 0;
  #failure: Error | undefined;

  constructor(path: string, limit: number) {
    this.#limit = limit;
    this.#stream = createWriteStream(path, { mode: 0o600 });
    // A full disk costs the output, not the verdict.
    this.#stream.on("error", (error) => {
      this.#failure ??= error;
    });
  }

  write(chunk: Buffer): void {
    const room = this.#limit - this.#written;
    if (room < 0 || this.#failure !== undefined) return;
    this.#written += chunk.length;
    this.#stream.write(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length > room) this.note(`only the first ${this.#limit} bytes of output are kept`);
  }

  /** A line of ours among theirs. */
  note(words: string): void {
    this.#stream.write(`\n[merge queue] ${words}\n`);
  }

  /** What went wrong with the file, if anything did. */
  async close(): Promise<Error | undefined> {
    this.#stream.end();
    await finished(this.#stream).catch(() => undefined);
    return this.#failure;
  }
}
