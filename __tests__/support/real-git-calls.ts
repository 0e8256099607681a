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
  /** Resolves when the next call begins to wait. */
  #arrival = Promise.withResolvers<"arrived">();

  get areHeld(): boolean {
    return this.#held.length > 0;
  }

  hold<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#held = [...this.#held, { what, go: async () => work().then(resolve, reject) }];
      this.#arrived();
    });
  }

  read<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#reads = [...this.#reads, { what, go: async () => work().then(resolve, reject) }];
      this.#arrived();
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

  /** Answers what the work reads until it is done, also what it reads after waiting for a real process. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    await this.#serve(work, async () => this.quiet());
    return await work;
  }

  /** The same, and lets on what the work holds. */
  async allDuring<Result>(work: Promise<Result>, chance: Chance): Promise<Result> {
    await this.#serve(work, async () => {
      await this.quiet();
      while (this.areHeld) await this.letOneOn(chance);
    });
    return await work;
  }

  /** A call may begin to wait at any time, so that each one that does is served, not only those there are at first. */
  async #serve(work: Promise<unknown>, serve: () => Promise<void>): Promise<void> {
    const ended = work.then(
      () => "ended" as const,
      () => "ended" as const,
    );
    do {
      this.#arrival = Promise.withResolvers();
      await serve();
    } while ((await Promise.race([ended, this.#arrival.promise])) === "arrived");
  }

  #arrived(): void {
    this.#arrival.resolve("arrived");
  }
}
