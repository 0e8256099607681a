/** Answers that GitHub may say are unchanged, by address: the ones used last, as many as fit. */

export interface RememberedAnswer {
  readonly etag: string;
  readonly body: unknown;
  /** Where GitHub says that there is more of a list. */
  readonly link: string;
}

interface Kept extends RememberedAnswer {
  readonly bytes: number;
}

export class AnswerMemory {
  readonly #mostBytes: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  recall(address: string): Kept | undefined {
    const kept = this.#kept.get(address);
    if (kept === undefined) return undefined;
    this.#kept.delete(address);
    this.#kept.set(address, kept);
    return kept;
  }

  keep(address: string, answer: RememberedAnswer): void {
    this.forget(address);
    const bytes = address.length + JSON.stringify(answer).length;
    // One answer must not drive out all others.
    if (bytes > this.#mostBytes / 4) return;
    this.#kept.set(address, { ...answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.forget(oldest);
    }
  }

  forget(address: string): void {
    this.#bytes -= this.#kept.get(address)?.bytes ?? 0;
    this.#kept.delete(address);
  }
}
