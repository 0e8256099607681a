/**
 * Calls to the world that wait for their turn, so that whoever draws which one goes on draws the interleaving of all
 * that runs. Questions that cost nothing need no turn: they go on one after the other.
 */
import { settled } from "./full-life/turnstile.js";
import type { Chance } from "./seeded-chance.js";

interface Call {
  readonly what: string;
  readonly go: () => Promise<void>;
}

export class RealGitCalls {
  #held: readonly Call[] = [];
  #reads: readonly Call[] = [];

  get areHeld(): boolean {
    return this.#held.length > 0;
  }

  hold<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#held = [...this.#held, { what, go: async () => work().then(resolve, reject) }];
    });
  }

  read<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#reads = [...this.#reads, { what, go: async () => work().then(resolve, reject) }];
    });
  }

  /** Tells which one went on. */
  async letOneOn(chance: Chance): Promise<string> {
    const held = this.#held[chance.whole(0, this.#held.length - 1)];
    if (held === undefined) return "nothing";
    this.#held = this.#held.filter((other) => other !== held);
    await held.go();
    await this.quiet();
    return held.what;
  }

  /** Until everybody waits for a turn, or for somebody else. */
  async quiet(): Promise<void> {
    for (;;) {
      await settled();
      const [read, ...others] = this.#reads;
      if (read === undefined) return;
      this.#reads = others;
      await read.go();
    }
  }

  /** Answers what the work asks meanwhile. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    await this.quiet();
    return await work;
  }
}
