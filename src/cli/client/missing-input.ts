/** Mistakes in a call, found before any request was sent. All that is missing is reported together. */

export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** Something that must be given is not. Each message is a sentence. */
export class MissingInput extends UsageError {
  override readonly name = "MissingInput";
}

/** Collects what is missing; any other mistake is thrown immediately. */
export class MissingParts {
  readonly #sentences = new Set<string>();

  collect<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      this.#note(error);
      return undefined;
    }
  }

  async collectFrom<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#note(error);
      return undefined;
    }
  }

  throwIfAny(): void {
    if (this.#sentences.size > 0) throw new MissingInput([...this.#sentences].join(" "));
  }

  #note(error: unknown): void {
    if (!(error instanceof MissingInput)) throw error;
    this.#sentences.add(error.message);
  }
}
